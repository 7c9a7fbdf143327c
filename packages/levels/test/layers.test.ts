import { defaultLimits, noNulls, runSteps } from '@marquetry/core';
import {
  closeLists,
  closeNulls,
  countEqual,
  type LayerSlots,
  nullsOfLayer,
  openLists,
  rowSlots,
} from '@marquetry/levels';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';

const slots = (definition: number[], repetition: number[]): LayerSlots => ({
  definition: Uint8Array.from(definition),
  repetition: Uint8Array.from(repetition),
  slotCount: definition.length,
});
const kept = ({ definition, repetition, slotCount }: LayerSlots): number[][] => [
  [...definition.subarray(0, slotCount)],
  [...repetition.subarray(0, slotCount)],
];

// The rows [1, null], null, [], [4]. Definition levels: 0 null row, 1 empty list, 2 null entry, 3 value.
const simple = slots([3, 2, 0, 1, 3], [0, 1, 0, 0, 0]);
// The rows [[1, 2], []], [], [null, [3]], null. Definition levels: 0 null row, 1 empty outer list, 2 null inner list,
// 3 empty inner list, 4 value.
const deep = slots([4, 4, 3, 1, 2, 4, 0], [0, 2, 1, 0, 0, 1, 0]);

test('countEqual counts any level at any alignment and length', () => {
  const buffer = new Uint8Array(5000).map((_, i) => [0, 1, 127, 128, 129, 255][(i * i + (i >> 3)) % 6] as number);
  for (const level of [0, 1, 127, 128, 129, 255]) {
    for (const offset of [0, 1, 2, 3]) {
      const levels = buffer.subarray(offset);
      for (const [from, to] of [
        [0, 0],
        [0, 1],
        [1, 3],
        [2, 9],
        [0, 1023],
        [5, 4996],
      ] as const) {
        const expected = levels.subarray(from, to).filter((value) => value === level).length;
        expect(countEqual(levels, level, from, to)).toBe(expected);
      }
    }
  }
  expect(countEqual(new Uint8Array(4000).fill(7), 7)).toBe(4000);
});

describe('deriving layers from levels', () => {
  test('the levels of a list are converted to offsets and nulls', () => {
    expect(nullsOfLayer(simple, { repetitionLevel: 0, definitionLevel: 1 }, 4)).toEqual({
      kind: 'bitmap',
      bits: Uint8Array.of(0b1101),
      nullCount: 1,
    });
    const { offsets, entryCount, entries } = openLists(simple, { repetitionLevel: 1, entryDefinitionLevel: 2 }, 4);
    expect([[...offsets], entryCount, kept(entries)]).toEqual([
      [0, 2, 2, 2, 3],
      3,
      [
        [3, 2, 3],
        [0, 1, 0],
      ],
    ]);
    expect(nullsOfLayer(entries, { repetitionLevel: 1, definitionLevel: 3 }, 3)).toEqual({
      kind: 'bitmap',
      bits: Uint8Array.of(0b101),
      nullCount: 1,
    });
  });

  test('the levels of lists of lists are converted to offsets and nulls, one nesting layer at a time', () => {
    const outer = openLists(deep, { repetitionLevel: 1, entryDefinitionLevel: 2 }, 4);
    expect([[...outer.offsets], outer.entryCount]).toEqual([[0, 2, 2, 4, 4], 4]);
    expect(kept(outer.entries)).toEqual([
      [4, 4, 3, 2, 4],
      [0, 2, 1, 0, 1],
    ]);
    expect(nullsOfLayer(outer.entries, { repetitionLevel: 1, definitionLevel: 3 }, 4)).toMatchObject({
      bits: Uint8Array.of(0b1011),
    });
    const inner = openLists(outer.entries, { repetitionLevel: 2, entryDefinitionLevel: 4 }, 4);
    expect([[...inner.offsets], inner.entryCount]).toEqual([[0, 2, 2, 2, 3], 3]);
  });

  test('a nesting layer without nulls has no bitmap, and a nesting layer without rows has no lists', () => {
    expect(nullsOfLayer(simple, { repetitionLevel: 0, definitionLevel: 0 }, 4)).toBe(noNulls);
    const { offsets, entryCount } = openLists(slots([], []), { repetitionLevel: 1, entryDefinitionLevel: 1 }, 0);
    expect([[...offsets], entryCount]).toEqual([[0], 0]);
  });

  test.each([
    ['more lists than expected', [1, 1], [0, 0], 1],
    ['fewer lists than expected', [1, 1], [0, 1], 2],
    ['a first slot that continues a list', [1, 1], [1, 0], 1],
    ['an entry after an empty list', [0, 1], [0, 1], 1],
    ['a list that continues without an entry', [1, 0], [0, 1], 1],
    ['a deeper entry after an empty list', [0, 1], [0, 2], 1],
  ])('levels with %s are rejected as CORRUPT', (_, definition, repetition, length) => {
    const error = thrownBy(() =>
      openLists(slots(definition, repetition), { repetitionLevel: 1, entryDefinitionLevel: 1 }, length),
    );
    expect(error.code).toBe('CORRUPT');
  });

  test('levels with fewer entries than expected are rejected as CORRUPT', () => {
    const error = thrownBy(() => nullsOfLayer(simple, { repetitionLevel: 0, definitionLevel: 1 }, 5));
    expect([error.code, error.reason]).toEqual(['CORRUPT', 'the levels describe 4 entries instead of 5']);
  });
});

