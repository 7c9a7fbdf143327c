/**
 * Appends slots of a page to the piece that is being assembled.
 */
import { spreadInPlace } from '@marquetry/bit-io';
import type { Kernels, LeafColumn } from '@marquetry/core';
import { countValid } from './count-valid.js';
import { type CurrentPage, decoderAt } from './current-page.js';
import type { OpenPiece } from './open-piece.js';
import { appendIndices, readRanges } from './read-ranges.js';
import { rangeBits, type SlotRanges, slotsIn, valuePlaces } from './slot-ranges.js';
import { validBits } from './valid-bits.js';

/** Slots `[from, to)` of a page. */
export interface Stretch {
  readonly source: CurrentPage;
  readonly from: number;
  readonly to: number;
  /** The slots of it that are wanted; the first range starts at `from`, the last ends at `to`. Undefined: all. */
  readonly ranges?: SlotRanges | undefined;
  /** Rows that start in them. */
  readonly rowCount: number;
}

export function appendNulls({ nulls }: OpenPiece, { source: { page }, from, to, ranges }: Stretch): void {
  if (ranges === undefined) nulls.append(page.nulls, from, to);
  else nulls.appendRanges(page.nulls, ranges);
}

/** In what form slots are appended. */
interface SlotForm {
  readonly column: LeafColumn;
  readonly kernels: Kernels;
  readonly spaced: boolean;
}

/** Appends values, or what stands for slots. */
export function appendSlots(open: OpenPiece, stretch: Stretch, { column, kernels, spaced }: SlotForm): void {
  const { buffer, dictionary } = open;
  const { from, to, ranges, source } = stretch;
  const { maxDefinitionLevel } = column;
  const { nulls } = source.page;
  const start = buffer.length;
  if (ranges === undefined) {
    const valueCount = stretchValues(stretch, column);
    // The decoder makes room itself, once the bytes have proven that the values are there.
    if (dictionary === undefined) decoderAt(source, from, to, column).readInto(buffer, valueCount);
    else appendIndices(buffer, decoderAt(source, from, to, column), valueCount);
  } else {
    const places = valuePlaces(nulls, ranges, maxDefinitionLevel);
    readRanges(open, source.dictionary, decoderAt(source, from, to, column), places, kernels);
  }
  const valueCount = buffer.length - start;
  const slotCount = ranges === undefined ? to - from : slotsIn(ranges);
  if (!spaced || valueCount === slotCount || nulls.kind === 'none') return;
  const bits =
    ranges === undefined
      ? validBits(nulls, from, to, maxDefinitionLevel)
      : rangeBits(nulls, ranges, maxDefinitionLevel);
  spreadInPlace(buffer, start, valueCount, bits, slotCount, kernels.spreadWords);
}

function stretchValues({ source: { page }, from, to }: Stretch, column: LeafColumn): number {
  if (from === 0 && to === page.slotCount) return page.valueCount;
  return countValid(page.nulls, from, to, column.maxDefinitionLevel);
}
