/**
 * Tests that for runs, levels and blocks of all kinds, including corrupt ones, the JavaScript and WebAssembly kernels
 * return the same values or throw errors with the same code.
 */
import { javascriptKernels as js } from '@marquetry/bit-io';
import { createLimits, EncodingId, isParquetError, type Kernels } from '@marquetry/core';
import { decodeLevels } from '@marquetry/levels';
import { createRunReader, readRuns } from '@marquetry/rle';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noise, sameBytes, simd, withAnyArena } from './arena-memory.js';

/** Encodes any value as a varint, for the header of a run. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
};

interface Run {
  readonly length: number;
  readonly packed: boolean;
  readonly seed: number;
}

const run = fc.record<Run>({
  length: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 3, arbitrary: fc.integer({ min: 41, max: 3000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 3001, max: 70_000 }) },
  ),
  packed: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

/** Returns the bytes of runs as a writer makes them, followed by arbitrary bytes. */
function bytesOf(runs: readonly Run[], width: number, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = runs.map(({ length, packed, seed }) => {
    if (packed) return [...varint(2 * length + 1), ...noise(length * width, seed)];
    const valueBytes = (width + 7) >> 3;
    const value = noise(valueBytes, seed);
    if (valueBytes > 0) value[valueBytes - 1]! &= 0xff >> (8 * valueBytes - width);
    return [...varint(2 * length), ...value];
  });
  return Uint8Array.from([...parts.flat(), ...tail]);
}

const headers = fc.constantFrom(
  [],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0xff, 0xff, 0xff, 0xff, 0x1f],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0x80, 0x80, 0x80, 0x80, 0x00],
  [0xfe, 0xff, 0xff, 0xff, 0x0f],
);
const tail = fc
  .tuple(headers, fc.uint8Array({ maxLength: 40 }))
  .map(([header, bytes]) => Uint8Array.from([...header, ...bytes]));
const runs = fc.array(run, { maxLength: 60 });

function outcome(read: () => void): string {
  try {
    read();
    return 'read';
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
}

/**
 * Returns the values, or an empty array and the code of the error: values that were written before an error do not
 * count.
 */
function indices(
  kernels: Kernels,
  bytes: Uint8Array,
  width: number,
  portions: readonly number[],
): { readonly target: Int32Array; readonly said: string } {
  const target = new Int32Array(portions.reduce((sum, n) => sum + n, 0) + 4).fill(-7);
  const said = outcome(() => {
    const reader = createRunReader(bytes, 0, bytes.length, width);
    let from = 2;
    for (const n of portions) {
      readRuns(reader, target, from, n, kernels);
      from += n;
    }
  });
  return { target: said === 'read' ? target : new Int32Array(0), said };
}

test('WebAssembly and JavaScript read the same values from runs of any width, in parts of any size, up to the end of the runs and beyond', () => {
  const portions = fc.array(fc.oneof(fc.integer({ max: 600, min: 0 }), fc.integer({ min: 0, max: 40_000 })), {
    maxLength: 5,
  });
  let read = 0;
  fc.assert(
    fc.property(runs, tail, fc.nat(32), portions, (list, end, width, counts) => {
      const bytes = bytesOf(list, width, end);
      const expected = indices(js, bytes, width, counts);
      let said = '';
      const found = withAnyArena(() => {
        const result = indices(simd, bytes, width, counts);
        said = result.said;
        return result.target;
      });
      expect(said).toBe(expected.said);
      expect(sameBytes(found, expected.target)).toBe(true);
      if (said === 'read') read++;
    }),
    { numRuns: fullOr(400, 66) },
  );
  expect(read).toBeGreaterThan(fullOr(50, 5));
});

test('readRuns writes directly to arrays in the memory of the kernels, and writes nothing after the values', () => {
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 25 }), fc.integer({ min: 256, max: 20_000 }), (list, width, count) => {
      const bytes = bytesOf(list, width, Uint8Array.of(3));
      const lent = simd.scratch(4 * count + 80).fill(0x5a);
      const target = new Int32Array(lent.buffer, lent.byteOffset, count + 20);
      const cursor = { position: 0 };
      const done = simd.readRuns(bytes, cursor, bytes.length, width, target, 0, count);
      expect(done).toBeLessThanOrEqual(count);
      expect(cursor.position).toBeLessThanOrEqual(bytes.length);
      // The kernel may write up to 3 values more than the number that it returns, but none beyond `count`.
      expect(sameBytes(target.subarray(count), new Int32Array(20).fill(0x5a5a5a5a))).toBe(true);
      const expected = new Int32Array(done);
      readRuns(createRunReader(bytes, 0, bytes.length, width), expected, 0, done, js);
      expect(sameBytes(target.subarray(0, done), expected)).toBe(true);
    }),
    { numRuns: fullOr(200, 33) },
  );
});

