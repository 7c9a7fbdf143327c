/**
 * The slots that layers of nested columns are made from, and how many of them are one step of work.
 */
import { type Kernels, ParquetError } from '@marquetry/core';

/** The slots of a column that a layer consists of, one byte of level each; more bytes may follow. */
export interface LayerSlots {
  readonly definition: Uint8Array;
  /** All 0 where nothing is repeated. */
  readonly repetition: Uint8Array;
  readonly slotCount: number;
}

/** Kernels that take whole layers, where there are any. */
export type LayerKernels = Pick<Kernels, 'openLists' | 'keepSlots' | 'layerBits'>;

/** Slots of a step: less than a millisecond of work. */
export const stepSlots: number = 2 ** 18;

/** Slots `[from, to)`. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** The levels from slot `from` on: the array itself where that is all of it. */
export function levelsFrom(levels: Uint8Array, from: number): Uint8Array {
  return from === 0 ? levels : levels.subarray(from);
}

export function viewOfLevels(levels: Uint8Array): DataView {
  return new DataView(levels.buffer, levels.byteOffset, levels.byteLength);
}

export function contradiction(reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason);
}
