/** Converts the definition and repetition levels of nested columns to list offsets and validity bits. */
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, inputAt, outputAt, regionBytes, sourceAt, stateAt, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Up to this many slots, JavaScript is faster than copying to WebAssembly memory and calling the kernel. */
const fewSlots = 256;

/** Number of slots to process per call: the offsets of that many lists fill {@link regionBytes} of memory. */
const pieceSlots = regionBytes / 4;

function isWorthIt(definition: Uint8Array, repetition: Uint8Array, slotCount: number): boolean {
  return slotCount > fewSlots && slotCount <= Math.min(definition.length, repetition.length);
}

/**
 * Calls `take` for at most {@link pieceSlots} slots at a time, with the addresses of their definition and repetition
 * levels and the number of slots. Stops when `take` returns false.
 */
function eachPiece(
  arena: Arena,
  definition: Uint8Array,
  repetition: Uint8Array,
  slotCount: number,
  take: (definition: number, repetition: number, count: number) => boolean,
): boolean {
  for (let done = 0; done < slotCount; done += pieceSlots) {
    const n = Math.min(pieceSlots, slotCount - done);
    const definitions = addressOf(arena, definition, done, n, inputAt);
    if (!take(definitions, addressOf(arena, repetition, done, n, sourceAt), n)) return false;
  }
  return true;
}

/** Creates the `openLists` kernel, which uses the memory of an arena. */
export function createOpenLists(arena: Arena, lists: SimdModule['lists']): NonNullable<Kernels['openLists']> {
  return (definition, repetition, slotCount, entryLevel, repetitionLevel, offsets) => {
    if (!isWorthIt(definition, repetition, slotCount)) return undefined;
    const { words } = arena;
    words.fill(0, stateAt + 2, stateAt + 7);
    let count = 0;
    const fits = eachPiece(arena, definition, repetition, slotCount, (definitions, repetitions, n) => {
      const found = lists(definitions, repetitions, n, entryLevel, repetitionLevel, outputAt);
      if (count + found > offsets.length) return false;
      offsets.set(words.subarray(outputAt >> 2, (outputAt >> 2) + found), count);
      count += found;
      return true;
    });
    if (!fits) return undefined;
    return {
      lists: count,
      entries: words[stateAt + 2] as number,
      slotsOfEntries: words[stateAt + 4] as number,
      isBroken: words[stateAt + 5] !== 0,
      isBelowEmpty: words[stateAt + 6] !== 0,
    };
  };
}

/** Creates the `keepSlots` kernel, which uses the memory of an arena. */
export function createKeepSlots(arena: Arena, keep: SimdModule['keep']): NonNullable<Kernels['keepSlots']> {
  return (definition, repetition, slotCount, level, keptDefinition, keptRepetition) => {
    if (!isWorthIt(definition, repetition, slotCount)) return false;
    const { bytes } = arena;
    let kept = 0;
    return eachPiece(arena, definition, repetition, slotCount, (definitions, repetitions, n) => {
      const found = keep(definitions, repetitions, n, level, outputAt, wordsAt);
      if (kept + found > Math.min(keptDefinition.length, keptRepetition.length)) return false;
      keptDefinition.set(bytes.subarray(outputAt, outputAt + found), kept);
      keptRepetition.set(bytes.subarray(wordsAt, wordsAt + found), kept);
      kept += found;
      return true;
    });
  };
}

/** Creates the `layerBits` kernel, which uses the memory of an arena. */
export function createLayerBits(arena: Arena, nulls: SimdModule['nulls']): NonNullable<Kernels['layerBits']> {
  return (definition, repetition, slotCount, level, repetitionLevel, bits) => {
    if (!isWorthIt(definition, repetition, slotCount)) return undefined;
    const { bytes, words } = arena;
    words.fill(0, stateAt + 2, stateAt + 6);
    let entries = 0;
    const fits = eachPiece(arena, definition, repetition, slotCount, (definitions, repetitions, n) => {
      const at = Math.floor(entries / 8);
      entries += nulls(definitions, repetitions, n, level, repetitionLevel, outputAt);
      if (entries > 8 * bits.length) return false;
      bits.set(bytes.subarray(outputAt, outputAt + Math.floor(entries / 8) - at), at);
      return true;
    });
    if (!fits) return undefined;
    if ((entries & 7) !== 0) bits[Math.floor(entries / 8)] = words[stateAt + 2] as number;
    return { entries, valid: words[stateAt + 5] as number };
  };
}
