/** Decodes PLAIN values of a fixed width. If the page is aligned for the type, the result is a view of it. */
import {
  type ColumnBuffer,
  type DecodeContext,
  describeColumnType,
  type FixedValues,
  fixedValues,
  ParquetError,
  requireBuffer,
  requireCount,
  type ValueDecoder,
} from '@marquetry/core';

export function decodeFixed(bytes: Uint8Array, context: DecodeContext): ValueDecoder {
  const { column, valueCount } = context;
  const { width } = column;
  if (bytes.length < valueCount * width) {
    throw new ParquetError(
      'TRUNCATED',
      `${valueCount} ${describeColumnType(column)} values do not fit in ${bytes.length} bytes`,
      { offset: bytes.length },
    );
  }
  return new FixedWidth(bytes, context);
}

/** This is a class because there is one object per page, and creating closures takes longer. */
class FixedWidth implements ValueDecoder {
  declare remaining: number;
  declare private readonly bytes: Uint8Array;
  declare private readonly column: DecodeContext['column'];
  private done = 0;

  constructor(bytes: Uint8Array, { column, valueCount }: DecodeContext) {
    this.remaining = valueCount;
    this.bytes = bytes;
    this.column = column;
  }

  read(count: number): FixedValues {
    const { column, done } = this;
    this.skip(count);
    return fixedValues(column, this.bytes, done * column.width, count);
  }

  readInto(target: ColumnBuffer, count: number): void {
    const { bytes, column, done } = this;
    const { width } = column;
    requireCount(count, this.remaining);
    const buffer = requireBuffer(target, 'fixed', column);
    buffer.reserve(count);
    // Creating a view takes as long as copying a small page, so use `bytes` itself to copy a whole page.
    const isWhole = count * width === bytes.length;
    const source = isWhole ? bytes : bytes.subarray(done * width, (done + count) * width);
    buffer.data.set(source, buffer.length * width);
    buffer.length += count;
    this.skip(count);
  }

  skip(count: number): void {
    requireCount(count, this.remaining);
    this.done += count;
    this.remaining -= count;
  }
}
