/** Appends slots of a page to the open piece: the piece (consecutive values of one column) that is being assembled. */
import { spreadInPlace } from '@marquetry/bit-io';
import type { ColumnKernels, LeafColumn } from '@marquetry/core';
import { countValid } from './count-valid.js';
import { type CurrentPage, decoderAt } from './current-page.js';
import type { KeptSlots } from './kept-slots.js';
import type { OpenPiece } from './open-piece.js';
import { appendIndices } from './read-ranges.js';
import { validBits } from './valid-bits.js';

/** The slots of a page that are to be appended: all of `[from, to)`, or some of them. */
export interface Stretch {
  readonly source: CurrentPage;
  readonly from: number;
  readonly to: number;
  /**
   * The slots to append; the first is `from`, and all are below `to`. If undefined, all slots in `[from, to)` are
   * appended.
   */
  readonly kept?: KeptSlots | undefined;
  /** Number of rows that start in the slots to append. */
  readonly rowCount: number;
}

export function appendNulls(
  { nulls }: OpenPiece,
  { source: { page }, from, to, kept }: Stretch,
  { maxDefinitionLevel }: LeafColumn,
): void {
  if (kept === undefined) nulls.append(page.nulls, from, to);
  else kept.appendNulls(nulls, page.nulls, from, maxDefinitionLevel);
}

/** The column whose slots are appended. If `spaced` is true, nulls are appended as entries, too. */
interface SlotForm {
  readonly column: LeafColumn;
  readonly kernels: ColumnKernels;
  readonly spaced: boolean;
}

/**
 * Appends the values or dictionary indices of a range of slots. If `spaced` is true, appends one entry per slot, so
 * that nulls have entries, too.
 */
export function appendSlots(open: OpenPiece, stretch: Stretch, { column, kernels, spaced }: SlotForm): void {
  const { buffer, dictionary } = open;
  const { from, to, kept, source } = stretch;
  const { maxDefinitionLevel } = column;
  const { nulls } = source.page;
  const start = buffer.length;
  if (kept === undefined) {
    const valueCount = stretchValues(stretch, column);
    // The decoder reserves the memory for these values, because only it can check that the bytes contain that many.
    if (dictionary === undefined) decoderAt(source, from, to, column).readInto(buffer, valueCount);
    else appendIndices(buffer, decoderAt(source, from, to, column), valueCount);
  } else {
    const values = { decoder: decoderAt(source, from, to, column), dictionary: source.dictionary };
    kept.appendValues(open, values, nulls, from, maxDefinitionLevel, kernels);
  }
  const valueCount = buffer.length - start;
  const slotCount = kept === undefined ? to - from : kept.slotCount;
  if (!spaced || valueCount === slotCount || nulls.kind === 'none') return;
  const bits =
    kept === undefined
      ? validBits(nulls, from, to, maxDefinitionLevel)
      : kept.validity(nulls, from, maxDefinitionLevel);
  spreadInPlace(buffer, start, valueCount, bits, slotCount, kernels.spreadWords);
}

function stretchValues({ source: { page }, from, to }: Stretch, column: LeafColumn): number {
  if (from === 0 && to === page.slotCount) return page.valueCount;
  return countValid(page.nulls, from, to, column.maxDefinitionLevel);
}
