/**
 * Changes the order of the rows of a column. A slot is a value, a null or an empty list.
 *
 *   rows     0    1       2         order  2 0 1
 *   slots    a    b c     -         ->     -  a  b c
 *   values   a    b c               ->     a  b c
 */
import { type ColumnPiece, decodeDictionaryInSteps } from '@marquetry/column';
import type { ColumnKernels, Limits, Nulls, Steps, Values } from '@marquetry/core';
import { validityOf } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';

/** Number of slots (values, nulls and empty lists) to process before control returns to the caller. */
const stepSlots = 2 ** 16;

/**
 * Returns a column with its rows in the given order. The result shares the dictionary of the column.
 * @param piece Consecutive values of a column without entries for nulls (dense). The first must start a row.
 * @param order For each row of the result, the number of the row in `piece`.
 */
export function* reordered(
  piece: ColumnPiece,
  order: Int32Array,
  leaf: LeafNode,
  options: { readonly kernels?: ColumnKernels; readonly limits?: Limits },
): Steps<ColumnPiece> {
  const { nulls, slotCount } = piece;
  const isRepeated = nulls.kind === 'levels' && nulls.repetition !== undefined;
  const slots = isRepeated ? yield* slotsInOrder(nulls.repetition, order, slotCount) : order;
  const bits = validityOf(nulls, leaf.maxDefinitionLevel);
  let indices = slots;
  if (bits !== undefined) indices = yield* valuesInOrder(bits, slots, slotCount - nulls.nullCount);
  return {
    values: yield* gathered(piece.values, indices, leaf, options),
    nulls: nullsInOrder(nulls, slots),
    slotCount,
    rowCount: order.length,
    spaced: false,
  };
}

/** Returns the positions of a column's values, nulls and empty lists, row by row, with the rows in the given order. */
function* slotsInOrder(repetition: Uint8Array, order: Int32Array, slotCount: number): Steps<Int32Array> {
  const starts = new Int32Array(order.length + 1);
  for (let slot = 0, row = 0; slot < slotCount; slot++) if (repetition[slot] === 0) starts[row++] = slot;
  starts[order.length] = slotCount;
  const slots = new Int32Array(slotCount);
  let to = 0;
  let since = 0;
  for (const row of order) {
    const end = starts[row + 1] as number;
    for (let slot = starts[row] as number; slot < end; slot++) slots[to++] = slot;
    if (to - since < stepSlots) continue;
    since = to;
    yield;
  }
  return slots;
}

/** Returns the indices of the values in the given slots, and skips slots without a value. */
function* valuesInOrder(bits: Uint8Array, slots: Int32Array, valueCount: number): Steps<Int32Array> {
  const places = new Int32Array(slots.length);
  for (let slot = 0, next = 0; slot < slots.length; slot++) {
    places[slot] = (((bits[slot >> 3] as number) >>> (slot & 7)) & 1) === 1 ? next++ : -1;
  }
  yield;
  const values = new Int32Array(valueCount);
  let to = 0;
  for (const slot of slots) {
    const place = places[slot] as number;
    if (place >= 0) values[to++] = place;
  }
  return values;
}

function* gathered(
  values: Values,
  places: Int32Array,
  leaf: LeafNode,
  options: { readonly kernels?: ColumnKernels; readonly limits?: Limits },
): Steps<Values> {
  if (values.layout === 'dictionary') {
    const indices = new Int32Array(places.length);
    for (let i = 0; i < places.length; i++) indices[i] = values.indices[places[i] as number] as number;
    return { ...values, length: places.length, indices };
  }
  // Reorders direct values by using them as a dictionary, with `places` as indices.
  const permuted = {
    layout: 'dictionary',
    type: values.type,
    length: places.length,
    indices: places,
    dictionary: values,
  } as const;
  return yield* decodeDictionaryInSteps(permuted, leaf, options);
}

function nullsInOrder(nulls: Nulls, slots: Int32Array): Nulls {
  switch (nulls.kind) {
    case 'none':
      return nulls;
    case 'bitmap': {
      const bits = new Uint8Array((slots.length + 7) >> 3);
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] as number;
        const bit = ((nulls.bits[slot >> 3] as number) >>> (slot & 7)) & 1;
        bits[i >> 3] = (bits[i >> 3] as number) | (bit << (i & 7));
      }
      return { ...nulls, bits };
    }
    case 'levels': {
      const inOrder = (levels: Uint8Array): Uint8Array => {
        const moved = new Uint8Array(slots.length);
        for (let i = 0; i < slots.length; i++) moved[i] = levels[slots[i] as number] as number;
        return moved;
      };
      const definition = inOrder(nulls.definition);
      return nulls.repetition === undefined
        ? { kind: 'levels', nullCount: nulls.nullCount, definition }
        : { kind: 'levels', nullCount: nulls.nullCount, definition, repetition: inOrder(nulls.repetition) };
    }
  }
}
