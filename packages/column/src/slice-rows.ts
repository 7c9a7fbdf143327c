/**
 * Part of a piece, in memory of its own.
 */
import { copyBits } from '@marquetry/bit-io';
import { type LeafColumn, type Nulls, noNulls, own, sliceValues, type Values } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { countValid } from './null-builder.js';
import type { ColumnPiece } from './piece.js';

/**
 * Rows `[from, to)` of a piece that starts with a row. Copies values, indices and nulls; the dictionary is shared.
 * The caller has checked the range.
 */
export function sliceRows(piece: ColumnPiece, from: number, to: number, column: LeafColumn): ColumnPiece {
  const { nulls, spaced } = piece;
  const { maxDefinitionLevel } = column;
  const first = slotOfRow(piece, 0, from);
  const end = slotOfRow(piece, first, to - from);
  const before = spaced ? first : countValid(nulls, 0, first, maxDefinitionLevel);
  const valid = countValid(nulls, first, end, maxDefinitionLevel);
  const values = copyOf(sliceValues(piece.values, before, before + (spaced ? end - first : valid)));
  return {
    values,
    nulls: sliceNulls(nulls, first, end, end - first - valid),
    slotCount: end - first,
    rowCount: to - from,
    spaced,
  };
}

function copyOf(values: Values): Values {
  return values.layout === 'dictionary' ? { ...values, indices: values.indices.slice() } : own(values);
}

/** The slot at which the row starts that is `rows` rows after the one that starts at `from`; the end after the last. */
function slotOfRow({ nulls, slotCount }: ColumnPiece, from: number, rows: number): number {
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined) return from + rows;
  let slot = from;
  let left = rows;
  while (slot + blockSlots <= slotCount) {
    const starting = countEqual(repetition, 0, slot, slot + blockSlots);
    if (starting > left) break;
    left -= starting;
    slot += blockSlots;
  }
  for (; slot < slotCount; slot++) if (repetition[slot] === 0 && left-- === 0) return slot;
  return slotCount;
}

/** Slots that are counted at a time. */
const blockSlots = 1024;

function sliceNulls(nulls: Nulls, from: number, to: number, nullCount: number): Nulls {
  if (nulls.kind === 'none') return nulls;
  if (nulls.kind === 'levels') {
    const { repetition } = nulls;
    if (nullCount === 0 && repetition === undefined) return noNulls;
    const definition = nulls.definition.slice(from, to);
    const levels = { kind: 'levels', definition, nullCount } as const;
    return repetition === undefined ? levels : { ...levels, repetition: repetition.slice(from, to) };
  }
  if (nullCount === 0) return noNulls;
  const bits = new Uint8Array(Math.ceil((to - from) / 8));
  copyBits(nulls.bits, from, bits, 0, to - from);
  return { kind: 'bitmap', bits, nullCount };
}
