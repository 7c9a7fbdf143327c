import {
  bytesOf,
  type ColumnType,
  createColumnBuffer,
  type DictionaryValues,
  ParquetError,
  requireBuffer,
  requireCount,
  requireValues,
  type WritableEncoding,
} from '@marquetry/core';

const supports = ({ type }: ColumnType): boolean => type === 1;

function requireSupported(column: ColumnType): void {
  if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'SOUND_INDICES supports only INT32');
}

const pair = { type: 7, width: 2 } as const;

/**
 * A minimal correct encoding of dictionary indices, which stores two bytes per index into a dictionary of INT32 values.
 */
export const soundIndices: WritableEncoding = {
  contract: 1,
  id: 201,
  name: 'SOUND_INDICES',
  usesDictionary: true,
  supports,
  decoder: (bytes, { column, valueCount, dictionary }) => {
    requireSupported(column);
    if (bytes.length < 2 * valueCount) throw new ParquetError('TRUNCATED', 'indices are missing');
    if (dictionary?.layout !== 'fixed') throw new ParquetError('CORRUPT', 'there is no dictionary');
    let done = 0;
    const read = (count: number): DictionaryValues => {
      requireCount(count, valueCount - done);
      const indices = new Int32Array(count);
      for (let i = 0; i < count; i++) indices[i] = bytes[2 * (done + i)]! | (bytes[2 * (done + i) + 1]! << 8);
      if (indices.some((index) => index >= dictionary.length)) throw new ParquetError('CORRUPT', 'index');
      done += count;
      return { layout: 'dictionary', type: column.type, length: count, indices, dictionary };
    };
    return {
      get remaining(): number {
        return valueCount - done;
      },
      read,
      readInto(target, count) {
        requireCount(count, valueCount - done);
        const buffer = requireBuffer(target, 'fixed', column);
        buffer.reserve(count);
        const { indices } = read(count);
        for (const [i, index] of indices.entries()) buffer.words[buffer.length + i] = Number(dictionary.data[index]);
        buffer.length += count;
      },
      skip(count) {
        requireCount(count, valueCount - done);
        done += count;
      },
    };
  },
  encoder: (column) => {
    requireSupported(column);
    const buffer = requireBuffer(createColumnBuffer(pair), 'fixed', pair);
    return {
      get byteLength(): number {
        return 2 * buffer.length;
      },
      write(values, from, to) {
        const { indices } = requireValues(values, 'dictionary', column, from, to);
        buffer.reserve(to - from);
        buffer.data.set(bytesOf(Uint16Array.from(indices.subarray(from, to))), 2 * buffer.length);
        buffer.length += to - from;
      },
      finish: () => buffer.data.slice(0, 2 * buffer.length),
    };
  },
};
