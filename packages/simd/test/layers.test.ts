/** Tests that the JavaScript and WebAssembly kernels return the same layers of nested columns, whatever the levels. */
import { createHash } from 'node:crypto';
import { isParquetError } from '@marquetry/core';
import { type LayerSlots, nullsOfLayer, openLists } from '@marquetry/levels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, simd } from './arena-memory.js';

/** Calls `run` and returns the result, or the code and the message of the error. */
function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (isParquetError(error)) return [error.code, error.message];
    throw error;
  }
}

/**
 * Returns a short digest, because matchers are slow on long arrays. Ignores bytes of the level arrays that are beyond
 * the last slot.
 */
function digest(value: unknown): string {
  const hash = createHash('sha256');
  const text = JSON.stringify(value, (key, one) => {
    if (ArrayBuffer.isView(one)) {
      hash.update(new Uint8Array(one.buffer, one.byteOffset, one.byteLength));
      return one.byteLength;
    }
    if (key !== 'entries' || typeof one !== 'object') return one;
    const { definition, repetition, slotCount } = one as LayerSlots;
    return [definition.subarray(0, slotCount), repetition.subarray(0, slotCount)];
  });
  return `${text} ${hash.digest('hex')}`;
}

const shape = fc.record({
  slotCount: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 16_000, max: 40_000 })),
  largestRepetition: fc.integer({ min: 0, max: 3 }),
  largestDefinition: fc.integer({ min: 1, max: 5 }),
  behind: fc.nat(20),
  seed: fc.integer({ min: 1, max: 1e6 }),
  often: fc.boolean(),
});

interface Shape {
  readonly slotCount: number;
  readonly largestRepetition: number;
  readonly largestDefinition: number;
  readonly behind: number;
  readonly seed: number;
  readonly often: boolean;
}

function slotsOf({ slotCount, largestRepetition, largestDefinition, behind, seed, often }: Shape): LayerSlots {
  const random = noise(2 * (slotCount + behind), seed);
  const definition = random
    .slice(0, slotCount + behind)
    .map((byte) => (often && byte > 20 ? largestDefinition : byte % (largestDefinition + 1)));
  // A slot continues a list only if both the slot and the previous one are entries, unless the levels are meant to be
  // wrong.
  const repetition = random.slice(slotCount + behind).map((byte, i) => {
    const isWrong = seed % 7 === 0 && byte === 1;
    if (!isWrong && (i === 0 || definition[i] !== largestDefinition || definition[i - 1] !== largestDefinition))
      return 0;
    return byte % (largestRepetition + 1);
  });
  return { definition, repetition, slotCount };
}

test('openLists returns the same lists, or throws the same error, in WebAssembly and in JavaScript', () => {
  let opened = 0;
  fc.assert(
    fc.property(
      shape,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(0, 0, 0, 1, -1),
      (one, repetitionLevel, entryDefinitionLevel, off) => {
        const slots = slotsOf(one);
        const lists = slots.repetition.subarray(0, slots.slotCount).filter((level) => level < repetitionLevel).length;
        const length = Math.max(0, lists + off);
        const layer = { repetitionLevel, entryDefinitionLevel };
        const expected = outcome(() => openLists(slots, layer, length));
        for (const byte of [0, 0xff]) {
          litter(byte);
          expect(digest(outcome(() => openLists(slots, layer, length, simd)))).toBe(digest(expected));
        }
        if (!Array.isArray(expected)) opened++;
      },
    ),
    { numRuns: 300 },
  );
  expect(opened).toBeGreaterThan(50);
});

test('nullsOfLayer returns the same validity bits, or throws the same error, in WebAssembly and in JavaScript', () => {
  let found = 0;
  fc.assert(
    fc.property(
      shape,
      fc.nat(3),
      fc.nat(5),
      fc.constantFrom(0, 0, 0, 1, -1, -9),
      (one, repetitionLevel, definitionLevel, off) => {
        const slots = slotsOf(one);
        const entries = slots.repetition
          .subarray(0, slots.slotCount)
          .filter((level) => level <= repetitionLevel).length;
        const length = Math.max(0, entries + off);
        const levels = { repetitionLevel, definitionLevel };
        const expected = outcome(() => nullsOfLayer(slots, levels, length));
        for (const byte of [0, 0xff]) {
          litter(byte);
          expect(digest(outcome(() => nullsOfLayer(slots, levels, length, simd)))).toBe(digest(expected));
        }
        if (!Array.isArray(expected)) found++;
      },
    ),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(50);
});

test('WebAssembly kernels for levels leave the work to JavaScript if an array is too short', () => {
  const short = new Uint8Array(300);
  expect(simd.openLists(short, short, 301, 1, 1, new Int32Array(302))).toBeUndefined();
  expect(simd.layerBits(short, short, 301, 1, 1, new Uint8Array(40))).toBeUndefined();
  expect(simd.keepSlots(short, short, 301, 0, new Uint8Array(301), new Uint8Array(301))).toBe(false);
  expect(simd.openLists(short, short, 300, 1, 1, new Int32Array(299))).toBeUndefined();
  expect(simd.layerBits(short, short, 300, 0, 1, new Uint8Array(37))).toBeUndefined();
});
