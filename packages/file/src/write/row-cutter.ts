/**
 * Cuts a column at rows: into row groups, and into portions that are encoded at a time.
 */
import { copyBits } from '@marquetry/bit-io';
import { countValid } from '@marquetry/column';
import type { WriteBatch } from '@marquetry/column-writer';
import { type Nulls, noNulls, sliceValues } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

export interface RowCutter {
  /** The next `rows` rows, of which as many are left. Aliases the batch. */
  take(rows: number): WriteBatch;
}

/** The batch must have passed `columnBatch`. */
export function createRowCutter(leaf: LeafNode, batch: WriteBatch): RowCutter {
  const { values, nulls, slotCount, rowCount } = batch;
  const repetition = leaf.maxRepetitionLevel > 0 && nulls.kind === 'levels' ? nulls.repetition : undefined;
  let slot = 0;
  let value = 0;
  return {
    take: (rows) => {
      if (slot === 0 && rows === rowCount) return batch;
      const from = slot;
      slot = repetition === undefined ? from + rows : rowEnd(repetition, from, slotCount, rows);
      const firstValue = value;
      value += countValid(nulls, from, slot, leaf.maxDefinitionLevel);
      return {
        values: sliceValues(values, firstValue, value),
        nulls: sliceNulls(nulls, from, slot, slot - from - (value - firstValue)),
        slotCount: slot - from,
        rowCount: rows,
      };
    },
  };
}

/** The slot behind `rows` rows from `from` on. */
function rowEnd(repetition: Uint8Array, from: number, slotCount: number, rows: number): number {
  let started = 0;
  for (let slot = from; slot < slotCount; slot++) {
    if (repetition[slot] === 0 && ++started > rows) return slot;
  }
  return slotCount;
}

function sliceNulls(nulls: Nulls, from: number, to: number, nullCount: number): Nulls {
  switch (nulls.kind) {
    case 'none':
      return noNulls;
    case 'bitmap': {
      if (nullCount === 0) return noNulls;
      const bits = new Uint8Array(Math.ceil((to - from) / 8));
      copyBits(nulls.bits, from, bits, 0, to - from);
      return { kind: 'bitmap', bits, nullCount };
    }
    case 'levels': {
      const definition = nulls.definition.subarray(from, to);
      const levels: Nulls = { kind: 'levels', definition, nullCount };
      return nulls.repetition === undefined ? levels : { ...levels, repetition: nulls.repetition.subarray(from, to) };
    }
  }
}
