/** Tests that the kernel moves values to the same slots as the JavaScript loops, and writes nothing else. */
import { spreadInPlace } from '@marquetry/bit-io';
import { type ColumnBuffer, createColumnBuffer, PhysicalType } from '@marquetry/core';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noise, sameBytes, simd, withAnyArena } from './arena-memory.js';

/**
 * Generates small counts, counts around the threshold and around one region of memory, and counts that need several
 * regions.
 */
const slots = fc.oneof(
  fc.integer({ min: 0, max: 600 }),
  fc.integer({ min: 8180, max: 8200 }),
  fc.integer({ min: 16_370, max: 16_400 }),
  fc.integer({ min: 30_000, max: 40_000 }),
);
/** Generates the average number of values per 256 slots. */
const often = fc.constantFrom(0, 3, 77, 180, 250, 256);

interface Shape {
  readonly type: PhysicalType;
  readonly slotCount: number;
  readonly often: number;
  readonly before: number;
  readonly allFrom: number;
  readonly seed: number;
}

const shape = fc.record({
  type: fc.constantFrom(PhysicalType.INT32, PhysicalType.DOUBLE, PhysicalType.BYTE_ARRAY),
  slotCount: slots,
  often,
  before: fc.nat(5),
  // From here on, all slots have a value, so these values are in place before the kernel reaches the first slot.
  allFrom: fc.constantFrom(0, 1000, 20_000, 1e6),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

function bitsOf({ slotCount, often, allFrom, seed }: Shape): { bits: Uint8Array; valueCount: number } {
  // Bits beyond the slots are random, because they must have no effect.
  const bits = noise(Math.ceil(slotCount / 8) + 2, seed);
  const random = noise(slotCount, seed + 1);
  let valueCount = 0;
  for (let i = 0; i < slotCount; i++) {
    const isThere = i >= allFrom || (random[i] as number) < often;
    if (isThere) valueCount++;
    bits[i >> 3] = ((bits[i >> 3] as number) & ~(1 << (i & 7))) | (Number(isThere) << (i & 7));
  }
  return { bits, valueCount };
}

function bufferOf({ type, before, seed, slotCount }: Shape, valueCount: number): ColumnBuffer {
  const width = type === PhysicalType.INT32 ? 4 : type === PhysicalType.DOUBLE ? 8 : 0;
  const buffer = createColumnBuffer({ type, width }, { capacity: before + slotCount + 3 });
  const values = before + valueCount;
  if (buffer.layout === 'bytes') {
    for (let i = 0; i < values; i++) buffer.offsets[i + 1] = (buffer.offsets[i] as number) + ((i * seed) % 7);
  } else if (buffer.layout === 'fixed') {
    buffer.data.set(noise(values * width, seed + 2));
  }
  buffer.length = values;
  return buffer;
}

const arrayOf = (buffer: ColumnBuffer): Uint8Array | Int32Array =>
  buffer.layout === 'bytes' ? buffer.offsets : buffer.data;

test('spread writes values to the same positions as the JavaScript version, and leaves earlier values unchanged', () => {
  fc.assert(
    fc.property(shape, (given) => {
      const { bits, valueCount } = bitsOf(given);
      const run = (accelerated?: typeof simd.spreadWords): Uint8Array | Int32Array => {
        const buffer = bufferOf(given, valueCount);
        spreadInPlace(buffer, given.before, valueCount, bits, given.slotCount, accelerated);
        expect(buffer.length).toBe(given.before + given.slotCount);
        return arrayOf(buffer).slice();
      };
      expect(
        sameBytes(
          withAnyArena(() => run(simd.spreadWords)),
          run(),
        ),
      ).toBe(true);
    }),
    { numRuns: fullOr(300, 40) },
  );
});
