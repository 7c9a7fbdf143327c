/**
 * Pieces of columns to nested columns: levels become validity and offsets, layer by layer from the rows inwards.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  defaultLimits,
  type Kernels,
  type Limits,
  limitError,
  type NoNulls,
  type NullBitmap,
  noNulls,
  ParquetError,
  runSteps,
  type Steps,
  withPlace,
} from '@marquetry/core';
import {
  countEqual,
  type LayerSlots,
  type ListLayer,
  nullsOfLayer,
  type OpenedLists,
  openLists,
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
import { spreadValues } from './entry-values.js';
import type { NestedColumn, NestedLeaf } from './nested-column.js';

/** What nested columns are made with. */
export interface NestOptions {
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/**
 * Nested columns of the `rowCount` rows that the pieces of all leaves hold. Leaves of one list or struct must agree on it:
 * each is looked at, none is believed. Values without nulls in between, and those that are spaced already, are not
 * copied; a validity bitmap is shared where that of a column is the one of its field.
 * @throws ParquetError CORRUPT, naming the column, where levels contradict the schema or each other; LIMIT when offsets or
 *   spread values pass `limits.decodedBytes`.
 */
export function nestColumns(
  fields: readonly Field[],
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
  options: NestOptions = {},
): NestedColumn[] {
  return runSteps(nestColumnsInSteps(fields, pieceOf, rowCount, options));
}

/** As {@link nestColumns}, in steps of one array each, so that the event loop can turn in between. */
export function* nestColumnsInSteps(
  fields: readonly Field[],
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
  options: NestOptions = {},
): Steps<NestedColumn[]> {
  const { kernels = javascriptKernels, limits = defaultLimits } = options;
  const nesting: Nesting = { pieceOf, kernels, limits };
  const rows: Layer = { length: rowCount, repetitionLevel: 0, definitionLevel: 0, nulls: noNulls };
  const columns: NestedColumn[] = [];
  for (const field of fields) {
    const views: View[] = [];
    for (const leaf of field.leaves) {
      views.push(viewOf(leaf, pieceOf(leaf)));
      yield;
    }
    columns.push(yield* nest(field, views, rows, nesting));
  }
  return columns;
}

interface Nesting {
  readonly pieceOf: (leaf: LeafNode) => ColumnPiece;
  readonly kernels: Kernels;
  readonly limits: Limits;
}

/** The entries around a field: rows, or what a list holds, less deep structs. */
interface Layer {
  readonly length: number;
  readonly repetitionLevel: number;
  /** Of an entry that is there. */
  readonly definitionLevel: number;
  readonly nulls: NoNulls | NullBitmap;
}

/** A leaf and its slots within a layer. Without slots an entry is a slot, and `nulls` says which have a value. */
interface View {
  readonly leaf: LeafNode;
  readonly slots: LayerSlots | undefined;
  readonly nulls: NoNulls | NullBitmap;
  /** Dense values of the leaf. */
  readonly valueCount: number;
  /** No slot has a lower definition level. */
  readonly leastDefinition: number;
}

function viewOf(leaf: LeafNode, { values, nulls, slotCount, spaced }: ColumnPiece): View {
  const valueCount = spaced ? slotCount - nulls.nullCount : values.length;
  if (leaf.maxRepetitionLevel === 0 && nulls.kind !== 'levels') {
    return { leaf, slots: undefined, nulls, valueCount, leastDefinition: 0 };
  }
  const { maxDefinitionLevel } = leaf;
  const definition = nulls.kind === 'levels' ? nulls.definition : new Uint8Array(slotCount).fill(maxDefinitionLevel);
  const repetition = (nulls.kind === 'levels' ? nulls.repetition : undefined) ?? new Uint8Array(slotCount);
  if (definition.length < slotCount || repetition.length < slotCount) {
    throw contradiction(leaf, `there are fewer levels than the ${slotCount} slots`);
  }
  const valid = countEqual(definition, maxDefinitionLevel, 0, slotCount);
  if (valid !== valueCount) {
    throw contradiction(leaf, `there are ${valueCount} values, and ${valid} of ${slotCount} slots have one`);
  }
  const slots = { definition, repetition, slotCount };
  return { leaf, slots, nulls: noNulls, valueCount, leastDefinition: leastIn(slots, leaf, valueCount, 0) };
}

/** Where there are as many values as slots, each slot has one. */
function leastIn({ slotCount }: LayerSlots, leaf: LeafNode, valueCount: number, otherwise: number): number {
  return slotCount === valueCount ? leaf.maxDefinitionLevel : otherwise;
}

function* nest(field: Field, views: readonly View[], around: Layer, nesting: Nesting): Steps<NestedColumn> {
  const { length } = around;
  switch (field.kind) {
    case 'leaf':
      return nestLeaf(field, length, yield* nullsOf(field, views, around, nesting), nesting);
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
        return { kind: 'list', field, ...base, element: yield* nest(field.element, entries, layer, nesting) };
      }
      const keyLeaves = field.key.leaves.length;
      const key = yield* nest(field.key, entries.slice(0, keyLeaves), layer, nesting);
      const value = field.value && (yield* nest(field.value, entries.slice(keyLeaves), layer, nesting));
      return { kind: 'map', field, ...base, key, value };
    }
  }
}

