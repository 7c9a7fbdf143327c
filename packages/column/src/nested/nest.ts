/**
 * Assembles nested columns from pieces (the values and levels of leaf columns). It converts levels to validity and
 * offsets, one list or struct after another, from the outermost inwards.
 *
 * An optional list of optional values (definition levels: 0 null list, 1 empty list, 2 null element, 3 value):
 *
 *   rows         [1, 2]   null   []   [null, 4]
 *   repetition    0  1     0     0     0    1
 *   definition    3  3     0     1     2    3
 *   list         offsets 0 2 2 2 4     validity 1 0 1 1       slots of the row layer: repetition 0
 *   element      values  1 2 - 4       validity 1 1 0 1       slots of the next layer: definition 2 or more
 *
 * When a list is converted, the slots of null and empty lists are removed, so that one slot per element remains inside
 * the list. If a list or struct has several leaves, each leaf stores the levels of that list or struct. The levels of
 * all these leaves are converted and compared.
 */
import { columnKernels } from '@marquetry/bit-io';
import {
  bytesOf,
  type ColumnKernels,
  defaultLimits,
  freeBytes,
  type Limits,
  limitError,
  type NoNulls,
  type NullBitmap,
  noNulls,
  runSteps,
  type Steps,
  withPlace,
} from '@marquetry/core';
import {
  type LayerSlots,
  type ListLayer,
  nullsOfLayerInSteps,
  type OpenedLists,
  openListsInSteps,
} from '@marquetry/levels';
import {
  type Field,
  formatPath,
  type LeafField,
  type LeafNode,
  type ListField,
  type MapField,
} from '@marquetry/schema';
import type { ColumnPiece } from '../piece.js';
import { stepSlots } from '../stretches.js';
import { spreadValues } from './entry-values.js';
import { leafOfRows } from './leaf-of-rows.js';
import { contradiction, type LeafView, leastIn, viewOf } from './leaf-view.js';
import type { NestedColumn, NestedLeaf, NestedStruct } from './nested-column.js';

/** The kernels and the limits for assembling nested columns. */
export interface NestOptions {
  readonly kernels?: ColumnKernels;
  readonly limits?: Limits;
  /** Maximum number of bytes that the offsets and levels of all lists take together. Default: `limits.memoryBytes`. */
  readonly mostBytes?: number;
}

/**
 * Assembles the nested columns of `rowCount` rows from the pieces of their leaves. Checks that all leaves below one
 * list or struct have the same levels for it. Values are not copied if they are spaced (have an entry for each null) or
 * contain no nulls. If a field has the same nulls as its piece, both share one validity bitmap.
 * @throws ParquetError CORRUPT, with the name of the column, if levels contradict the schema or each other; LIMIT if
 * offsets or values exceed `limits.decodedBytes`, or if offsets and levels together exceed `mostBytes`.
 */
export function nestColumns(
  fields: readonly Field[],
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
  options: NestOptions = {},
): NestedColumn[] {
  return runSteps(nestColumnsInSteps(fields, pieceOf, rowCount, options));
}

/**
 * Like {@link nestColumns}, but in steps of about a millisecond, so that the event loop can run between them.
 */
export function* nestColumnsInSteps(
  fields: readonly Field[],
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
  options: NestOptions = {},
): Steps<NestedColumn[]> {
  const { kernels = columnKernels, limits = defaultLimits } = options;
  const { mostBytes = limits.memoryBytes } = options;
  const nesting: Nesting = { pieceOf, kernels, limits, mostBytes, heldBytes: 0 };
  const rows: Layer = { length: rowCount, repetitionLevel: 0, definitionLevel: 0, nulls: noNulls };
  const columns: NestedColumn[] = [];
  for (const field of fields) {
    const flat = leafOfRows(field, pieceOf, rowCount);
    if (flat !== undefined) {
      columns.push(flat);
      if (columns.length % quickLeaves === 0) yield;
      continue;
    }
    const views: LeafView[] = [];
    for (const leaf of field.leaves) {
      views.push(yield* viewOf(leaf, pieceOf(leaf)));
      yield;
    }
    columns.push(yield* nest(field, views, rows, nesting));
  }
  return columns;
}

/** Number of columns to process in one step of about a millisecond if they need no conversion. */
const quickLeaves = 2 ** 10;

