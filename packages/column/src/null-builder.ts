/**
 * Joins the nulls of page after page. Nothing is materialised while no slot is null.
 */
import { copyBits, countBits, fillBits } from '@marquetry/bit-io';
import {
  allocateBytes,
  type Limits,
  limitError,
  type NullLevels,
  type Nulls,
  noNulls,
  ParquetError,
} from '@marquetry/core';
import { countEqual } from '@marquetry/levels';

export interface NullBuilder {
  readonly slotCount: number;
  /** Bytes of bits or levels so far. */
  readonly byteLength: number;
  /**
   * Appends slots `[from, to)` of `nulls`; gives back how many of them have a value.
   * @throws ParquetError LIMIT, and appends nothing, when bits or levels would pass `limits.decodedBytes`.
   */
  append(nulls: Nulls, from: number, to: number): number;
  finish(): Nulls;
}

/** Slots in `[from, to)` that have a value. */
export function countValid(nulls: Nulls, from: number, to: number, maxDefinitionLevel: number): number {
  switch (nulls.kind) {
    case 'none':
      return to - from;
    case 'bitmap':
      return countBits(nulls.bits, from, to);
    case 'levels': {
      const { definition, nullCount } = nulls;
      if (from === 0 && to === definition.length) return to - nullCount;
      return countEqual(definition, maxDefinitionLevel, from, to);
    }
  }
}

/** A builder for a column whose pages give bitmaps (flat) or levels. `capacity`: slots that are likely to come. */
export function createNullBuilder(maxDefinitionLevel: number, capacity: number, limits: Limits): NullBuilder {
  let slotCount = 0;
  let nullCount = 0;
  let bits: Uint8Array | undefined;
  let definition: Uint8Array | undefined;
  let repetition: Uint8Array | undefined;

  const grown = (old: Uint8Array | undefined, needed: number, expected: number): Uint8Array => {
    // A few bytes of runs are levels of many slots: these are counted, however small the file.
    if (needed > limits.decodedBytes) {
      throw limitError('decodedBytes', limits, `an array of ${needed} bytes of levels`);
    }
    const wanted = Math.ceil(Math.max(needed, expected, 2 * (old?.length ?? 0)));
    const larger = allocateBytes(Math.min(wanted, limits.decodedBytes));
    if (old !== undefined) larger.set(old);
    return larger;
  };

  const appendBits = (source: Uint8Array | undefined, from: number, count: number): void => {
    if (source === undefined && bits === undefined) return;
    const needed = Math.ceil((slotCount + count) / 8);
    if (bits === undefined) {
      bits = grown(undefined, needed, capacity / 8);
      fillBits(bits, 0, slotCount);
    } else if (needed > bits.length) {
      bits = grown(bits, needed, 0);
    }
    if (source === undefined) fillBits(bits, slotCount, count);
    else copyBits(source, from, bits, slotCount, count);
  };

  const appendLevels = (source: NullLevels | undefined, from: number, to: number): void => {
    if (source === undefined && definition === undefined) return;
    const needed = slotCount + to - from;
    if (definition === undefined) {
      definition = grown(undefined, needed, capacity);
      definition.fill(maxDefinitionLevel, 0, slotCount);
    } else if (needed > definition.length) {
      definition = grown(definition, needed, 0);
    }
    if (source === undefined) definition.fill(maxDefinitionLevel, slotCount, needed);
    else definition.set(source.definition.subarray(from, to), slotCount);
    if (source?.repetition === undefined) return;
    if (repetition === undefined) repetition = grown(undefined, needed, capacity);
    else if (needed > repetition.length) repetition = grown(repetition, needed, 0);
    repetition.set(source.repetition.subarray(from, to), slotCount);
  };

  return {
    get slotCount(): number {
      return slotCount;
    },
    get byteLength(): number {
      if (definition !== undefined) return repetition === undefined ? slotCount : 2 * slotCount;
      return bits === undefined ? 0 : Math.ceil(slotCount / 8);
    },
    append: (nulls, from, to) => {
      if (nulls.kind === 'levels') {
        if (bits !== undefined) throw new ParquetError('INVALID_ARGUMENT', 'levels follow a bitmap in one column');
        appendLevels(nulls, from, to);
      } else if (definition !== undefined) {
        appendLevels(undefined, from, to);
      } else {
        appendBits(nulls.kind === 'bitmap' ? nulls.bits : undefined, from, to - from);
      }
      const valid = countValid(nulls, from, to, maxDefinitionLevel);
      slotCount += to - from;
      nullCount += to - from - valid;
      return valid;
    },
    finish: () => {
      if (definition !== undefined) {
        // As in pages: levels are there for nulls, or to tell rows.
        if (repetition === undefined && nullCount === 0) return noNulls;
        const levels: NullLevels = { kind: 'levels', definition: definition.subarray(0, slotCount), nullCount };
        return repetition === undefined ? levels : { ...levels, repetition: repetition.subarray(0, slotCount) };
      }
      if (bits === undefined || nullCount === 0) return noNulls;
      return { kind: 'bitmap', bits: bits.subarray(0, Math.ceil(slotCount / 8)), nullCount };
    },
  };
}
