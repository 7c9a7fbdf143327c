/**
 * Appends slots of a page to the piece that is being assembled.
 */
import { spreadInPlace } from '@marquetry/bit-io';
import { type ColumnBuffer, type FlatValues, type LeafColumn, ParquetError, type ValueDecoder } from '@marquetry/core';
import type { DataPage } from '@marquetry/page';
import { countValid } from './null-builder.js';
import type { OpenPiece } from './open-piece.js';
import { rangeBits, type SlotRanges, slotsIn } from './slot-ranges.js';
import { validBits } from './valid-bits.js';

/** Slots `[from, to)` of a page. `values()` gives a decoder that stands at the first value of the stretch. */
export interface Stretch {
  readonly page: DataPage;
  readonly from: number;
  readonly to: number;
  /** The slots of it that are wanted; the first range starts at `from`, the last ends at `to`. Undefined: all. */
  readonly ranges?: SlotRanges | undefined;
  readonly rowCount: number;
  /** The dictionary, where the page's encoding uses one. */
  readonly dictionary: FlatValues | undefined;
  values(): ValueDecoder;
}

export function appendNulls({ nulls }: OpenPiece, { page, from, to, ranges }: Stretch): void {
  if (ranges === undefined) nulls.append(page.nulls, from, to);
  else nulls.appendRanges(page.nulls, ranges);
}

/** Appends values, or what stands for slots. */
export function appendSlots(open: OpenPiece, stretch: Stretch, spaced: boolean, column: LeafColumn): void {
  if (stretch.ranges !== undefined) {
    appendSlotRanges(open, stretch, stretch.ranges, spaced, column);
    return;
  }
  const { buffer, dictionary } = open;
  const { from, to } = stretch;
  const start = buffer.length;
  const slotCount = to - from;
  const valueCount = stretchValues(stretch, column);
  // The decoder makes room itself, once the bytes have proven that the values are there.
  if (dictionary === undefined) stretch.values().readInto(buffer, valueCount);
  else appendIndices(buffer, stretch.values(), valueCount);
  const { nulls } = stretch.page;
  if (spaced && valueCount < slotCount && nulls.kind !== 'none') {
    spreadInPlace(buffer, start, valueCount, validBits(nulls, from, to, column.maxDefinitionLevel), slotCount);
  }
}

/** Appends some of the slots of a stretch, range by range. */
function appendSlotRanges(
  { buffer, dictionary }: OpenPiece,
  { page: { nulls }, from, ...stretch }: Stretch,
  ranges: SlotRanges,
  spaced: boolean,
  { maxDefinitionLevel }: LeafColumn,
): void {
  const { bounds, count } = ranges;
  const start = buffer.length;
  const decoder = stretch.values();
  const slotCount = slotsIn(ranges);
  let valueCount = 0;
  let slot = from;
  for (let i = 0; i < count; i++) {
    const first = bounds[2 * i] as number;
    const end = bounds[2 * i + 1] as number;
    const passed = countValid(nulls, slot, first, maxDefinitionLevel);
    const taken = countValid(nulls, first, end, maxDefinitionLevel);
    if (passed > 0) decoder.skip(passed);
    if (dictionary !== undefined) appendIndices(buffer, decoder, taken);
    else if (taken > 0) decoder.readInto(buffer, taken);
    valueCount += taken;
    slot = end;
  }
  if (spaced && valueCount < slotCount) {
    spreadInPlace(buffer, start, valueCount, rangeBits(nulls, ranges, maxDefinitionLevel), slotCount);
  }
}

function stretchValues({ page, from, to }: Stretch, column: LeafColumn): number {
  if (from === 0 && to === page.slotCount) return page.valueCount;
  return countValid(page.nulls, from, to, column.maxDefinitionLevel);
}

function appendIndices(buffer: ColumnBuffer, decoder: ValueDecoder, count: number): void {
  // Indices are kept as INT32.
  if (count === 0 || buffer.layout !== 'fixed') return;
  if (decoder.readIndices !== undefined) {
    buffer.reserve(count);
    decoder.readIndices(buffer.words, buffer.length, count);
  } else {
    const values = decoder.read(count);
    if (values.layout !== 'dictionary') {
      throw new ParquetError('INVALID_ARGUMENT', 'an encoding that uses dictionaries must read DictionaryValues');
    }
    buffer.reserve(count);
    buffer.words.set(values.indices, buffer.length);
  }
  buffer.length += count;
}