interface Nesting {
  readonly pieceOf: (leaf: LeafNode) => ColumnPiece;
  readonly kernels: ColumnKernels;
  readonly limits: Limits;
  readonly mostBytes: number;
  /** Number of bytes that all offsets and levels allocated so far take. */
  heldBytes: number;
}

/** The entries in which a field occurs: rows, list elements, or structs in rows or elements. */
interface Layer {
  readonly length: number;
  readonly repetitionLevel: number;
  /** The minimum definition level at which an entry exists. */
  readonly definitionLevel: number;
  readonly nulls: NoNulls | NullBitmap;
}

function* nest(field: Field, views: readonly LeafView[], around: Layer, nesting: Nesting): Steps<NestedColumn> {
  const { length } = around;
  switch (field.kind) {
    case 'leaf':
      return yield* nestLeaf(field, length, yield* nullsOf(field, views, around, nesting), nesting);
    case 'variant': {
      // A VARIANT is stored as a struct.
      const storage = (yield* nest(field.storage, views, around, nesting)) as NestedStruct;
      return { kind: 'variant', field, length, nulls: storage.nulls, storage };
    }
    case 'struct': {
      const nulls = yield* nullsOf(field, views, around, nesting);
      const layer = { ...around, definitionLevel: field.definitionLevel, nulls };
      // The leaves are in the order of the fields, so the leaves of each child are consecutive.
      let first = 0;
      const children: NestedColumn[] = [];
      for (const child of field.fields) {
        const below = views.slice(first, first + child.leaves.length);
        first += below.length;
        children.push(yield* nest(child, below, layer, nesting));
      }
      return { kind: 'struct', field, length, nulls, children };
    }
    case 'list':
    case 'map': {
      const { offsets, seen, entries, layer } = yield* openEntries(field, views, length, nesting);
      const nulls = yield* nullsOf(field, seen, around, nesting);
      const base = { length, nulls, offsets };
      if (field.kind === 'list') {
        const element = yield* nest(field.element, entries, layer, nesting);
        freeSlots(entries, views);
        return { kind: 'list', field, ...base, element };
      }
      const keyLeaves = field.key.leaves.length;
      const key = yield* nest(field.key, entries.slice(0, keyLeaves), layer, nesting);
      const value = field.value && (yield* nest(field.value, entries.slice(keyLeaves), layer, nesting));
      freeSlots(entries, views);
      return { kind: 'map', field, ...base, key, value };
    }
  }
}

/**
 * Frees the levels that were allocated for the entries of a list, but not levels that the list shares with the layer
 * around it.
 */
function freeSlots(entries: readonly LeafView[], around: readonly LeafView[]): void {
  for (let i = 0; i < entries.length; i++) {
    const slots = entries[i]?.slots;
    if (slots === undefined || slots === around[i]?.slots) continue;
    freeBytes(slots.definition);
    freeBytes(slots.repetition);
  }
}

/** Returns the nulls of a field, after checking that all leaves of the field have the same nulls for it. */
function* nullsOf(
  field: Field,
  views: readonly LeafView[],
  around: Layer,
  nesting: Nesting,
): Steps<NoNulls | NullBitmap> {
  let nulls = field.nullable ? undefined : around.nulls;
  for (const view of views) {
    const own = yield* nullsSeenBy(view, field, around, nesting);
    yield;
    nulls ??= own;
    if (own !== nulls && !(yield* sameNulls(own, nulls))) {
      throw contradiction(view.leaf, 'definition levels contradict the schema or another column');
    }
  }
  return nulls ?? noNulls;
}

function* nullsSeenBy(
  view: LeafView,
  { definitionLevel }: Field,
  around: Layer,
  { kernels }: Nesting,
): Steps<NoNulls | NullBitmap> {
  const { leaf, slots, leastDefinition } = view;
  if (leastDefinition >= definitionLevel) return noNulls;
  // If the column has no levels, only this field can be null, so the bitmap of the piece is the bitmap of the field.
  if (slots === undefined) return view.nulls;
  try {
    const levels = { repetitionLevel: around.repetitionLevel, definitionLevel };
    return yield* nullsOfLayerInSteps(slots, levels, around.length, kernels);
  } catch (error) {
    throw withPlace(error, { column: formatPath(leaf.path) });
  }
}

function* sameNulls(a: NoNulls | NullBitmap, b: NoNulls | NullBitmap): Steps<boolean> {
  if (a.kind === 'none' || b.kind === 'none') return a.kind === b.kind;
  return a.nullCount === b.nullCount && (yield* sameElements(a.bits, b.bits));
}

