/** The slots to keep in a range of slots of a page. */
import type { ColumnKernels, DirectValues, NullBitmap, NullLevels, Nulls, ValueDecoder } from '@marquetry/core';
import type { NullBuilder } from './null-builder.js';
import type { OpenPiece } from './open-piece.js';
import { readRanges } from './read-ranges.js';
import { rangeBits, type SlotRanges, valuePlaces } from './slot-ranges.js';

/** A decoder positioned at the first value of the range of slots, and the dictionary that its indices refer to. */
export interface ValueSource {
  readonly decoder: ValueDecoder;
  readonly dictionary: DirectValues | undefined;
}

/**
 * The slots to keep in a range of slots. `nulls` are the nulls of the page, and the range starts at slot `from` of the
 * page.
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
  /** Returns one bit per kept slot: 1 if it has a value. */
  validity(nulls: NullBitmap | NullLevels, from: number, maxDefinitionLevel: number): Uint8Array;
}

/** Keeps several ranges of the page's slots. The first one starts at the first slot of the given range. */
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
