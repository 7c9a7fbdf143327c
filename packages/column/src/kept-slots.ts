/** Describes the slots of a page that are read when only some of its rows are selected. */
import type { ColumnKernels, DirectValues, NullBitmap, NullLevels, Nulls, ValueDecoder } from '@marquetry/core';
import type { NullBuilder } from './null-builder.js';
import type { OpenPiece } from './open-piece.js';
import { readRanges } from './read-ranges.js';
import { rangeBits, type SlotRanges, valuePlaces } from './slot-ranges.js';

/**
 * The source of the values in a range of slots: a decoder positioned at the first of these values, and the dictionary
 * to which its indices refer.
 */
export interface ValueSource {
  readonly decoder: ValueDecoder;
  readonly dictionary: DirectValues | undefined;
}

/**
 * The slots to read from a range of slots, with methods that append their nulls and values. The range starts at slot
 * `from` of the page; `nulls` are the nulls of the whole page.
 */
export interface KeptSlots {
  readonly slotCount: number;
  appendNulls(target: NullBuilder, nulls: Nulls, from: number, maxDefinitionLevel: number): void;
  appendValues(
    target: OpenPiece,
    source: ValueSource,
    nulls: Nulls,
    from: number,
    maxDefinitionLevel: number,
    kernels: ColumnKernels,
  ): void;
  /** Returns one bit per slot to read; the bit is 1 if the slot has a value. */
  validity(nulls: NullBitmap | NullLevels, from: number, maxDefinitionLevel: number): Uint8Array;
}

/** The slots to read, as several ranges. The first of these ranges starts at slot `from`. */
export class KeptRanges implements KeptSlots {
  declare readonly slotCount: number;
  declare private readonly ranges: SlotRanges;

  constructor(ranges: SlotRanges, slotCount: number) {
    this.ranges = ranges;
    this.slotCount = slotCount;
  }

  appendNulls(target: NullBuilder, nulls: Nulls): void {
    target.appendRanges(nulls, this.ranges);
  }

  appendValues(
    target: OpenPiece,
    { decoder, dictionary }: ValueSource,
    nulls: Nulls,
    _from: number,
    maxDefinitionLevel: number,
    kernels: ColumnKernels,
  ): void {
    readRanges(target, dictionary, decoder, valuePlaces(nulls, this.ranges, maxDefinitionLevel), kernels);
  }

  validity(nulls: NullBitmap | NullLevels, _from: number, maxDefinitionLevel: number): Uint8Array {
    return rangeBits(nulls, this.ranges, maxDefinitionLevel);
  }
}
