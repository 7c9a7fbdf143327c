import {
  bytesOf,
  type ColumnType,
  createColumnBuffer,
  fixedValues,
  ParquetError,
  requireBuffer,
  requireCount,
  requireValues,
  type WritableEncoding,
} from '@marquetry/core';

const supports = ({ type }: ColumnType): boolean => type === 1;

function requireSupported(column: ColumnType): void {
  if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'SOUND supports only INT32');
}

/** A minimal correct encoding, which stores INT32 values one after another. */
export const sound: WritableEncoding = {
  contract: 1,
  id: 200,
  name: 'SOUND',
  usesDictionary: false,
  supports,
  decoder: (bytes, { column, valueCount }) => {
    requireSupported(column);
    if (bytes.length < 4 * valueCount) throw new ParquetError('TRUNCATED', 'values are missing');
    let done = 0;
    return {
      get remaining(): number {
        return valueCount - done;
      },
      read(count) {
        requireCount(count, valueCount - done);
        done += count;
        return fixedValues(column, bytes, 4 * (done - count), count);
      },
      readInto(target, count) {
        requireCount(count, valueCount - done);
        const buffer = requireBuffer(target, 'fixed', column);
        buffer.reserve(count);
        buffer.data.set(bytes.subarray(4 * done, 4 * (done + count)), 4 * buffer.length);
        buffer.length += count;
        done += count;
      },
      skip(count) {
        requireCount(count, valueCount - done);
        done += count;
      },
    };
  },
  encoder: (column) => {
    requireSupported(column);
    const buffer = requireBuffer(createColumnBuffer(column), 'fixed', column);
    return {
      get byteLength(): number {
        return 4 * buffer.length;
      },
      write(values, from, to) {
        const { data } = requireValues(values, 'fixed', column, from, to);
        buffer.reserve(to - from);
        buffer.data.set(bytesOf(data).subarray(4 * from, 4 * to), 4 * buffer.length);
        buffer.length += to - from;
      },
      finish: () => buffer.data.slice(0, 4 * buffer.length),
    };
  },
};
