/** Encodes DELTA_LENGTH_BYTE_ARRAY values: writes lengths as a delta stream, followed by the bytes of all values. */
import { createGrowingBytes } from '@marquetry/bit-io';
import { type ColumnType, type Kernels, requireValues, type ValueEncoder } from '@marquetry/core';
import { blockShape, type DeltaOptions } from '../binary-packed/options.js';
import { createStreamWriter } from '../binary-packed/stream-writer.js';

export function encodeLengthByteArray(column: ColumnType, kernels: Kernels, options?: DeltaOptions): ValueEncoder {
  const lengths = createStreamWriter(1, blockShape(options), kernels);
  const data = createGrowingBytes();
  return {
    get byteLength(): number {
      return lengths.byteLength + data.length;
    },
    write(values, from, to): void {
      const { offsets, data: source } = requireValues(values, 'bytes', column, from, to);
      const added = new Int32Array(to - from);
      for (let i = from; i < to; i++) added[i - from] = (offsets[i + 1] as number) - (offsets[i] as number);
      lengths.write(added, 0, added.length);
      const start = offsets[from] as number;
      const end = offsets[to] as number;
      data.reserve(end - start).set(source.subarray(start, end), data.length);
      data.length += end - start;
    },
    finish(): Uint8Array {
      const head = lengths.finish();
      const bytes = new Uint8Array(head.length + data.length);
      bytes.set(head);
      bytes.set(data.reserve(0).subarray(0, data.length), head.length);
      data.release();
      return bytes;
    },
  };
}
