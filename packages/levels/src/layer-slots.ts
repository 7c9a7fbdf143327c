/** The slots of a layer of a nested column, and the number of slots to process before yielding to other work. */
import { type Kernels, ParquetError } from '@marquetry/core';

/**
 * The slots of a layer. Each slot has a definition level and a repetition level, one byte each. The arrays may be
 * longer than `slotCount`.
 */
export interface LayerSlots {
  readonly definition: Uint8Array;
  /** The repetition levels; all 0 if no field on the path of the column is repeated. */
  readonly repetition: Uint8Array;
  readonly slotCount: number;
}

/** The optional kernels that process a layer of a nested column. JavaScript code does the work of absent kernels. */
export type LayerKernels = Pick<Kernels, 'openLists' | 'keepSlots' | 'layerBits'>;

/** Number of slots to process before yielding to other work. Processing them takes less than a millisecond. */
export const stepSlots: number = 2 ** 18;

/** The slots from `from` up to, but not including, `to`. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the levels from slot `from` on: a view, or the array itself if `from` is 0. */
export function levelsFrom(levels: Uint8Array, from: number): Uint8Array {
  return from === 0 ? levels : levels.subarray(from);
}

export function contradiction(reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason);
}
