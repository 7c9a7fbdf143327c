import { snappy } from '@marquetry/codec-snappy';
import { isParquetError } from '@marquetry/core';
import { expect, test } from 'vitest';

/** The result of decompressing a block: the bytes, or the code of the error and the offset of the invalid element. */
type Outcome = readonly number[] | string;

function outcomeOf(packed: Uint8Array, size: number): Outcome {
  const into = new Uint8Array(size);
  try {
    snappy.decompress(packed, into);
    return [...into];
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return `${error.code} at ${error.at.offset}`;
  }
}

/**
 * Decompresses byte by byte, exactly as the grammar defines. This is the reference for these tests. The elements start
 * at `start`.
 */
function expectedOf(packed: Uint8Array, start: number, size: number): Outcome {
  const output: number[] = [];
  let at = start;
  while (at < packed.length) {
    const element = at;
    const tag = packed[at++] ?? 0;
    const kind = tag & 3;
    const extra = kind === 0 ? Math.max(0, (tag >> 2) - 59) : ([0, 1, 2, 4][kind] ?? 0);
    if (extra > packed.length - at) return `TRUNCATED at ${element}`;
    let number = 0;
    for (let i = extra - 1; i >= 0; i--) number = number * 256 + (packed[at + i] ?? 0);
    at += extra;
    const length =
      kind === 0 ? (extra > 0 ? number : tag >> 2) + 1 : kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    if (kind === 0) {
      if (length > packed.length - at) return `TRUNCATED at ${element}`;
      if (length > size - output.length) return `CORRUPT at ${element}`;
      output.push(...packed.subarray(at, at + length));
      at += length;
      continue;
    }
    const offset = kind === 1 ? ((tag >> 5) << 8) | number : number;
    if (offset === 0 || offset > output.length) return `CORRUPT at ${element}`;
    if (length > size - output.length) return `CORRUPT at ${element}`;
    for (let i = 0; i < length; i++) output.push(output[output.length - offset] ?? 0);
  }
  return output.length === size ? output : `TRUNCATED at ${packed.length}`;
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}

/**
 * Returns a block that starts with a size of two bytes and has elements of every kind and length. If `near` is true,
 * copies have short offsets.
 */
function makeBlock(seed: number, near: boolean): { readonly packed: Uint8Array; readonly size: number } {
  const next = randomFrom(seed);
  const elements: number[] = [];
  let size = 0;
  while (size < 1500) {
    const kind = size === 0 ? 0 : next(8);
    if (kind < 3) {
      const length = 1 + next(kind === 0 ? 100 : 20);
      if (length > 60) elements.push(60 << 2, length - 1);
      else elements.push((length - 1) << 2);
      for (let i = 0; i < length; i++) elements.push(next(256));
      size += length;
      continue;
    }
    const furthest = Math.min(size, near ? 20 : 2047);
    const offset = 1 + next(furthest);
    const length = kind < 5 ? 4 + next(8) : 1 + next(64);
    if (kind < 5) elements.push(((offset >> 8) << 5) | ((length - 4) << 2) | 1, offset & 255);
    else if (kind < 7) elements.push(((length - 1) << 2) | 2, offset & 255, offset >> 8);
    else elements.push(((length - 1) << 2) | 3, offset & 255, offset >> 8, 0, 0);
    size += length;
  }
  return { packed: Uint8Array.of((size & 127) | 128, size >> 7, ...elements), size };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the Snappy codec decompresses a long block as the grammar requires (seed %i)',
  (seed) => {
    const { packed, size } = makeBlock(seed, seed % 2 === 0);
    const expected = expectedOf(packed, 2, size);
    expect(typeof expected).not.toBe('string');
    expect(outcomeOf(packed, size)).toEqual(expected);
  },
);

test.each([11, 12])(
  'for a long block with a changed byte, the Snappy codec returns the bytes or throws the error that the grammar requires (seed %i)',
  (seed) => {
    const { packed, size } = makeBlock(seed, seed % 2 === 0);
    const outcomes = new Set<string>();
    for (let at = 2; at < packed.length; at++) {
      for (const change of [0x04, 0xff]) {
        const changed = packed.slice();
        changed[at] = (packed[at] ?? 0) ^ change;
        const expected = expectedOf(changed, 2, size);
        expect(outcomeOf(changed, size)).toEqual(expected);
        outcomes.add(typeof expected === 'string' ? (expected.split(' ')[0] ?? '') : 'bytes');
      }
    }
    expect([...outcomes].sort()).toEqual(['CORRUPT', 'TRUNCATED', 'bytes']);
  },
);

test('a truncated long Snappy block throws TRUNCATED', () => {
  const { packed, size } = makeBlock(21, false);
  for (let length = 2; length < packed.length; length++) {
    const cut = packed.subarray(0, length);
    expect(outcomeOf(cut, size)).toBe(expectedOf(cut, 2, size));
  }
});
