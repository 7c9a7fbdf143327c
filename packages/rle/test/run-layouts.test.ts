import { javascriptKernels } from '@marquetry/bit-io';
import { isParquetError } from '@marquetry/core';
import { describe, expect, it } from 'vitest';
import { checkRuns, createRunReader, encodeRuns, readRuns, repeatedValue, runsBound, skipRuns } from '../src/index.js';

// Tests run layouts that `encodeRuns` never writes, but other writers do. The tests build the bytes from values, bit by
// bit as Encodings.md#RLE describes them, and expect to read the same values.

interface Run {
  readonly bytes: readonly number[];
  readonly values: readonly number[];
}

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** Returns a run of `length` repeats of `value`: a header, then the value in ceil(width / 8) bytes. */
function repeat(width: number, length: number, value: number): Run {
  const bytes = Array.from({ length: Math.ceil(width / 8) }, (_, k) => (value >>> (8 * k)) & 0xff);
  return { bytes: [...varint(length << 1), ...bytes], values: new Array(length).fill(value | 0) };
}

/** Returns a packed run of `values`. The bits of each value follow those of the previous value, lowest bit first. */
function packed(width: number, values: readonly number[]): Run {
  const bits = values.flatMap((value) => Array.from({ length: width }, (_, bit) => (value >>> bit) & 1));
  const bytes = Array.from({ length: bits.length / 8 }, (_, k) =>
    bits.slice(8 * k, 8 * k + 8).reduce((byte, bit, i) => byte | (bit << i), 0),
  );
  return { bytes: [...varint(((values.length / 8) << 1) | 1), ...bytes], values: values.map((value) => value | 0) };
}

const largest = (width: number): number => (width === 32 ? -1 : 2 ** width - 1);
const noise = (width: number, count: number, seed = 1): number[] =>
  Array.from({ length: count }, (_, i) => Math.imul(seed + i, 0x9e3779b1) & largest(width));

/**
 * Returns a reader whose range contains `runs` and then the bytes `after`. Four more bytes follow outside the range.
 */
function readerOf(width: number, runs: readonly Run[], after: readonly number[] = []) {
  const bytes = [...runs.flatMap((run) => run.bytes), ...after];
  return createRunReader(Uint8Array.of(...bytes, 0xff, 0xff, 0xff, 0xff), 0, bytes.length, width);
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return `${error.code} at ${error.at.offset}`;
    throw error;
  }
  return 'nothing thrown';
}

const widths = Array.from({ length: 32 }, (_, i) => i + 1);

describe.each(widths)('runs of width %i', (width) => {
  const top = largest(width);
  const layouts: Record<string, readonly Run[]> = {
    'repeated runs of eight or more values': [
      repeat(width, 8, top),
      repeat(width, 16, 1),
      repeat(width, 9, top),
      repeat(width, 23, 0),
    ],
    'repeated runs of fewer than eight values': [1, 2, 3, 4, 5, 6, 7].map((n) => repeat(width, n, n & top)),
    'runs without values': [
      repeat(width, 0, top),
      packed(width, []),
      repeat(width, 8, 1),
      packed(width, noise(width, 8)),
    ],
    'packed runs of one to nine groups': [1, 8, 9, 2].map((groups) => packed(width, noise(width, 8 * groups, groups))),
    'alternating packed and repeated runs': [
      packed(width, noise(width, 8)),
      repeat(width, 3, top),
      packed(width, noise(width, 16)),
    ],
    'runs with a header of two bytes': [
      repeat(width, 64, top),
      packed(width, noise(width, 8 * 64)),
      repeat(width, 5, 1),
    ],
  };

  it.each(Object.entries(layouts))(
    'readRuns writes the values of %s to the given range, and nothing outside it',
    (_, runs) => {
      const values = runs.flatMap((run) => run.values);
      // The bytes after the runs are in the reader's range, but must not matter: any bytes may follow the last run of a
      // page.
      for (const after of [[], [0, 0, 0, 0, 0, 0, 0, 0], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80]]) {
        for (const count of [values.length, values.length - 1, Math.floor(values.length / 2)]) {
          const reader = readerOf(width, runs, after);
          checkRuns(reader, count);
          const target = new Int32Array(count + 24).fill(-7);
          readRuns(reader, target, 3, count, javascriptKernels);
          expect([...target.subarray(0, 3)]).toEqual([-7, -7, -7]);
          expect([...target.subarray(3, 3 + count)]).toEqual(values.slice(0, count));
          expect([...target.subarray(3 + count)]).toEqual(new Array(21).fill(-7));
        }
      }
    },
  );

  it.each(Object.entries(layouts))('skipRuns skips any number of values in %s', (_, runs) => {
    const values = runs.flatMap((run) => run.values);
    for (let skip = 0; skip <= values.length; skip += 1 + Math.floor(values.length / 12)) {
      const reader = readerOf(width, runs);
      skipRuns(reader, skip);
      const target = new Int32Array(values.length - skip);
      readRuns(reader, target, 0, target.length, javascriptKernels);
      expect([...target]).toEqual(values.slice(skip));
    }
  });

  it('readRuns, skipRuns and checkRuns stop after the last run that they need, regardless of the bytes after it', () => {
    const runs = [repeat(width, 16, top), packed(width, noise(width, 16)), repeat(width, 16, 0)];
    const end = runs.flatMap((run) => run.bytes).length;
    const endless = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80];
    const read = readerOf(width, runs, endless);
    readRuns(read, new Int32Array(48), 0, 48, javascriptKernels);
    const skipped = readerOf(width, runs, endless);
    skipRuns(skipped, 48);
    expect([read.position, skipped.position, checkRuns(readerOf(width, runs, endless), 48)]).toEqual([end, end, end]);
  });

  it('skipRuns does not skip runs without values after the last run that it needs', () => {
    const needed = [repeat(width, 16, top), packed(width, noise(width, 16))];
    const end = needed.flatMap((run) => run.bytes).length;
    const reader = readerOf(width, [...needed, packed(width, []), repeat(width, 0, 0)]);
    skipRuns(reader, 32);
    expect(reader.position).toBe(end);
  });

  it('checkRuns and skipRuns throw TRUNCATED for the incomplete values of a packed run without its last byte', () => {
    const { bytes } = packed(width, noise(width, 16));
    const cut = () => createRunReader(Uint8Array.from(bytes), 0, bytes.length - 1, width);
    expect(codeOf(() => checkRuns(cut(), 16))).toBe(`TRUNCATED at ${bytes.length - 1}`);
    expect(codeOf(() => skipRuns(cut(), 16))).toBe(`TRUNCATED at ${bytes.length - 1}`);
    const inBits = Math.floor((8 * (bytes.length - 2)) / width);
    expect(checkRuns(cut(), inBits)).toBe(bytes.length - 1);
  });

  it('readRuns, skipRuns and checkRuns reject a repeated value that has more bits than the width', () => {
    if (width % 8 === 0) return;
    const tooLarge = { bytes: repeat(width, 16, 2 ** width).bytes, values: [] };
    const runs = [repeat(width, 8, 1), tooLarge, repeat(width, 64, 0)];
    const expected = `CORRUPT at ${runs[0]?.bytes.length}`;
    expect(codeOf(() => readRuns(readerOf(width, runs), new Int32Array(88), 0, 88, javascriptKernels))).toBe(expected);
    expect(codeOf(() => skipRuns(readerOf(width, runs), 88))).toBe(expected);
    expect(codeOf(() => checkRuns(readerOf(width, runs), 88))).toBe(expected);
  });
});

