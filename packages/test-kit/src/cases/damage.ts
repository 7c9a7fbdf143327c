/**
 * Conformance cases that decode truncated or changed bytes. The result must be the right number of values or a
 * ParquetError, and must not depend on bytes around the page.
 */
import { createColumnBuffer, type Encoding, isParquetError } from '@marquetry/core';
import { checkValues, sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import { createRandom } from '../random.js';
import type { SamplePage } from '../sample-pages.js';
import { bytesMoved } from '../sample-values.js';
import { limits, openPage } from './open.js';

/**
 * Maximum number of truncations, and of bit flips, to try per page. On longer pages, the first ones are always tried,
 * because headers are at the start of a page; the others are a random sample.
 */
const attempts = 500;
const alwaysTried = 24;

export function damageCases(encoding: Encoding, page: SamplePage, seed: number): ConformanceCase[] {
  const { bytes, column, values } = page;

  /** Returns the code of a ParquetError, or undefined if all values were read. Throws any other error. */
  function tryRead(damaged: Uint8Array): string | undefined {
    try {
      const decoder = openPage(encoding, page, damaged, limits);
      const half = values.length >> 1;
      checkValues(decoder.read(half), column, half);
      checkValues(decoder.read(values.length - half), column, values.length - half);
      return undefined;
    } catch (error) {
      if (isParquetError(error)) return error.code;
      throw error;
    }
  }

  /**
   * Tries `skip`, `readInto` and `readKept`. They may accept bytes that `read` rejects, but must not throw any error
   * except a ParquetError.
   */
  function tryOthers(damaged: Uint8Array): void {
    try {
      const decoder = openPage(encoding, page, damaged, limits);
      const third = Math.floor(values.length / 3);
      const target = createColumnBuffer(column, { limits });
      decoder.skip(third);
      decoder.readInto(target, third);
      checkValues(target.values, column, third);
      decoder.skip(values.length - 2 * third);
      const keeping = openPage(encoding, page, damaged, limits);
      if (keeping.readKept === undefined) return;
      target.clear();
      keeping.readKept(target, new Uint8Array((values.length + 7) >> 3).fill(0x55), 0, values.length);
      checkValues(target.values, column, (values.length + 1) >> 1);
    } catch (error) {
      if (!isParquetError(error)) throw error;
    }
  }

  return [
    {
      name: 'truncated bytes yield a ParquetError, or the same values if no missing byte is needed',
      run: () => {
        for (const length of positions(bytes.length, seed)) {
          const cut = bytes.slice(0, length);
          const code = tryRead(cut);
          tryOthers(cut);
          // Bytes after the end must not affect the outcome.
          const moved = bytesMoved(cut, 1, 0xff);
          if (tryRead(moved) !== code) throw new Error(`bytes after the first ${length} were read`);
          if (code === undefined && length < bytes.length) {
            sameValues(openPage(encoding, page, cut, limits).read(values.length), values);
          }
        }
      },
    },
    {
      name: 'every flipped bit yields a ParquetError or the right number of values',
      run: () => {
        for (const bit of positions(bytes.length * 8, seed)) {
          const flipped = bytes.slice();
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          tryRead(flipped);
          tryOthers(flipped);
        }
      },
    },
    {
      name: 'noise yields a ParquetError or the right number of values',
      run: () => {
        const random = createRandom(seed + 2);
        for (let attempt = 0; attempt < 200; attempt++) {
          const noise = Uint8Array.from({ length: random(bytes.length + 20) }, () => random(256));
          // Every second attempt has a valid start, so that the decoder reaches the noise after it.
          if (attempt & 1) noise.set(bytes.subarray(0, Math.min(noise.length, random(12))));
          tryRead(noise);
          tryOthers(noise);
        }
      },
    },
  ];
}

function positions(count: number, seed: number): number[] {
  if (count <= attempts) return Array.from({ length: count }, (_, i) => i);
  const random = createRandom(seed + count);
  return Array.from({ length: attempts }, (_, i) => (i < alwaysTried * 8 ? i : random(count)));
}
