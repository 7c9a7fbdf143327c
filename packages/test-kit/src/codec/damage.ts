/**
 * Conformance cases that decompress truncated or changed bytes. The codec must throw a ParquetError or return the right
 * number of bytes, without writing outside the page or allocating too much memory.
 */
import type { Codec } from '@marquetry/core';
import { largestAllocation } from '../allocations.js';
import { createRandom } from '../random.js';
import { bytesMoved } from '../sample-values.js';
import type { CodecCase } from './codec-case.js';
import { sameBytes, tryDecompress } from './decompress.js';
import type { PackedPage } from './sample-bytes.js';

/**
 * Maximum number of truncations, and of bit flips, to try per page. On longer pages, the first ones are always tried,
 * because headers are at the start of a page; the others are a random sample.
 */
const attempts = 250;
const alwaysTried = 24;

/** Bytes that a codec may allocate in addition to the page, such as windows and tables. */
const workingBytes = 2 ** 24;

export function damageCases(codec: Codec, { packed, raw }: PackedPage, seed: number): CodecCase[] {
  return [
    {
      name: 'a wrong size throws a ParquetError',
      run: () => {
        for (const size of [raw.length + 1, raw.length - 1, 2 * raw.length + 10, raw.length >> 1]) {
          if (size < 0 || size === raw.length) continue;
          if (typeof tryDecompress(codec, packed, size) !== 'string') {
            throw new Error(`a page of ${raw.length} bytes was accepted as one of ${size} bytes`);
          }
        }
      },
    },
    {
      name: 'truncated bytes yield a ParquetError, or the same page if no missing byte is needed',
      run: () => {
        for (const length of positions(packed.length, seed)) {
          const cut = packed.slice(0, length);
          const result = tryDecompress(codec, cut, raw.length);
          const moved = tryDecompress(codec, bytesMoved(cut, 1, 0xff), raw.length);
          if (typeof result !== 'string') sameBytes(result, raw);
          if (typeof moved !== typeof result) throw new Error(`bytes after the first ${length} were read`);
        }
      },
    },
    {
      name: 'every flipped bit yields a ParquetError or the right number of bytes',
      run: () => {
        for (const bit of positions(packed.length * 8, seed)) tryDecompress(codec, flipped(packed, bit), raw.length);
      },
    },
    {
      name: 'noise yields a ParquetError or the right number of bytes',
      run: () => {
        const random = createRandom(seed + 2);
        for (let attempt = 0; attempt < 100; attempt++) {
          const noise = Uint8Array.from({ length: random(Math.min(packed.length, 500) + 20) }, () => random(256));
          // Every second attempt has a valid start, so that the codec reaches the noise after it.
          if (attempt & 1) noise.set(packed.subarray(0, Math.min(noise.length, random(12))));
          tryDecompress(codec, noise, raw.length);
        }
      },
    },
    {
      name: 'flipping a bit at the start does not allocate excessive memory',
      run: () => {
        const allowed = workingBytes + 4 * (packed.length + raw.length);
        const largest = largestAllocation(() => {
          for (let bit = 0; bit < Math.min(packed.length, alwaysTried) * 8; bit++) {
            tryDecompress(codec, flipped(packed, bit), raw.length);
          }
        });
        if (largest > allowed)
          throw new Error(`${largest} bytes were allocated at once, but at most ${allowed} are allowed`);
      },
    },
  ];
}

function flipped(packed: Uint8Array, bit: number): Uint8Array {
  const changed = packed.slice();
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

function positions(count: number, seed: number): number[] {
  if (count <= attempts) return Array.from({ length: count }, (_, i) => i);
  const random = createRandom(seed + count);
  return Array.from({ length: attempts }, (_, i) => (i < alwaysTried * 8 ? i : random(count)));
}
