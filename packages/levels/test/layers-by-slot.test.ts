import { nullsOfLayer, openLists } from '@marquetry/levels';
import { expect, test } from 'vitest';

/** The levels of a layer of lists, for which random slots are generated. */
interface Shape {
  readonly name: string;
  readonly repetitionLevel: number;
  readonly entryDefinitionLevel: number;
  readonly maxDefinition: number;
}

const shapes: readonly Shape[] = [
  { name: 'one layer', repetitionLevel: 1, entryDefinitionLevel: 2, maxDefinition: 3 },
  { name: 'a layer within a layer', repetitionLevel: 2, entryDefinitionLevel: 4, maxDefinition: 6 },
  { name: 'required lists', repetitionLevel: 1, entryDefinitionLevel: 1, maxDefinition: 1 },
  { name: 'levels around 128', repetitionLevel: 128, entryDefinitionLevel: 129, maxDefinition: 131 },
  { name: 'the highest levels', repetitionLevel: 255, entryDefinitionLevel: 254, maxDefinition: 255 },
];

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}

function makeSlots(shape: Shape, slotCount: number, seed: number, entriesOnly: boolean): [number[], number[]] {
  const { repetitionLevel, entryDefinitionLevel, maxDefinition } = shape;
  const next = random(seed);
  const definition: number[] = [];
  const repetition: number[] = [];
  let wasEntry = false;
  for (let i = 0; i < slotCount; i++) {
    const goesOn: boolean = wasEntry && next(3) > 0;
    const isEntry: boolean = goesOn || entriesOnly || next(4) > 0;
    const deepest = Math.min(255, repetitionLevel + 1);
    repetition.push(goesOn ? repetitionLevel + next(deepest - repetitionLevel + 1) : next(repetitionLevel));
    definition.push(
      isEntry ? entryDefinitionLevel + next(maxDefinition - entryDefinitionLevel + 1) : next(entryDefinitionLevel),
    );
    wasEntry = isEntry;
  }
  return [definition, repetition];
}

/**
 * Returns a copy of the levels with other bytes before and after it, so that a read beyond its ends would change the
 * result.
 */
function placed(levels: readonly number[], offset: number): Uint8Array {
  const memory = new Uint8Array(offset + levels.length + 9).fill(170);
  memory.set(levels, offset);
  return memory.subarray(offset, offset + levels.length);
}

const slotCounts = [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100, 1001];

test.each(shapes)('openLists returns the same result as a loop that processes one slot at a time: $name', (shape) => {
  const { repetitionLevel, entryDefinitionLevel } = shape;
  for (const slotCount of slotCounts) {
    for (const [seed, entriesOnly] of [
      [1, false],
      [2, false],
      [3, true],
    ] as const) {
      const [definition, repetition] = makeSlots(shape, slotCount, seed * 1000 + slotCount, entriesOnly);
      const offsets: number[] = [];
      let entryCount = 0;
      for (const [i, r] of repetition.entries()) {
        if (r < repetitionLevel) offsets.push(entryCount);
        if (r <= repetitionLevel && (definition[i] ?? 0) >= entryDefinitionLevel) entryCount++;
      }
      const kept = definition.map((d) => d >= entryDefinitionLevel);
      const slots = { definition: placed(definition, seed), repetition: placed(repetition, 3 - seed), slotCount };
      const opened = openLists(slots, { repetitionLevel, entryDefinitionLevel }, offsets.length);
      expect([...opened.offsets]).toEqual([...offsets, entryCount]);
      expect(opened.entryCount).toBe(entryCount);
      expect([...opened.entries.definition.subarray(0, opened.entries.slotCount)]).toEqual(
        definition.filter((_, i) => kept[i]),
      );
      expect([...opened.entries.repetition.subarray(0, opened.entries.slotCount)]).toEqual(
        repetition.filter((_, i) => kept[i]),
      );
      const least = Math.min(entryDefinitionLevel, ...definition);
      expect(opened.leastDefinition).toBe(least >= entryDefinitionLevel - 1 ? least : 0);
    }
  }
});

test.each(shapes)(
  'nullsOfLayer returns the same result as a loop that processes one slot at a time: $name',
  (shape) => {
    for (const slotCount of slotCounts) {
      const [definition, repetition] = makeSlots(shape, slotCount, 77 + slotCount, false);
      for (const repetitionLevel of [0, shape.repetitionLevel - 1, shape.repetitionLevel, 255]) {
        for (const definitionLevel of [0, shape.entryDefinitionLevel, shape.maxDefinition]) {
          const expected: boolean[] = [];
          for (const [i, r] of repetition.entries()) {
            if (r <= repetitionLevel) expected.push((definition[i] ?? 0) >= definitionLevel);
          }
          const slots = { definition: placed(definition, 1), repetition: placed(repetition, 2), slotCount };
          const nulls = nullsOfLayer(slots, { repetitionLevel, definitionLevel }, expected.length);
          const nullCount = expected.filter((valid) => !valid).length;
          if (nullCount === 0) {
            expect(nulls.kind).toBe('none');
            continue;
          }
          const bits = new Uint8Array(Math.ceil(expected.length / 8));
          for (const [i, valid] of expected.entries()) if (valid) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
          expect(nulls).toEqual({ kind: 'bitmap', bits, nullCount });
        }
      }
    }
  },
);

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'openLists throws CORRUPT if slot %i does not contain a list entry, but the next slot continues its list',
  (at) => {
    const definition = Array.from({ length: 10 }, (_, i) => (i === at ? 0 : 1));
    const repetition = Array.from({ length: 10 }, (_, i) => (i === at + 1 ? 1 : 0));
    const slots = { definition: placed(definition, 0), repetition: placed(repetition, 0), slotCount: 10 };
    expect(() => openLists(slots, { repetitionLevel: 1, entryDefinitionLevel: 1 }, 9)).toThrow(
      'a repetition level continues a list that has no entry',
    );
  },
);