test('WebAssembly and JavaScript read the same levels from runs, regardless of the maximum level', () => {
  let read = 0;
  const count = fc.oneof(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 100_000 }));
  fc.assert(
    fc.property(runs, tail, fc.integer({ min: 1, max: 255 }), count, (list, end, maxLevel, slotCount) => {
      const width = 32 - Math.clz32(maxLevel);
      const bytes = bytesOf(list, width, end);
      const levels = (kernels: Kernels): Uint8Array => {
        let found: Uint8Array = new Uint8Array(0);
        const said = outcome(() => {
          const limits = createLimits();
          const place = { position: 0, end: bytes.length, lengthPrefixed: false };
          found = decodeLevels({
            encoding: EncodingId.RLE,
            bytes,
            ...place,
            maxLevel,
            slotCount,
            kernels,
            limits,
          }).levels;
        });
        if (said !== 'read') return new TextEncoder().encode(said);
        read++;
        return found;
      };
      expect(
        sameBytes(
          withAnyArena(() => levels(simd)),
          levels(js),
        ),
      ).toBe(true);
    }),
    { numRuns: fullOr(400, 66) },
  );
  expect(read).toBeGreaterThan(fullOr(50, 5));
});

test('readDeltaBlocks stops at invalid bytes, and reads no byte beyond the end of the blocks', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.constantFrom(1, 2, 4, 8),
      fc.constantFrom(32, 64, 1024),
      fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
      fc.integer({ min: 256, max: 5000 }),
      (bytes, miniblocks, size, words, count) => {
        const cursor = { position: 0 };
        const state = Int32Array.of(1, 2, 3, 4);
        const target = new Int32Array(words * count + 4).fill(-7);
        const read = (): Int32Array => {
          cursor.position = 0;
          state.set([1, 2, 3, 4]);
          const done = simd.readDeltaBlocks(
            bytes,
            cursor,
            bytes.length,
            miniblocks,
            size,
            words,
            state,
            target,
            1,
            count,
          );
          expect(done % (miniblocks * size)).toBe(0);
          return Int32Array.of(done, cursor.position, ...state, ...target);
        };
        const [done, position] = withAnyArena(read);
        expect(done).toBeLessThanOrEqual(count);
        expect(position).toBeLessThanOrEqual(bytes.length);
        expect([...target.subarray(words * (1 + done!))].every((word) => word === -7)).toBe(true);

        // The same values are written in place if the target is in the memory of the kernels.
        const lent = simd.scratch(4 * target.length);
        const own = new Int32Array(lent.buffer, lent.byteOffset, target.length).fill(-7);
        state.set([1, 2, 3, 4]);
        simd.readDeltaBlocks(bytes, { position: 0 }, bytes.length, miniblocks, size, words, state, own, 1, count);
        expect(sameBytes(own.subarray(0, words * (1 + done!)), target.subarray(0, words * (1 + done!)))).toBe(true);
      },
    ),
    { numRuns: fullOr(500, 83) },
  );
});
