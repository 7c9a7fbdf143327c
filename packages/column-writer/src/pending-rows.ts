/** Keeps copies of rows that do not fill a page yet, so that callers may reuse the arrays of a batch. */
import { appendValues, copyBits, gatherInto } from '@marquetry/bit-io';
import { countValid, createNullBuilder, type NullBuilder } from '@marquetry/column';
import {
  type ColumnBuffer,
  createColumnBuffer,
  type DirectValues,
  type Kernels,
  type LeafColumn,
  type Limits,
  type Nulls,
  noNulls,
} from '@marquetry/core';
import type { Stretch } from './page-cuts.js';
import type { WriteBatch } from './write-batch.js';

export interface PendingRows {
  readonly rowCount: number;
  readonly slotCount: number;
  /** Number of bytes that the values appended so far take when PLAIN-encoded. */
  readonly bytes: number;
  append(batch: WriteBatch, stretch: Stretch): void;
  /** Returns the appended rows and removes them. The result is valid until the next call to `append`. */
  take(): TakenRows;
}

interface TakenRows {
  readonly values: DirectValues;
  readonly nulls: Nulls;
  readonly slotCount: number;
  readonly rowCount: number;
}

export function createPendingRows(column: LeafColumn, kernels: Kernels, limits: Limits): PendingRows {
  return new CopiedRows(column, kernels, limits);
}

/** The implementation is a class to save memory, because there is one object per chunk. */
class CopiedRows implements PendingRows {
  rowCount = 0;
  bytes = 0;
  declare private readonly column: LeafColumn;
  declare private readonly kernels: Kernels;
  declare private readonly limits: Limits;
  declare private readonly buffer: ColumnBuffer;
  declare private nulls: NullBuilder;
  private isTaken = false;

  constructor(column: LeafColumn, kernels: Kernels, limits: Limits) {
    this.column = column;
    this.kernels = kernels;
    this.limits = limits;
    this.buffer = createColumnBuffer(column, { limits });
    this.nulls = createNullBuilder(column.maxDefinitionLevel, 0, limits);
  }

  get slotCount(): number {
    return this.nulls.slotCount;
  }

  append(batch: WriteBatch, stretch: Stretch): void {
    const { buffer, column, kernels } = this;
    if (this.isTaken) buffer.clear();
    this.isTaken = false;
    const { values } = batch;
    const { slotFrom, slotTo, valueFrom, valueTo } = stretch;
    if (values.layout === 'dictionary') {
      gatherInto(buffer, values.dictionary, values.indices, valueFrom, valueTo - valueFrom, kernels);
    } else {
      appendValues(buffer, values, valueFrom, valueTo);
    }
    this.nulls.append(levelsFor(batch.nulls, column, batch.slotCount), slotFrom, slotTo);
    this.rowCount += stretch.rowCount;
    this.bytes += stretch.bytes;
  }

  take(): TakenRows {
    const { buffer, column, limits, nulls, rowCount } = this;
    const rows = { values: buffer.values, nulls: nulls.finish(), slotCount: nulls.slotCount, rowCount };
    this.nulls = createNullBuilder(column.maxDefinitionLevel, 0, limits);
    this.rowCount = 0;
    this.bytes = 0;
    this.isTaken = true;
    return rows;
  }
}

/**
 * Converts the levels of a flat column to a bitmap. Batches may represent nulls as levels or as a bitmap, but all nulls
 * of a page must have the same form.
 */
export function levelsFor(nulls: Nulls, column: LeafColumn, slotCount: number): Nulls {
  if (nulls.kind !== 'levels' || column.maxDefinitionLevel > 1 || column.maxRepetitionLevel > 0) return nulls;
  if (nulls.nullCount === 0) return noNulls;
  const bits = new Uint8Array(Math.ceil(slotCount / 8));
  for (let i = 0; i < slotCount; i++) {
    if (nulls.definition[i] === 1) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  }
  return { kind: 'bitmap', bits, nullCount: nulls.nullCount };
}

/** Returns the nulls of slots `[from, to)`. Levels are not copied. */
export function sliceNulls(nulls: Nulls, from: number, to: number, maxDefinitionLevel: number): Nulls {
  if (nulls.kind === 'none') return nulls;
  const nullCount = to - from - countValid(nulls, from, to, maxDefinitionLevel);
  if (nulls.kind === 'bitmap') {
    if (nullCount === 0) return noNulls;
    const bits = new Uint8Array(Math.ceil((to - from) / 8));
    copyBits(nulls.bits, from, bits, 0, to - from);
    return { kind: 'bitmap', bits, nullCount };
  }
  const definition = nulls.definition.subarray(from, to);
  if (nulls.repetition === undefined) return { kind: 'levels', definition, nullCount };
  return { kind: 'levels', definition, repetition: nulls.repetition.subarray(from, to), nullCount };
}
