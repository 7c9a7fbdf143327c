/**
 * Encodes ALP values. Each vector is written as soon as it is full. The header and the offsets, which precede the
 * vectors, are added at the end, when the number of values is known.
 */
import { createGrowingBytes, writeUint32 } from '@marquetry/bit-io';
import { type ColumnType, type Kernels, ParquetError, requireValues, type ValueEncoder } from '@marquetry/core';
import { type AlpOptions, forcedScale, logVectorSize } from './options.js';
import { pageHeaderBytes } from './page.js';
import { createPreset } from './preset.js';
import { maxExponents, vectorHeaderBytes, type WordsPerValue } from './vector.js';
import { createVectorWriter, largestValueBytes } from './vector-writer.js';

export function encodeVectors(column: ColumnType, kernels: Kernels, options: AlpOptions = {}): ValueEncoder {
  const wordsPerValue: WordsPerValue = column.width === 4 ? 1 : 2;
  const log = logVectorSize(options);
  const size = 2 ** log;
  const forced = forcedScale(options, maxExponents[wordsPerValue]);
  const preset = createPreset(wordsPerValue, 8 * largestValueBytes[wordsPerValue]);
  const writeVector = createVectorWriter(wordsPerValue, size, kernels);
  const words = new Int32Array(wordsPerValue * size);
  const numbers = wordsPerValue === 1 ? new Float32Array(words.buffer) : new Float64Array(words.buffer);
  const body = createGrowingBytes();
  /** The position of each vector in bytes, relative to the first vector. */
  const starts: number[] = [];
  let count = 0;
  let pending = 0;

  function flush(): void {
    starts.push(body.length);
    writeVector(body, numbers, words, pending, forced ?? preset.choose(numbers, pending));
    pending = 0;
  }

  return {
    get byteLength(): number {
      const open =
        pending === 0 ? 0 : 4 + vectorHeaderBytes[wordsPerValue] + pending * largestValueBytes[wordsPerValue];
      return pageHeaderBytes + 4 * starts.length + body.length + open;
    },
    write(values, from, to): void {
      const { data } = requireValues(values, 'fixed', column, from, to);
      if (count + to - from > 2 ** 31 - 1) {
        throw new ParquetError('LIMIT', `an ALP page can have at most 2^31 - 1 values, got ${count + to - from}`);
      }
      const source = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
      for (let i = from; i < to; ) {
        const end = Math.min(to, i + size - pending);
        words.set(source.subarray(wordsPerValue * i, wordsPerValue * end), wordsPerValue * pending);
        pending += end - i;
        i = end;
        if (pending === size) flush();
      }
      count += to - from;
    },
    finish(): Uint8Array {
      if (pending > 0) flush();
      const offsetBytes = 4 * starts.length;
      if (offsetBytes + body.length >= 2 ** 32) {
        throw new ParquetError(
          'LIMIT',
          `the vectors of an ALP page must be shorter than 4 GiB, got ${body.length} bytes`,
        );
      }
      const bytes = new Uint8Array(pageHeaderBytes + offsetBytes + body.length);
      bytes[2] = log;
      let at = writeUint32(bytes, 3, count);
      for (const start of starts) at = writeUint32(bytes, at, offsetBytes + start);
      bytes.set(body.reserve(0).subarray(0, body.length), at);
      body.release();
      return bytes;
    },
  };
}
