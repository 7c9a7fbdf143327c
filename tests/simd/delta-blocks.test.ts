/**
 * Encodes delta streams with both kernel sets: WebAssembly writes the same bytes as JavaScript, whatever its memory
 * contained before, and nothing else.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { bytesOf, fixedValues, type Kernels, PhysicalType } from '@marquetry/core';
import { createDeltaBinaryPacked, type DeltaOptions } from '@marquetry/delta';
import { createSimdKernels } from '@marquetry/simd';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const simd = createSimdKernels();
const { writeDeltaBlocks } = simd;
if (writeDeltaBlocks === undefined) throw simd.refusal;

/** The number of values that the WebAssembly kernel has encoded. */
let encoded = 0;
const counting: Kernels = {
  ...simd,
  writeDeltaBlocks(source, from, count, words, miniblocks, miniblockSize, target, position) {
    const end = writeDeltaBlocks(source, from, count, words, miniblocks, miniblockSize, target, position);
    if (end > position) encoded += count;
    return end;
  },
};

/**
 * A run of `length` deltas, each of which is `least` plus a random number of at most `width` bits.
 */
interface Part {
  readonly length: number;
  readonly width: number;
  readonly least: bigint;
  readonly seed: number;
}

const edges = [0n, -1n, 63n, -64n, 64n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 62n, 2n ** 63n - 1n, -(2n ** 63n)];
const part = fc.record<Part>({
  length: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9000 })),
  width: fc.oneof(fc.nat(64), fc.constantFrom(0, 1, 15, 16, 17, 31, 32, 33, 63, 64)),
  least: fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.constantFrom(...edges)),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

/** Returns the sums of the deltas, modulo 2^64. */
function seriesOf(parts: readonly Part[]): BigInt64Array<ArrayBuffer> {
  const values = [7n];
  for (const { length, width, least, seed } of parts) {
    let state = BigInt(seed);
    for (let i = 0; i < length; i++) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      const delta = least + (width === 0 ? 0n : state >> BigInt(64 - width));
      values.push(BigInt.asIntN(64, (values.at(-1) as bigint) + delta));
    }
  }
  return BigInt64Array.from(values);
}

const shapes: readonly DeltaOptions[] = [
  {},
  { blockSize: 128, miniblocks: 1 },
  { blockSize: 256, miniblocks: 8 },
  { blockSize: 640, miniblocks: 5 },
  { blockSize: 4096, miniblocks: 4 },
  // Blocks of this size are encoded in JavaScript.
  { blockSize: 8192, miniblocks: 4 },
];

test.each([32, 64] as const)('SIMD and JavaScript kernels encode INT%i values to the same page', (bits) => {
  const column = bits === 32 ? { type: PhysicalType.INT32, width: 4 } : { type: PhysicalType.INT64, width: 8 };
  encoded = 0;
  const property = fc.property(
    fc.array(part, { maxLength: 5 }),
    fc.constantFrom(...shapes),
    fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 3 }),
    (parts, shape, portions) => {
      const series = seriesOf(parts);
      const data = bits === 64 ? series : Int32Array.from(series, (value) => Number(BigInt.asIntN(32, value)));
      const values = fixedValues(column, bytesOf(data), 0, data.length);
      const page = (kernels: Kernels): Uint8Array => {
        const encoder = createDeltaBinaryPacked(kernels).encoder(column, shape);
        for (let from = 0, k = 0; from < data.length; k++) {
          const to = Math.min(data.length, from + (portions[k % portions.length] as number));
          encoder.write(values, from, to);
          from = to;
        }
        return encoder.finish();
      };
      const expected = page(javascriptKernels);
      for (const byte of [0, 0xff]) {
        // The memory that follows the tables of the WebAssembly module.
        new Uint8Array(simd.scratch?.(0).buffer as ArrayBuffer).fill(byte, 22_528);
        expect(Buffer.compare(page(counting), expected)).toBe(0);
      }
    },
  );
  fc.assert(property, { numRuns: fullOr(400, 60) });
  expect(encoded).toBeGreaterThan(10_000);
});

test('writeDeltaBlocks does not change the bytes before and after the blocks that it writes', () => {
  for (const words of [1, 2] as const) {
    const source = new Int32Array(words * 1025).map((_, i) => Math.imul(i, 0x9e3779b9) >> 9);
    const target = new Uint8Array(20_000).fill(0x5a);
    const end = writeDeltaBlocks(source, 1, 1024, words, 4, 32, target, 100);
    expect(end).toBeGreaterThan(100 + 1024);
    expect(target.subarray(0, 100).every((byte) => byte === 0x5a)).toBe(true);
    expect(target.subarray(end).every((byte) => byte === 0x5a)).toBe(true);
  }
});

test('writeDeltaBlocks encodes nothing if the previous value is missing, the source is too short, or the values or blocks exceed its memory', () => {
  const source = new Int32Array(40_000);
  const target = new Uint8Array(200_000).fill(0x5a);
  expect(writeDeltaBlocks(source, 0, 128, 1, 4, 32, target, 5)).toBe(5);
  expect(writeDeltaBlocks(source, 39_900, 128, 1, 4, 32, target, 5)).toBe(5);
  expect(writeDeltaBlocks(source, 19_900, 128, 2, 4, 32, target, 5)).toBe(5);
  expect(writeDeltaBlocks(source, 1, 16_512, 1, 4, 32, target, 5)).toBe(5);
  expect(writeDeltaBlocks(source, 1, 8320, 2, 4, 32, target, 5)).toBe(5);
  expect(writeDeltaBlocks(source, 1, 8192, 1, 4, 2048, target, 5)).toBe(5);
  expect(target.every((byte) => byte === 0x5a)).toBe(true);
  // The largest call: each block has a min delta of one byte and four widths of 0.
  expect(writeDeltaBlocks(source, 1, 16_384, 1, 4, 32, target, 5)).toBe(5 + 128 * 5);
});

test('the largest blocks of incompressible values fit in the memory of writeDeltaBlocks', () => {
  for (const words of [1, 2] as const) {
    const count = 16_384 / words;
    let state = 1;
    const source = new Int32Array(words * (count + 1)).map(() => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return state ^ (state >>> 15);
    });
    const target = new Uint8Array(70_000);
    const end = writeDeltaBlocks(source, 1, count, words, 4, 32, target, 0);
    expect(end).toBeGreaterThan(65_536);
    expect(end).toBeLessThanOrEqual(65_536 + (count / 128) * 14);
    const column = words === 1 ? { type: PhysicalType.INT32, width: 4 } : { type: PhysicalType.INT64, width: 8 };
    const encoder = createDeltaBinaryPacked(javascriptKernels).encoder(column);
    const values = fixedValues(column, bytesOf(source), 0, count + 1);
    encoder.write(values, 0, count + 1);
    const page = encoder.finish();
    expect(Buffer.compare(target.subarray(0, end), page.subarray(page.length - end))).toBe(0);
  }
});