describe('repeatedValue', () => {
  const of = (width: number, runs: readonly Run[], count: number): number | undefined => {
    const bytes = Uint8Array.from(runs.flatMap((run) => run.bytes));
    return repeatedValue(bytes, 0, bytes.length, width, count);
  };

  it('repeatedValue returns 0 at width 0, with and without runs', () => {
    expect([of(0, [], 5), of(0, [repeat(0, 5, 0)], 5)]).toEqual([0, 0]);
  });

  it('repeatedValue ignores runs without values, even if they state a value to repeat', () => {
    expect(of(2, [repeat(2, 0, 3), repeat(2, 4, 1), packed(2, []), repeat(2, 0, 2), repeat(2, 4, 1)], 8)).toBe(1);
  });

  it('repeatedValue returns undefined if a run is packed, even if all values are equal', () => {
    expect(of(1, [repeat(1, 8, 1), packed(1, new Array(8).fill(1))], 16)).toBeUndefined();
    expect(of(1, [packed(1, new Array(8).fill(0))], 8)).toBeUndefined();
  });
});

describe('runs of width 0', () => {
  it('at width 0, skipRuns and checkRuns accept any number of values without any runs', () => {
    const reader = createRunReader(Uint8Array.of(0xff), 0, 1, 0);
    expect(checkRuns(reader, 2 ** 31)).toBe(0);
    skipRuns(reader, 2 ** 31);
    expect(reader.position).toBe(0);
  });
});

describe('createRunReader', () => {
  it('createRunReader rejects widths outside 0 to 32, and `undefined` as the width, as read from an empty page', () => {
    const empty = new Uint8Array(0);
    for (const width of [33, 255, -1, Number.NaN, empty[0] as number]) {
      expect(codeOf(() => createRunReader(empty, 0, 0, width))).toBe('CORRUPT at 0');
    }
  });
});

describe('encodeRuns with a slice of the values', () => {
  it('a repeated run that encodeRuns writes does not include equal values after the slice', () => {
    expect([...encodeRuns(new Int32Array(100).fill(5), 10, 40, 3)]).toEqual([30 << 1, 5]);
  });

  it('encodeRuns pads the last group with zeros, not with the values after the slice', () => {
    // The values 1 2 3 4 5 in 3 bits each, lowest bit first: 100 010 11 | 0 001 101 0 | 0 ...
    const values = Int32Array.of(7, 1, 2, 3, 4, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
    expect([...encodeRuns(values, 1, 6, 3)]).toEqual([0x03, 0b11_010_001, 0b0_101_100_0, 0]);
  });

  it('at width 0, encodeRuns writes one repeated run, even for fewer than eight values', () => {
    expect([...encodeRuns(new Int32Array(5), 0, 5, 0)]).toEqual([5 << 1]);
  });
});

describe('runsBound', () => {
  it('runsBound exceeds the encoded size of random values by at most one byte per eight values plus 5 bytes', () => {
    for (const width of widths.filter((bits) => bits > 7)) {
      const { length } = encodeRuns(Int32Array.from(noise(width, 1000)), 0, 1000, width);
      expect(runsBound(1000, width) - length).toBeLessThanOrEqual(125 + 5);
    }
  });

  it('encodeRuns never writes more than runsBound bytes, whether values alternate, are equal or are random', () => {
    for (const width of widths) {
      for (const count of [0, 1, 7, 8, 9, 63, 64, 65, 512, 1000]) {
        const inTurns = Int32Array.from({ length: count }, (_, i) => ((i >> 3) & 1 ? i : i >> 3) & largest(width));
        const equal = new Int32Array(count).fill(1);
        for (const values of [inTurns, equal, Int32Array.from(noise(width, count))]) {
          expect(encodeRuns(values, 0, count, width).length).toBeLessThanOrEqual(runsBound(count, width));
        }
      }
    }
  });
});
