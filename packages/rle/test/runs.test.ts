import { javascriptKernels } from '@marquetry/bit-io';
import { isParquetError, type Kernels } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRuns, createRunReader, encodeRuns, readRuns, repeatedValue, skipRuns } from '../src/index.js';

/** Reads `count` values from `bytes`, which are followed by `junk` that must not be read. */
function readAll(
  bytes: readonly number[],
  width: number,
  count: number,
  junk: readonly number[] = [0xff, 0xff],
): number[] {
  const source = Uint8Array.of(...bytes, ...junk);
  const target = new Int32Array(count + 1).fill(-7);
  const reader = createRunReader(source, 0, bytes.length, width);
  checkRuns(reader, count);
  readRuns(reader, target, 0, count, javascriptKernels);
  expect(target[count]).toBe(-7);
  return [...target.subarray(0, count)];
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

describe('reading runs', () => {
  it("readRuns reads the specification's packed example: 0..7 at width 3", () => {
    // The header 03 means one packed group, and 88 C6 FA are the values 0 to 7.
    expect(readAll([0x03, 0x88, 0xc6, 0xfa], 3, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('readRuns reads a repeated run, then a packed one', () => {
    // 14 07     10 times 7
    // 03 88...  0..7
    expect(readAll([0x14, 0x07, 0x03, 0x88, 0xc6, 0xfa], 3, 18)).toEqual([
      ...Array.from({ length: 10 }, () => 7),
      ...[0, 1, 2, 3, 4, 5, 6, 7],
    ]);
  });

  it('readRuns reads a repeated value from ceil(width / 8) bytes in little-endian order', () => {
    expect(readAll([0x04, 0x34, 0x12], 13, 2)).toEqual([0x1234, 0x1234]);
    expect(readAll([0x02, 0x56, 0x34, 0x12], 24, 1)).toEqual([0x123456]);
    expect(readAll([0x02, 0x78, 0x56, 0x34, 0x01], 25, 1)).toEqual([0x1345678]);
  });

  it('readRuns reads width 32, whose mask is not (1 << 32) - 1', () => {
    expect(readAll([0x02, 0xff, 0xff, 0xff, 0xff], 32, 1)).toEqual([-1]);
    const packed = [0x03, ...Array.from({ length: 8 }, (_, i) => [i, 0, 0, 0x80]).flat()];
    expect(readAll(packed, 32, 8)).toEqual(Array.from({ length: 8 }, (_, i) => i | 0x80000000 | 0));
  });

  it('readRuns ignores the surplus values of the last packed run', () => {
    expect(readAll([0x05, 0x88, 0xc6, 0xfa, 0xff, 0xff, 0xff], 3, 5)).toEqual([0, 1, 2, 3, 4]);
  });

  it('readRuns reads the complete values of a truncated last packed run', () => {
    // The values 0 to 4 end within the second byte.
    expect(readAll([0x03, 0x88, 0xc6], 3, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(codeOf(() => readAll([0x03, 0x88, 0xc6], 3, 6))).toBe('TRUNCATED at 3');
  });

  it('readRuns reads only the needed values of a longer repeated run', () => {
    expect(readAll([0x14, 0x07], 3, 4)).toEqual([7, 7, 7, 7]);
  });

  it('readRuns skips repeated runs and packed runs that have no values', () => {
    expect(readAll([0x00, 0x05, 0x01, 0x00, 0x06, 0x04, 0x07], 3, 2)).toEqual([7, 7]);
    expect(codeOf(() => readAll(new Array(100).fill(0x01), 3, 2))).toBe('TRUNCATED at 100');
  });

  it('readRuns reads runs of up to 2^31 - 1 values, whose header needs 5 bytes and an unsigned shift', () => {
    const reader = createRunReader(Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 0x01), 0, 6, 1);
    expect(checkRuns(reader, 2 ** 31 - 1)).toBe(6);
    skipRuns(reader, 2 ** 31 - 3);
    const target = new Int32Array(2);
    readRuns(reader, target, 0, 2, javascriptKernels);
    expect([...target]).toEqual([1, 1]);
    expect(codeOf(() => skipRuns(reader, 1))).toBe('TRUNCATED at 6');
  });

  it('at width 0, readRuns reads zeros, whether there are enough runs, too few, or none', () => {
    expect(readAll([0x0a], 0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(readAll([0x03], 0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(readAll([0x02], 0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(readAll([], 0, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  it('readRuns rejects a repeated value with more bits than the width', () => {
    expect(codeOf(() => readAll([0x14, 0x08], 3, 4))).toBe('CORRUPT at 0');
    expect(codeOf(() => readAll([0x14, 0x08, 0, 0, 0, 0, 0], 3, 4))).toBe('CORRUPT at 0');
    expect(codeOf(() => readAll([0x80, 0x01, 0, 0, 0, 0x80], 25, 64))).toBe('CORRUPT at 0');
    expect(codeOf(() => readAll([0x10, 0, 0, 0, 0x80, ...new Array(20).fill(0)], 25, 8))).toBe('CORRUPT at 0');
  });

  it('createRunReader rejects a width above 32', () => {
    expect(codeOf(() => createRunReader(new Uint8Array(4), 1, 4, 33))).toBe('CORRUPT at 1');
  });

  it.each([
    ['no bytes', [], 'TRUNCATED at 0'],
    ['an unterminated header', [0x80], 'TRUNCATED at 0'],
    ['a header whose value is missing', [0x14], 'TRUNCATED at 0'],
    ['a two-byte value with one byte missing', [0x14, 0x01], 'TRUNCATED at 0'],
    ['a header of six bytes', [0x80, 0x80, 0x80, 0x80, 0x80, 0x01], 'CORRUPT at 0'],
    ['a header of 33 bits', [0x80, 0x80, 0x80, 0x80, 0x1f], 'CORRUPT at 0'],
  ] as const)('readRuns rejects %s', (_, bytes, expected) => {
    expect(codeOf(() => readAll(bytes, 9, 4))).toBe(expected);
  });

  it('readRuns never reads bytes after the end of its range, even if they would complete a value', () => {
    const source = Uint8Array.of(0x03, 0x88, 0xc6, 0xfa);
    const reader = createRunReader(source, 0, 3, 3);
    expect(codeOf(() => readRuns(reader, new Int32Array(8), 0, 8, javascriptKernels))).toBe('TRUNCATED at 3');
  });

  it('checkRuns rejects a count that exceeds the number of values, and does not advance the reader', () => {
    const reader = createRunReader(Uint8Array.of(0x03, 0x88, 0xc6, 0xfa), 0, 4, 3);
    expect(codeOf(() => checkRuns(reader, 2 ** 31))).toBe('TRUNCATED at 4');
    expect(reader.position).toBe(0);
  });
});

describe('checkRuns', () => {
  it('checkRuns returns the position after the last run that it needs', () => {
    const bytes = Uint8Array.of(0x14, 0x07, 0x03, 0x88, 0xc6, 0xfa, 0x14, 0x07);
    const at = (count: number): number => checkRuns(createRunReader(bytes, 0, bytes.length, 3), count);
    expect([0, 1, 10, 11, 18, 19].map(at)).toEqual([0, 2, 2, 6, 6, 8]);
  });
});

describe('repeatedValue', () => {
  it('repeatedValue returns the value that all runs repeat', () => {
    const bytes = Uint8Array.of(0x04, 0x01, 0x06, 0x01, 0x02, 0x00);
    const of = (count: number): number | undefined => repeatedValue(bytes, 0, bytes.length, 1, count);
    expect([0, 2, 5, 6].map(of)).toEqual([undefined, 1, 1, undefined]);
    expect(codeOf(() => repeatedValue(bytes, 0, 4, 1, 6))).toBe('TRUNCATED at 4');
  });
});

describe('kernels that read runs', () => {
  /** Returns kernels whose `readRuns` reads one repeated run of width 3 per call and records its arguments. */
  function kernelsThatRead(calls: string[]): Kernels {
    return {
      ...javascriptKernels,
      readRuns: (bytes, cursor, end, width, target, from, count) => {
        calls.push(`${count} of width ${width} at ${from}, bytes ${cursor.position} to ${end}`);
        if (((bytes[cursor.position] ?? 1) & 1) === 1) return 0;
        const n = Math.min(count, (bytes[cursor.position] ?? 0) >> 1);
        target.fill(bytes[cursor.position + 1] ?? 0, from, from + n);
        cursor.position += 2;
        return n;
      },
    };
  }

  it('readRuns calls the run kernel for 256 values or more, and reads the runs that the kernel does not read', () => {
    // Runs of 50 values each that repeat 5, 4 and 3; a packed group of 0 to 7; runs of 50 values each that repeat 2, 1,
    // 0 and 6.
    const group = [0x03, 0x88, 0xc6, 0xfa];
    const bytes = Uint8Array.of(0x64, 5, 0x64, 4, 0x64, 3, ...group, 0x64, 2, 0x64, 1, 0x64, 0, 0x64, 6);
    const calls: string[] = [];
    const reader = createRunReader(bytes, 0, bytes.length, 3);
    const target = new Int32Array(360).fill(-7);
    readRuns(reader, target, 1, 358, kernelsThatRead(calls));
    const fifty = (value: number): number[] => new Array(50).fill(value);
    const values = [5, 4, 3].flatMap(fifty).concat([0, 1, 2, 3, 4, 5, 6, 7], [2, 1, 0, 6].flatMap(fifty));
    expect([...target]).toEqual([-7, ...values, -7]);
    // The kernel reads the first run, and readRuns the second one. After the next call, fewer than 256 values are left.
    expect(calls).toEqual(['358 of width 3 at 1, bytes 0 to 18', '258 of width 3 at 101, bytes 4 to 18']);
  });

  it('readRuns calls the run kernel for exactly 256 values, but not for 255', () => {
    for (const count of [255, 256]) {
      const calls: string[] = [];
      const reader = createRunReader(Uint8Array.of(0x80, 0x04, 0x07), 0, 3, 3);
      const target = new Int32Array(count);
      readRuns(reader, target, 0, count, { ...kernelsThatRead(calls), readRuns: () => calls.push('called') && 0 });
      expect(target).toEqual(new Int32Array(count).fill(7));
      expect(calls.length).toBe(count === 256 ? 1 : 0);
    }
  });

  it('readRuns calls the run kernel for width 25, but not for width 26', () => {
    for (const width of [25, 26]) {
      const calls: string[] = [];
      const reader = createRunReader(Uint8Array.of(0x80, 0x04, 7, 0, 0, 0), 0, 6, width);
      const target = new Int32Array(256);
      readRuns(reader, target, 0, 256, { ...javascriptKernels, readRuns: () => calls.push('called') && 0 });
      expect(target).toEqual(new Int32Array(256).fill(7));
      expect(calls.length).toBe(width === 25 ? 1 : 0);
    }
  });
});

/** Generates a bit width and values that contain repeats, so that both kinds of runs occur. */
const anyValues = fc
  .tuple(
    fc.integer({ min: 0, max: 32 }),
    fc.array(fc.tuple(fc.integer(), fc.integer({ min: 1, max: 200 }), fc.boolean()), { maxLength: 12 }),
  )
  .map(([width, parts]) => {
    const mask = width === 0 ? 0 : -1 >>> (32 - width);
    const values = parts.flatMap(([value, length, same]) =>
      Array.from({ length }, (_, i) => (same ? value : Math.imul(value + i, 0x9e3779b1) ^ (i << 7)) & mask),
    );
    return { width, values: Int32Array.from(values) };
  });

describe('round trips of runs', () => {
  it('readRuns reads what encodeRuns writes, in parts of any size, even after skipRuns has skipped values', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 100 })), { maxLength: 40 });
    fc.assert(
      fc.property(anyValues, steps, fc.integer({ min: 0, max: 5 }), ({ width, values }, chunks, before) => {
        const runs = encodeRuns(values, 0, values.length, width);
        const bytes = new Uint8Array(before + runs.length + 3).fill(0xff);
        bytes.set(runs, before);
        const reader = createRunReader(bytes, before, before + runs.length, width);
        if (width > 0) expect(checkRuns(reader, values.length)).toBe(before + runs.length);
        let at = 0;
        for (const [skip, step] of [...chunks, [false, values.length] as const]) {
          const n = Math.min(step, values.length - at);
          if (skip) {
            skipRuns(reader, n);
          } else {
            const target = new Int32Array(n + 1).fill(-7);
            readRuns(reader, target, 0, n, javascriptKernels);
            expect(target[n]).toBe(-7);
            expect(target.subarray(0, n)).toEqual(values.subarray(at, at + n));
          }
          at += n;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('given any bytes, readRuns reads values or throws a ParquetError, and checkRuns throws the same error', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 0, max: 32 }),
        fc.nat(3000),
        (bytes, width, count) => {
          const outcome = (run: () => void): string => codeOf(run).split(' ')[0] ?? '';
          const read = outcome(() =>
            readRuns(
              createRunReader(bytes, 0, bytes.length, width),
              new Int32Array(count),
              0,
              count,
              javascriptKernels,
            ),
          );
          const check = outcome(() => checkRuns(createRunReader(bytes, 0, bytes.length, width), count));
          expect(['TRUNCATED', 'CORRUPT', 'nothing']).toContain(read);
          expect(check).toBe(read);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('encodeRuns', () => {
  it('encodeRuns writes eight equal values as a repeated run, but packs seven', () => {
    expect([...encodeRuns(Int32Array.from(new Array(8).fill(5)), 0, 8, 3)]).toEqual([0x10, 0x05]);
    expect([...encodeRuns(Int32Array.from(new Array(7).fill(5)), 0, 7, 3)]).toEqual([0x03, 0x6d, 0xdb, 0x16]);
  });

  it('encodeRuns puts at most 63 groups of eight values into a packed run', () => {
    const values = Int32Array.from({ length: 512 }, (_, i) => i & 1);
    const bytes = encodeRuns(values, 0, 512, 1);
    expect([bytes.length, bytes[0], bytes[64]]).toEqual([1 + 63 + 1 + 1, (63 << 1) | 1, (1 << 1) | 1]);
  });

  it('encodeRuns writes only the values of the given slice, no bytes if there are none, and only one header at width 0', () => {
    expect([...encodeRuns(Int32Array.of(9, 0, 1, 2, 3, 4, 5, 6, 7, 9), 1, 9, 3)]).toEqual([0x03, 0x88, 0xc6, 0xfa]);
    expect(encodeRuns(new Int32Array(0), 0, 0, 3).length).toBe(0);
    expect([...encodeRuns(new Int32Array(100), 0, 100, 0)]).toEqual([0xc8, 0x01]);
  });
});
