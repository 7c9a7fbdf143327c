/** Collects the values and levels of one column while rows are converted, in buffers that grow. */
import type { ColumnPiece } from '@marquetry/column';
import {
  allocateBytes,
  type ColumnBuffer,
  createColumnBuffer,
  type Limits,
  limitError,
  type Nulls,
  noNulls,
} from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { putOf } from './put/put.js';
import type { Put } from './put/put-value.js';
import { createRefusal } from './refuse.js';

/**
 * A column with the values and levels of the converted rows. `nulls` contains the same levels in the form that file
 * writers expect.
 */
export interface ShreddedColumn extends ColumnPiece {
  readonly leaf: LeafNode;
  /** The definition level of each slot; all are 0 if the maximum definition level is 0. */
  readonly definition: Uint8Array;
  /** The repetition level of each slot; all are 0 if the maximum repetition level is 0. */
  readonly repetition: Uint8Array;
}

export interface LeafSlots {
  readonly leaf: LeafNode;
  /** Appends a value; call {@link addSlot} to append its slot. */
  readonly put: Put;
  readonly buffer: ColumnBuffer;
  definition: Uint8Array;
  repetition: Uint8Array;
  slotCount: number;
  readonly limits: Limits;
}

export function createLeafSlots(leaf: LeafNode, limits: Limits): LeafSlots {
  const buffer = createColumnBuffer(leaf, { limits });
  return {
    leaf,
    put: putOf(leaf, buffer, createRefusal(leaf)),
    buffer,
    definition: new Uint8Array(0),
    repetition: new Uint8Array(0),
    slotCount: 0,
    limits,
  };
}

/** Appends the levels of one entry, which may be null. */
export function addSlot(slots: LeafSlots, repetition: number, definition: number): void {
  const at = slots.slotCount++;
  if (at === slots.definition.length) growLevels(slots);
  slots.definition[at] = definition;
  slots.repetition[at] = repetition;
}

const firstSlots = 1024;

function growLevels(slots: LeafSlots): void {
  const { definition, repetition, limits } = slots;
  const { length } = definition;
  if (length >= limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `a ${length + 1}-byte array of levels`);
  }
  const larger = Math.min(Math.max(firstSlots, 2 * length), limits.decodedBytes);
  slots.definition = allocateBytes(larger);
  slots.definition.set(definition);
  slots.repetition = allocateBytes(larger);
  slots.repetition.set(repetition);
}

/** Returns views of the values and levels appended so far. */
export function viewOf({ leaf, buffer, slotCount, ...levels }: LeafSlots, rowCount: number): ShreddedColumn {
  const definition = levels.definition.subarray(0, slotCount);
  const repetition = levels.repetition.subarray(0, slotCount);
  const { values } = buffer;
  return {
    leaf,
    values,
    nulls: nullsOf(leaf, definition, repetition, slotCount - values.length),
    definition,
    repetition,
    slotCount,
    rowCount,
    spaced: false,
  };
}

function nullsOf(leaf: LeafNode, definition: Uint8Array, repetition: Uint8Array, nullCount: number): Nulls {
  if (leaf.maxRepetitionLevel > 0) return { kind: 'levels', definition, repetition, nullCount };
  return nullCount === 0 ? noNulls : { kind: 'levels', definition, nullCount };
}

export function clear(slots: LeafSlots): void {
  slots.buffer.clear();
  slots.slotCount = 0;
}
