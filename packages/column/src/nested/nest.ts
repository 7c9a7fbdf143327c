/**
 * Pieces of columns to nested columns: levels become validity and offsets, layer by layer from the rows inwards.
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

/** The kernels and limits that nested columns are made with. */
export interface NestOptions {
  readonly kernels?: ColumnKernels;
  readonly limits?: Limits;
  /** Bytes that offsets and levels of lists may take together; default `limits.memoryBytes`. */
  readonly mostBytes?: number;
}

/**
 * Nested columns of the `rowCount` rows that the pieces of all leaves hold. Leaves of one list or struct must agree on it:
 * each is looked at, none is believed. Values without nulls in between, and those that are spaced already, are not
 * copied; a validity bitmap is shared where that of a column is the one of its field.
 * @throws ParquetError CORRUPT, naming the column, where levels contradict the schema or each other; LIMIT when offsets or
 *   spread values pass `limits.decodedBytes`, or offsets and levels together `mostBytes`.
 */
export function nestColumns(
  fields: readonly Field[],
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
  options: NestOptions = {},
): NestedColumn[] {
  return runSteps(nestColumnsInSteps(fields, pieceOf, rowCount, options));
}

/** As {@link nestColumns}, in steps of about a millisecond, so that the event loop can turn in between. */
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

/** Leaves between two steps that are taken as they are. */
const quickLeaves = 2 ** 10;

interface Nesting {
  readonly pieceOf: (leaf: LeafNode) => ColumnPiece;
  readonly kernels: ColumnKernels;
  readonly limits: Limits;
  readonly mostBytes: number;
  /** Bytes of offsets and levels so far. */
  heldBytes: number;
}

/** The entries around a field: rows, or what a list holds, less deep structs. */
interface Layer {
  readonly length: number;
  readonly repetitionLevel: number;
  /** Of an entry that is there. */
  readonly definitionLevel: number;
  readonly nulls: NoNulls | NullBitmap;
}

function* nest(field: Field, views: readonly LeafView[], around: Layer, nesting: Nesting): Steps<NestedColumn> {
  const { length } = around;
  switch (field.kind) {
    case 'leaf':
      return yield* nestLeaf(field, length, yield* nullsOf(field, views, around, nesting), nesting);
    case 'variant': {
      // The kind of a column is that of its field.
      const storage = (yield* nest(field.storage, views, around, nesting)) as NestedStruct;
      return { kind: 'variant', field, length, nulls: storage.nulls, storage };
    }
    case 'struct': {
      const nulls = yield* nullsOf(field, views, around, nesting);
      const layer = { ...around, definitionLevel: field.definitionLevel, nulls };
      // Leaves lie side by side as their fields do.
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

/** Frees the levels that were made of those of the layer around. */
function freeSlots(entries: readonly LeafView[], around: readonly LeafView[]): void {
  for (let i = 0; i < entries.length; i++) {
    const slots = entries[i]?.slots;
    if (slots === undefined || slots === around[i]?.slots) continue;
    freeBytes(slots.definition);
    freeBytes(slots.repetition);
  }
}

/** The nulls of a field, on which all of its leaves agree. */
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
      throw contradiction(view.leaf, 'definition levels contradict those of the columns beside it, or the schema');
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
  // Without levels there is one level that can be missed: that of the field which the bits are of.
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

/** The entries of a list or map, on which all leaves below agree. */
interface OpenedField {
  readonly offsets: Int32Array;
  /** The views that were given, with what was seen of their levels. */
  readonly seen: readonly LeafView[];
  /** The views of what is inside. */
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
      const what = `an array of ${offsetBytes} bytes of offsets`;
      throw limitError('decodedBytes', limits, what, { column: formatPath(leaf.path) });
    }
    // Levels of what is inside are those of the layer, or fewer in memory of their own.
    nesting.heldBytes += offsetBytes + 2 * (slots?.slotCount ?? 0);
    if (nesting.heldBytes > nesting.mostBytes) {
      const what = `nesting ${length} entries of ${slots?.slotCount ?? 0} slots, ${nesting.heldBytes} bytes or more,`;
      throw limitError('memoryBytes', limits, what, { column: formatPath(leaf.path) });
    }
    const opened = yield* openSlots(slots, field, leaf, length, nesting);
    if (opened.entries === slots) nesting.heldBytes -= 2 * slots.slotCount;
    yield;
    // Of the other leaves they are compared, and dropped.
    if (offsets !== undefined) nesting.heldBytes -= offsetBytes;
    offsets ??= opened.offsets;
    entryCount = opened.entryCount;
    if (offsets !== opened.offsets && !(yield* sameElements(offsets, opened.offsets))) {
      throw contradiction(leaf, 'repetition levels contradict those of the columns beside it');
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
  if (slots === undefined) throw contradiction(leaf, 'a repeated column has no levels');
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
    throw contradiction(leaf, `there are ${values.length} values for ${valueCount} entries`);
  }
  const isSpread = spaced || nulls.kind === 'none';
  const entries = isSpread ? values : yield* spreadValues(values, leaf, nulls.bits, length, nesting);
  return { kind: 'leaf', field, length, nulls, values: entries };
}