describe('computing levels from layers', () => {
  test('lists of lists are converted to levels, one nesting layer at a time', () => {
    const bitmap = (bits: number, nullCount: number) =>
      ({ kind: 'bitmap', bits: Uint8Array.of(bits), nullCount }) as const;
    const rows = runSteps(closeNulls(runSteps(rowSlots(4)), bitmap(0b0111, 1), 1));
    const lists = runSteps(
      closeLists(rows, Int32Array.of(0, 2, 2, 4, 4), { repetitionLevel: 1, entryDefinitionLevel: 2 }, defaultLimits),
    );
    const inner = runSteps(closeNulls(lists, bitmap(0b1011, 1), 3));
    const { definition, repetition, entry } = runSteps(
      closeLists(inner, Int32Array.of(0, 2, 2, 2, 3), { repetitionLevel: 2, entryDefinitionLevel: 4 }, defaultLimits),
    );
    expect([[...definition], [...repetition], [...entry]]).toEqual([
      [4, 4, 3, 1, 2, 4, 0],
      [0, 2, 1, 0, 0, 1, 0],
      [0, 1, -1, -1, -1, 2, -1],
    ]);
  });

  test('closeLists omits the entries of null lists, and accepts offsets that start above 0', () => {
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b10), nullCount: 1 } as const;
    const rows = runSteps(closeNulls(runSteps(rowSlots(2)), nulls, 1));
    const { definition, entry } = runSteps(
      closeLists(rows, Int32Array.of(5, 7, 9), { repetitionLevel: 1, entryDefinitionLevel: 2 }, defaultLimits),
    );
    expect([[...definition], [...entry]]).toEqual([
      [0, 2, 2],
      [-1, 7, 8],
    ]);
  });

  test('a layer that cannot be null does not raise the levels of slots in which an outer layer is null', () => {
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 } as const;
    const rows = runSteps(rowSlots(3));
    const outer = runSteps(closeNulls(rows, nulls, 1));
    const { definition, entry } = runSteps(closeNulls(outer, noNulls, 2));
    expect([[...definition], [...entry]]).toEqual([
      [2, 0, 2],
      [0, -1, 2],
    ]);
    expect([[...outer.definition], [...outer.entry]]).toEqual([
      [1, 0, 1],
      [0, -1, 2],
    ]);
    expect([[...rows.definition], [...rows.entry]]).toEqual([
      [0, 0, 0],
      [0, 1, 2],
    ]);
  });

  test('closeLists creates as many slots as the limit allows; one more slot causes an error that names the limit', () => {
    const layer = { repetitionLevel: 1, entryDefinitionLevel: 1 };
    const close = (decodedBytes: number) =>
      runSteps(closeLists(runSteps(rowSlots(2)), Int32Array.of(0, 3, 3), layer, { ...defaultLimits, decodedBytes }));
    expect([...close(4).entry]).toEqual([0, 1, 2, -1]);
    expect(() => close(3)).toThrow('a level array of 4 bytes exceeds the limit decodedBytes = 3');
  });

  test('closeLists throws LIMIT for more slots than the limit allows, before memory is allocated', () => {
    const offsets = Int32Array.of(0, 2 ** 31 - 1);
    const layer = { repetitionLevel: 1, entryDefinitionLevel: 1 };
    const error = thrownBy(() =>
      runSteps(closeLists(runSteps(rowSlots(1)), offsets, layer, { ...defaultLimits, decodedBytes: 2 ** 20 })),
    );
    expect(error.code).toBe('LIMIT');
  });
});
