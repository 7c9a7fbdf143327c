/**
 * Packed bytes cut short or changed: a ParquetError or bytes of the right number, nothing beside them, and no memory out
 * of proportion.
 */
import type { Codec } from '@marquetry/core';
import { largestAllocation } from '../allocations.js';
import { createRandom } from '../random.js';
import { bytesMoved } from '../sample-values.js';
import type { CodecCase } from './codec-case.js';
import { sameBytes, tryDecompress } from './decompress.js';
import type { PackedPage } from './sample-bytes.js';

/** Cuts and flips tried on one page: all at its start, where headers are, then some of the others. */
const attempts = 250;
const alwaysTried = 24;

/** What a codec may take besides the page: windows and tables of formats that have them. */
const workingBytes = 2 ** 24;

export function damageCases(codec: Codec, { packed, raw }: PackedPage, seed: number): CodecCase[] {
  return [
    {
      name: 'another size is a ParquetError',
      run: () => {
        for (const size of [raw.length + 1, raw.length - 1, 2 * raw.length + 10, raw.length >> 1]) {
          if (size < 0 || size === raw.length) continue;
          if (typeof tryDecompress(codec, packed, size) !== 'string') {
            throw new Error(`${raw.length} bytes were unpacked as ${size}`);
          }
        }
      },
    },
    {
      name: 'bytes cut short anywhere give a ParquetError, or what does not need the rest',
      run: () => {
        for (const length of positions(packed.length, seed)) {
          const cut = packed.slice(0, length);
          const result = tryDecompress(codec, cut, raw.length);
          const moved = tryDecompress(codec, bytesMoved(cut, 1, 0xff), raw.length);
          if (typeof result !== 'string') sameBytes(result, raw);
          if (typeof moved !== typeof result) throw new Error(`bytes behind the first ${length} were read`);
        }
      },
    },
    {
      name: 'any flipped bit gives a ParquetError or as many bytes',
      run: () => {
        for (const bit of positions(packed.length * 8, seed)) tryDecompress(codec, flipped(packed, bit), raw.length);
      },
    },
    {
      name: 'noise gives a ParquetError or as many bytes',
      run: () => {
        const random = createRandom(seed + 2);
        for (let attempt = 0; attempt < 100; attempt++) {
          const noise = Uint8Array.from({ length: random(Math.min(packed.length, 500) + 20) }, () => random(256));
          // Behind a sound start, noise gets further.
          if (attempt & 1) noise.set(packed.subarray(0, Math.min(noise.length, random(12))));
          tryDecompress(codec, noise, raw.length);
        }
      },
    },
    {
      name: 'no flipped bit at the start takes memory out of proportion',
      run: () => {
        const allowed = workingBytes + 4 * (packed.length + raw.length);
        const largest = largestAllocation(() => {
          for (let bit = 0; bit < Math.min(packed.length, alwaysTried) * 8; bit++) {
            tryDecompress(codec, flipped(packed, bit), raw.length);
          }
        });
        if (largest > allowed) throw new Error(`${largest} bytes were taken at once; ${allowed} are allowed`);
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
