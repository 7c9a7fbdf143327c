/** Converts nested columns to values and levels, for writing: the inverse of `nestColumns`. */
import { columnKernels, readBit } from '@marquetry/bit-io';
import {
  type ColumnKernels,
  defaultLimits,
  type Limits,
  type Nulls,
  noNulls,
  ParquetError,
  runSteps,
  type Steps,
} from '@marquetry/core';
import { closeLists, closeNulls, type OpenSlots, rowSlots } from '@marquetry/levels';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';
import type { ColumnPiece } from '../piece.js';
import { stepEntries, stepSlots } from '../stretches.js';
import { gatherEntries } from './entry-values.js';
import type { NestOptions } from './nest.js';
import type { NestedColumn, NestedLeaf } from './nested-column.js';

/** The values and levels of one leaf column. */
export interface UnnestedLeaf extends ColumnPiece {
  readonly leaf: LeafNode;
}

/**
 * Returns the values and levels of each leaf of a column, in the order of the schema. Omits values inside null
 * structs and lists, and elements that no list refers to. List offsets may start above 0, and leaves inside lists may
 * have more values than entries. If the column is not nested, its values are not copied.
 * @throws ParquetError INVALID_ARGUMENT, with the name of the column and the row number, for a null in a required
 * field, or for offsets that descend or exceed the number of elements; LIMIT if levels or values exceed
 * `limits.decodedBytes`.
 */
export function unnestColumn(column: NestedColumn, options: NestOptions = {}): UnnestedLeaf[] {
  return runSteps(unnestColumnInSteps(column, options));
}

/**
 * Like {@link unnestColumn}, but in steps of about a millisecond, so that the event loop can run between them.
 */
export function* unnestColumnInSteps(column: NestedColumn, options: NestOptions = {}): Steps<UnnestedLeaf[]> {
  const { kernels = columnKernels, limits = defaultLimits } = options;
  if (column.kind === 'leaf') {
    const { leaf } = column.field;
    yield* requireNotNull(column.field, column, undefined);
    const { values, nulls, length } = column;
    requireEntries(leaf, values.length, length, length);
    return [{ leaf, values, nulls, slotCount: length, rowCount: length, spaced: true }];
  }
  const found: UnnestedLeaf[] = [];
  yield* visit(column, yield* rowSlots(column.length), { rowCount: column.length, kernels, limits, found });
  return found;
}

interface Unnesting {
  readonly rowCount: number;
  readonly kernels: ColumnKernels;
  readonly limits: Limits;
  readonly found: UnnestedLeaf[];
}

function* visit(column: NestedColumn, around: OpenSlots, unnesting: Unnesting): Steps<void> {
  const { field } = column;
  yield* requireNotNull(field, column, around);
  const slots = field.nullable ? yield* closeNulls(around, column.nulls, field.definitionLevel) : around;
  switch (column.kind) {
    case 'leaf':
      unnesting.found.push(yield* flatten(column, slots, unnesting));
      return;
    case 'struct':
      for (const child of column.children) {
        requireLength(child, column.length);
        yield* visit(child, slots, unnesting);
      }
      return;
    case 'variant':
      yield* visit(column.storage, around, unnesting);
      return;
    case 'list':
    case 'map': {
      const { offsets } = column;
      const children = (column.kind === 'list' ? [column.element] : [column.key, column.value]).filter(
        (child) => child !== undefined,
      );
      if (children.length === 0) return;
      const fewest = Math.min(...children.map((child) => child.length));
      yield* requireOffsets(field, offsets, column.length, fewest);
      const entries = yield* closeLists(slots, offsets, column.field, unnesting.limits);
      for (const child of children) yield* visit(child, entries, unnesting);
    }
  }
}

function* flatten(column: NestedLeaf, slots: OpenSlots, { rowCount, kernels, limits }: Unnesting): Steps<UnnestedLeaf> {
  const { leaf } = column.field;
  requireEntries(leaf, column.values.length, column.length, Number.POSITIVE_INFINITY);
  const { definition, repetition, entry } = slots;
  const entries = yield* presentEntries(entry);
  const slotCount = entry.length;
  const values = yield* gatherEntries(column.values, leaf, entries, { kernels, limits });
  const nullCount = slotCount - entries.length;
  const repeated = leaf.maxRepetitionLevel > 0 ? { repetition } : {};
  const nulls: Nulls = leaf.maxDefinitionLevel === 0 ? noNulls : { kind: 'levels', definition, ...repeated, nullCount };
  return { leaf, values, nulls, slotCount, rowCount, spaced: false };
}

/** Returns the entry of each slot that has one. The loop has no branches, because they would often be mispredicted. */
function* presentEntries(entry: Int32Array): Steps<Int32Array> {
  const { length } = entry;
  // The loop also writes a number for each slot without an entry, and then overwrites it. The extra element is for such
  // a slot at the end.
  const kept = new Int32Array(length + 1);
  let count = 0;
  for (let from = 0; from < length; from += stepSlots) {
    const to = Math.min(length, from + stepSlots);
    for (let slot = from; slot < to; slot++) {
      const at = entry[slot] as number;
      kept[count] = at;
      count += Number(at >= 0);
    }
    if (to < length) yield;
  }
  return kept.subarray(0, count);
}

/**
 * Checks that a required field has no nulls.
 * @throws ParquetError INVALID_ARGUMENT if an entry of a required field is null.
 */
function* requireNotNull(field: Field, { nulls }: NestedColumn, slots: OpenSlots | undefined): Steps<void> {
  if (field.nullable || nulls.kind === 'none') return;
  const { bits } = nulls;
  if (slots === undefined) {
    if (nulls.nullCount > 0) throw invalid(field, 'a required column must not have nulls');
    return;
  }
  const { entry, repetition } = slots;
  let row = -1;
  for (let slot = 0; slot < entry.length; slot++) {
    if (repetition[slot] === 0) row++;
    const at = entry[slot] as number;
    if (at >= 0 && readBit(bits, at) === 0) throw invalid(field, `row ${row}: a required field must not be null`);
    if ((slot + 1) % stepEntries === 0) yield;
  }
}

function requireLength(child: NestedColumn, length: number): void {
  if (child.length === length) return;
  throw invalid(child.field, `the field has ${child.length} entries, but its struct has ${length}`);
}

/** Checks that a leaf has at least `length` and at most `most` values. */
function requireEntries(leaf: LeafNode, valueCount: number, length: number, most: number): void {
  if (valueCount >= length && valueCount <= most) return;
  const column = formatPath(leaf.path);
  throw new ParquetError('INVALID_ARGUMENT', `the column must have ${length} values, got ${valueCount}`, { column });
}

function* requireOffsets(field: Field, offsets: Int32Array, length: number, entryCount: number): Steps<void> {
  if (offsets.length <= length)
    throw invalid(field, `${length} lists need ${length + 1} offsets, got ${offsets.length}`);
  for (let i = 0; i < length; i++) {
    const from = offsets[i] as number;
    const to = offsets[i + 1] as number;
    if (from < 0 || to < from || to > entryCount) {
      throw invalid(field, `row ${i}: list offsets must ascend between 0 and ${entryCount}, got ${from} and ${to}`);
    }
    if ((i + 1) % stepEntries === 0) yield;
  }
}

function invalid(field: Field, reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason, { column: formatPath(field.node.path) });
}
