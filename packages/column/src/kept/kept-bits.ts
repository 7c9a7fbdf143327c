/** Describes the slots of a page that are read, as one bit per slot. */
import { keepBits } from '@marquetry/bit-io';
import type { ColumnKernels, NullBitmap, NullLevels, Nulls } from '@marquetry/core';
import type { KeptSlots, ValueSource } from '../kept-slots.js';
import type { NullBuilder } from '../null-builder.js';
import type { OpenPiece } from '../open-piece.js';
import { validBits } from '../valid-bits.js';
import { readKept } from './read-kept.js';
import { keptNulls, keptValues, type SlotBits } from './slot-bits.js';

/**
 * The slots to read, as one bit per slot: 1 if the slot is read. The first bit belongs to the first slot of the range.
 */
export class KeptBits implements KeptSlots {
  declare readonly slotCount: number;
  declare private readonly slots: SlotBits;

  constructor(slots: SlotBits) {
    this.slots = slots;
    this.slotCount = slots.kept;
  }

  appendNulls(target: NullBuilder, nulls: Nulls, from: number, maxDefinitionLevel: number): void {
    target.append(keptNulls(nulls, from, this.slots, maxDefinitionLevel), 0, this.slotCount);
  }

  appendValues(
    target: OpenPiece,
    { decoder, dictionary }: ValueSource,
    nulls: Nulls,
    from: number,
    maxDefinitionLevel: number,
    kernels: ColumnKernels,
  ): void {
    readKept(target, dictionary, decoder, keptValues(nulls, from, this.slots, maxDefinitionLevel), kernels);
  }

  validity(nulls: NullBitmap | NullLevels, from: number, maxDefinitionLevel: number): Uint8Array {
    const { bits, first, count, kept } = this.slots;
    const valid = new Uint8Array((kept + 7) >> 3);
    keepBits(validBits(nulls, from, from + count, maxDefinitionLevel), 0, bits, first, count, valid, 0);
    return valid;
  }
}