function* sameElements(a: Uint8Array | Int32Array, b: Uint8Array | Int32Array): Steps<boolean> {
  for (let from = 0; from < a.length; from += stepSlots) {
    const to = Math.min(a.length, from + stepSlots);
    for (let i = from; i < to; i++) if (a[i] !== b[i]) return false;
    if (to < a.length) yield;
  }
  return a.length === b.length;
}

/** The offsets and entries of a list or map. All leaf columns inside the list or map have these same offsets. */
interface OpenedField {
  readonly offsets: Int32Array;
  /** The leaves before the list or map is converted, except that `leastDefinition` is the one that converting found. */
  readonly seen: readonly LeafView[];
  /** The leaves after the list or map is converted: their slots are those of its entries. */
  readonly entries: readonly LeafView[];
  readonly layer: Layer;
}

function* openEntries(
  field: ListField | MapField,
  views: readonly LeafView[],
  length: number,
  nesting: Nesting,
): Steps<OpenedField> {
  const { limits } = nesting;
  const { repetitionLevel, entryDefinitionLevel } = field;
  let offsets: Int32Array | undefined;
  let entryCount = 0;
  const seen: LeafView[] = [];
  const entries: LeafView[] = [];
  for (const view of views) {
    const { leaf, slots, valueCount } = view;
    const offsetBytes = 4 * (length + 1);
    if (offsetBytes > limits.decodedBytes) {
      const what = `a ${offsetBytes}-byte array of list offsets`;
      throw limitError('decodedBytes', limits, what, { column: formatPath(leaf.path) });
    }
    // If all lists have elements, the inner levels are the same arrays as the outer ones. Otherwise, they are a copy
    // without the slots of null and empty lists.
    nesting.heldBytes += offsetBytes + 2 * (slots?.slotCount ?? 0);
    if (nesting.heldBytes > nesting.mostBytes) {
      const what = `assembling ${length} lists from ${slots?.slotCount ?? 0} slots (at least ${nesting.heldBytes} bytes)`;
      throw limitError('memoryBytes', limits, what, { column: formatPath(leaf.path) });
    }
    const opened = yield* openSlots(slots, field, leaf, length, nesting);
    if (opened.entries === slots) nesting.heldBytes -= 2 * slots.slotCount;
    yield;
    // Only the offsets of the first leaf are kept. The offsets of the other leaves are compared with them and freed.
    if (offsets !== undefined) nesting.heldBytes -= offsetBytes;
    offsets ??= opened.offsets;
    entryCount = opened.entryCount;
    if (offsets !== opened.offsets && !(yield* sameElements(offsets, opened.offsets))) {
      throw contradiction(leaf, 'repetition levels contradict those of another column');
    }
    if (offsets !== opened.offsets) freeBytes(bytesOf(opened.offsets));
    seen.push({ ...view, leastDefinition: opened.leastDefinition });
    const leastDefinition = leastIn(opened.entries, leaf, valueCount, entryDefinitionLevel);
    entries.push({ ...view, slots: opened.entries, leastDefinition });
  }
  const layer: Layer = { length: entryCount, repetitionLevel, definitionLevel: entryDefinitionLevel, nulls: noNulls };
  return { offsets: offsets ?? new Int32Array(length + 1), seen, entries, layer };
}

function* openSlots(
  slots: LayerSlots | undefined,
  layer: ListLayer,
  leaf: LeafNode,
  length: number,
  { kernels }: Nesting,
): Steps<OpenedLists> {
  if (slots === undefined) throw contradiction(leaf, 'a repeated column must have levels');
  try {
    return yield* openListsInSteps(slots, layer, length, kernels);
  } catch (error) {
    throw withPlace(error, { column: formatPath(leaf.path) });
  }
}

function* nestLeaf(field: LeafField, length: number, nulls: NoNulls | NullBitmap, nesting: Nesting): Steps<NestedLeaf> {
  const { leaf } = field;
  const { values, spaced } = nesting.pieceOf(leaf);
  const valueCount = spaced ? length : length - nulls.nullCount;
  if (values.length !== valueCount) {
    throw contradiction(leaf, `the column must have ${valueCount} values, got ${values.length}`);
  }
  const isSpread = spaced || nulls.kind === 'none';
  const entries = isSpread ? values : yield* spreadValues(values, leaf, nulls.bits, length, nesting);
  return { kind: 'leaf', field, length, nulls, values: entries };
}