/** The nulls of a field, on which all of its leaves agree. */
function* nullsOf(field: Field, views: readonly View[], around: Layer, nesting: Nesting): Steps<NoNulls | NullBitmap> {
  let nulls = field.nullable ? undefined : around.nulls;
  for (const view of views) {
    const own = nullsSeenBy(view, field, around, nesting);
    yield;
    nulls ??= own;
    if (own !== nulls && !sameNulls(own, nulls)) {
      throw contradiction(view.leaf, 'definition levels contradict those of the columns beside it, or the schema');
    }
  }
  return nulls ?? noNulls;
}

function nullsSeenBy(
  view: View,
  { definitionLevel }: Field,
  around: Layer,
  { kernels }: Nesting,
): NoNulls | NullBitmap {
  const { leaf, slots, leastDefinition } = view;
  if (leastDefinition >= definitionLevel) return noNulls;
  // Without levels there is one level that can be missed: that of the field which the bits are of.
  if (slots === undefined) return view.nulls;
  try {
    const levels = { repetitionLevel: around.repetitionLevel, definitionLevel };
    return nullsOfLayer(slots, levels, around.length, kernels);
  } catch (error) {
    throw withPlace(error, { column: formatPath(leaf.path) });
  }
}

function sameNulls(a: NoNulls | NullBitmap, b: NoNulls | NullBitmap): boolean {
  if (a.kind === 'none' || b.kind === 'none') return a.kind === b.kind;
  return a.nullCount === b.nullCount && sameElements(a.bits, b.bits);
}

function sameElements(a: Uint8Array | Int32Array, b: Uint8Array | Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}

/** The entries of a list or map, on which all leaves below agree. */
interface OpenedField {
  readonly offsets: Int32Array;
  /** The views that were given, with what was seen of their levels. */
  readonly seen: readonly View[];
  /** The views of what is inside. */
  readonly entries: readonly View[];
  readonly layer: Layer;
}

function* openEntries(
  field: ListField | MapField,
  views: readonly View[],
  length: number,
  nesting: Nesting,
): Steps<OpenedField> {
  const { limits } = nesting;
  const { repetitionLevel, entryDefinitionLevel } = field;
  let offsets: Int32Array | undefined;
  let entryCount = 0;
  const seen: View[] = [];
  const entries: View[] = [];
  for (const view of views) {
    const { leaf, slots, valueCount } = view;
    const offsetBytes = 4 * (length + 1);
    if (offsetBytes > limits.decodedBytes) {
      const what = `an array of ${offsetBytes} bytes of offsets`;
      throw limitError('decodedBytes', limits, what, { column: formatPath(leaf.path) });
    }
    const opened = openSlots(slots, field, leaf, length, nesting);
    yield;
    offsets ??= opened.offsets;
    entryCount = opened.entryCount;
    if (!sameElements(offsets, opened.offsets)) {
      throw contradiction(leaf, 'repetition levels contradict those of the columns beside it');
    }
    seen.push({ ...view, leastDefinition: opened.leastDefinition });
    const leastDefinition = leastIn(opened.entries, leaf, valueCount, entryDefinitionLevel);
    entries.push({ ...view, slots: opened.entries, leastDefinition });
  }
  const layer: Layer = { length: entryCount, repetitionLevel, definitionLevel: entryDefinitionLevel, nulls: noNulls };
  return { offsets: offsets ?? new Int32Array(length + 1), seen, entries, layer };
}

function openSlots(
  slots: LayerSlots | undefined,
  layer: ListLayer,
  leaf: LeafNode,
  length: number,
  { kernels }: Nesting,
): OpenedLists {
  if (slots === undefined) throw contradiction(leaf, 'a repeated column has no levels');
  try {
    return openLists(slots, layer, length, kernels);
  } catch (error) {
    throw withPlace(error, { column: formatPath(leaf.path) });
  }
}

function nestLeaf(field: LeafField, length: number, nulls: NoNulls | NullBitmap, nesting: Nesting): NestedLeaf {
  const { leaf } = field;
  const { values, spaced } = nesting.pieceOf(leaf);
  const valueCount = spaced ? length : length - nulls.nullCount;
  if (values.length !== valueCount) {
    throw contradiction(leaf, `there are ${values.length} values for ${valueCount} entries`);
  }
  const isSpread = spaced || nulls.kind === 'none';
  const entries = isSpread ? values : spreadValues(values, leaf, nulls.bits, length, nesting);
  return { kind: 'leaf', field, length, nulls, values: entries };
}

function contradiction(leaf: LeafNode, reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason, { column: formatPath(leaf.path) });
}
