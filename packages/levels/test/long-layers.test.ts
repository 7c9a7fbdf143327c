/**
 * Tests that the result is the same if a layer has too many slots for one step and is processed in several portions
 * (ranges of slots).
 */
import { type Kernels, runSteps, type Steps } from '@marquetry/core';
import { nullsOfLayer, nullsOfLayerInSteps, openLists, openListsInSteps } from '@marquetry/levels';
import { expect, test } from 'vitest';

const slotCount = 2 ** 19 + 3;
const layer = { repetitionLevel: 1, entryDefinitionLevel: 2 };

/**
 * Generates the slots of a layer. A list starts at each slot for which `begins` is true, and is empty if `isEmpty` is
 * true.
 */
function makeSlots(begins: (slot: number) => boolean, isEmpty: (slot: number) => boolean) {
  const definition = new Uint8Array(slotCount);
  const repetition = new Uint8Array(slotCount);
  for (let i = 0; i < slotCount; i++) {
    const goesOn = i > 0 && !begins(i) && !isEmpty(i) && !isEmpty(i - 1);
    repetition[i] = goesOn ? 1 : 0;
    definition[i] = isEmpty(i) ? 1 : i % 5 === 0 ? 2 : 3;
  }
  return { definition, repetition, slotCount };
}

const shapes = {
  'lists of three': makeSlots(
    (i) => i % 3 === 0,
    () => false,
  ),
  'lists of three and empty ones': makeSlots(
    (i) => i % 3 === 0,
    (i) => i % 7 === 0,
  ),
  'one list of all slots': makeSlots(
    () => false,
    () => false,
  ),
  'lists longer than a step': makeSlots(
    (i) => i % 300_007 === 0,
    () => false,
  ),
};

/** Computes the expected result with a loop over single slots. */
function lookAtEach({ definition, repetition }: (typeof shapes)['lists of three']) {
  const offsets: number[] = [];
  let entryCount = 0;
  for (let i = 0; i < slotCount; i++) {
    if (repetition[i] === 0) offsets.push(entryCount);
    if ((definition[i] as number) >= 2) entryCount++;
  }
  const isEntry = (_: number, i: number): boolean => (definition[i] as number) >= 2;
  return {
    offsets: Int32Array.from([...offsets, entryCount]),
    definition: definition.filter(isEntry),
    repetition: repetition.filter(isEntry),
  };
}

/** Kernels for the tests. They call the JavaScript code and, like real kernels, see only the slots of one portion. */
const kernels: Pick<Kernels, 'openLists' | 'layerBits'> = {
  openLists: (definition, repetition, count, entryDefinitionLevel, repetitionLevel, offsets) => {
    let lists = 0;
    for (let i = 0; i < count; i++) if ((repetition[i] as number) < repetitionLevel) lists++;
    if (lists > offsets.length) return undefined;
    const slots = { definition, repetition, slotCount: count };
    const opened = openLists(slots, { repetitionLevel, entryDefinitionLevel }, lists);
    offsets.set(opened.offsets.subarray(0, lists));
    const isBelowEmpty = definition.subarray(0, count).some((level) => level < entryDefinitionLevel - 1);
    const slotsOfEntries = opened.entries.slotCount;
    return { lists, entries: opened.entryCount, slotsOfEntries, isBroken: false, isBelowEmpty };
  },
  layerBits: (definition, repetition, count, definitionLevel, repetitionLevel, bits) => {
    let entries = 0;
    for (let i = 0; i < count; i++) if ((repetition[i] as number) <= repetitionLevel) entries++;
    if (entries > 8 * bits.length) return undefined;
    const slots = { definition, repetition, slotCount: count };
    const nulls = nullsOfLayer(slots, { definitionLevel, repetitionLevel }, entries);
    if (nulls.kind === 'bitmap') bits.set(nulls.bits);
    else for (let i = 0; i < entries; i++) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
    return { entries, valid: entries - nulls.nullCount };
  },
};

function countSteps<T>(steps: Steps<T>): number {
  let count = 1;
  while (steps.next().done !== true) count++;
  return count;
}

test.each(Object.entries(shapes))('openLists returns the same as a loop over single slots: %s', (_, slots) => {
  const expected = lookAtEach(slots);
  for (const given of [{}, kernels]) {
    const opened = openLists(slots, layer, expected.offsets.length - 1, given);
    expect(Buffer.compare(bytesOf(opened.offsets), bytesOf(expected.offsets))).toBe(0);
    const { definition, repetition, slotCount: kept } = opened.entries;
    expect(kept).toBe(expected.definition.length);
    expect(Buffer.compare(definition.subarray(0, kept), expected.definition)).toBe(0);
    expect(Buffer.compare(repetition.subarray(0, kept), expected.repetition)).toBe(0);
  }
  expect(countSteps(openListsInSteps(slots, layer, expected.offsets.length - 1))).toBeGreaterThan(2);
});

test.each(Object.entries(shapes))('nullsOfLayer returns the same as a loop over single slots: %s', (_, slots) => {
  for (const levels of [
    { repetitionLevel: 0, definitionLevel: 2 },
    { repetitionLevel: 1, definitionLevel: 3 },
  ]) {
    const bits: number[] = [];
    for (let i = 0; i < slotCount; i++) {
      if ((slots.repetition[i] as number) <= levels.repetitionLevel) {
        bits.push((slots.definition[i] as number) >= levels.definitionLevel ? 1 : 0);
      }
    }
    for (const given of [{}, kernels]) {
      const nulls = nullsOfLayer(slots, levels, bits.length, given);
      const found = nulls.kind === 'none' ? new Uint8Array(Math.ceil(bits.length / 8)).fill(255) : nulls.bits;
      expect(bits.findIndex((bit, i) => ((found[i >> 3] as number) >> (i & 7)) % 2 !== bit)).toBe(-1);
      expect(nulls.nullCount).toBe(bits.filter((bit) => bit === 0).length);
    }
    expect(countSteps(nullsOfLayerInSteps(slots, levels, bits.length))).toBe(3);
  }
});

test.each([2 ** 18, 2 ** 18 + 1, 2 ** 19])(
  'openLists throws CORRUPT if slot %i continues a list, but the slot before it does not contain a list entry',
  (at) => {
    const definition = new Uint8Array(slotCount).fill(2);
    const repetition = new Uint8Array(slotCount).fill(1);
    repetition[0] = 0;
    definition[at - 1] = 0;
    repetition[at - 1] = 0;
    const slots = { definition, repetition, slotCount };
    for (const given of [{}, kernels]) {
      expect(() => openLists(slots, layer, 2, given)).toThrow('a repetition level continues a list that has no entry');
    }
  },
);

test('openListsInSteps converts a list that has more slots than one step processes', () => {
  const { offsets } = runSteps(openListsInSteps(shapes['one list of all slots'], layer, 1, kernels));
  expect([...offsets]).toEqual([0, slotCount]);
});

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
