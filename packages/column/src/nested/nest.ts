/**
 * Pieces of columns to nested columns: levels become validity and offsets, layer by layer from the rows inwards.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  defaultLimits,
  type Kernels,
  type Limits,
  type NoNulls,
  type NullBitmap,
  noNulls,
  ParquetError,
  withPlace,
} from '@marquetry/core';
import { type LayerSlots, nullsOfLayer, openLists } from '@marquetry/levels';
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
import type { NestedColumn, NestedLeaf, NestedStruct } from './nested-column.js';

/** What nested columns are made with. */
export interface NestOptions {
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/**
 * Nested columns of the `rowCount` rows that the pieces of all leaves hold. Leaves of one list or struct must agree on it:
 * each is looked at, none is believed. Values without nulls in between, and those that are spaced already, are not
 * copied; a validity bitmap is shared where that of a column is the one of its field.
 * @throws ParquetError CORRUPT, naming the column, where levels contradict the schema or each other; LIMIT when spread
 *   values pass `limits.decodedBytes`.
 */
export function nestColumns(
  fields: readonly Field[],
  pieceOf: (leaf: LeafNode) => ColumnPiece,
  rowCount: number,
  options: NestOptions = {},
): NestedColumn[] {
  const { kernels = javascriptKernels, limits = defaultLimits } = options;
  const nesting: Nesting = { pieceOf, kernels, limits };
  const rows: Layer = { length: rowCount, repetitionLevel: 0, definitionLevel: 0, nulls: noNulls };
  return fields.map((field) =>
    nest(
      field,
      field.leaves.map((leaf) => viewOf(leaf, pieceOf(leaf))),
      rows,
      nesting,
    ),
  );
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
}

function viewOf(leaf: LeafNode, { nulls, slotCount }: ColumnPiece): View {
  if (nulls.kind !== 'levels') {
    if (leaf.maxRepetitionLevel === 0) return { leaf, slots: undefined, nulls };
    const definition = new Uint8Array(slotCount).fill(leaf.maxDefinitionLevel);
    return { leaf, slots: { definition, repetition: new Uint8Array(slotCount), slotCount }, nulls: noNulls };
  }
  const { definition, repetition = new Uint8Array(slotCount) } = nulls;
  return { leaf, slots: { definition, repetition, slotCount }, nulls: noNulls };
}

function nest(field: Field, views: readonly View[], around: Layer, nesting: Nesting): NestedColumn {
  const nulls = nullsOf(field, views, around);
  const { length } = around;
  switch (field.kind) {
    case 'leaf':
      return nestLeaf(field, length, nulls, nesting);
    case 'struct':
      return nestStruct({ kind: 'struct', field, length, nulls, children: [] }, views, around, nesting);
    case 'list':
    case 'map': {
      const { offsets, entries, layer } = openEntries(field, views, length);
      const inside = (child: Field): NestedColumn => nest(child, viewsBelow(child, entries), layer, nesting);
      const base = { length, nulls, offsets };
      if (field.kind === 'list') return { kind: 'list', field, ...base, element: inside(field.element) };
      const value = field.value === undefined ? undefined : inside(field.value);
      return { kind: 'map', field, ...base, key: inside(field.key), value };
    }
  }
}

function nestStruct(struct: NestedStruct, views: readonly View[], around: Layer, nesting: Nesting): NestedStruct {
  const { field, nulls } = struct;
  const layer = { ...around, definitionLevel: field.definitionLevel, nulls };
  return { ...struct, children: field.fields.map((child) => nest(child, viewsBelow(child, views), layer, nesting)) };
}

function viewsBelow({ leaves }: Field, views: readonly View[]): readonly View[] {
  const first = views.findIndex(({ leaf }) => leaf === leaves[0]);
  return views.slice(first, first + leaves.length);
}

/** The nulls of a field, on which all of its leaves agree. */
function nullsOf(field: Field, views: readonly View[], around: Layer): NoNulls | NullBitmap {
  let nulls = field.nullable ? undefined : around.nulls;
  for (const view of views) {
    const own = nullsSeenBy(view, field, around);
    nulls ??= own;
    if (own !== nulls && !sameNulls(own, nulls)) {
      throw contradiction(view.leaf, 'definition levels contradict those of the columns beside it, or the schema');
    }
  }
  return nulls ?? noNulls;
}

function nullsSeenBy({ leaf, slots, nulls }: View, field: Field, around: Layer): NoNulls | NullBitmap {
  const { definitionLevel } = field;
  if (definitionLevel === 0) return noNulls;
  // Without levels there is one level that can be missed: that of the field which the bits are of.
  if (slots === undefined) return nulls;
  // Not nullable, directly in a list: there where the entry is.
  if (definitionLevel === around.definitionLevel && around.nulls.kind === 'none' && slots.slotCount === around.length) {
    return noNulls;
  }
  try {
    return nullsOfLayer(slots, { repetitionLevel: around.repetitionLevel, definitionLevel }, around.length);
  } catch (error) {
    throw withPlace(error, { column: formatPath(leaf.path) });
  }
}

function sameNulls(a: NoNulls | NullBitmap, b: NoNulls | NullBitmap): boolean {
  if (a.kind === 'none' || b.kind === 'none') return a.kind === b.kind;
  const { bits } = b;
  return a.nullCount === b.nullCount && a.bits.every((byte, i) => byte === bits[i]);
}

/** The entries of a list or map, on which all leaves below agree. */
function openEntries(
  field: ListField | MapField,
  views: readonly View[],
  length: number,
): { readonly offsets: Int32Array; readonly entries: readonly View[]; readonly layer: Layer } {
  let offsets: Int32Array | undefined;
  let entryCount = 0;
  const entries = views.map((view): View => {
    const { leaf, slots } = view;
    if (slots === undefined) throw contradiction(leaf, 'a repeated column has no levels');
    try {
      const opened = openLists(slots, field, length);
      const first = offsets ?? opened.offsets;
      if (opened.offsets.some((offset, i) => offset !== first[i])) {
        throw contradiction(leaf, 'repetition levels contradict those of the columns beside it');
      }
      offsets = first;
      entryCount = opened.entryCount;
      return { leaf, slots: opened.entries, nulls: noNulls };
    } catch (error) {
      throw withPlace(error, { column: formatPath(leaf.path) });
    }
  });
  const { repetitionLevel, entryDefinitionLevel: definitionLevel } = field;
  const layer: Layer = { length: entryCount, repetitionLevel, definitionLevel, nulls: noNulls };
  return { offsets: offsets ?? new Int32Array(length + 1), entries, layer };
}

function nestLeaf(field: LeafField, length: number, nulls: NoNulls | NullBitmap, nesting: Nesting): NestedLeaf {
  const { leaf } = field;
  const { values, spaced } = nesting.pieceOf(leaf);
  const valueCount = spaced ? length : length - nulls.nullCount;
  if (values.length !== valueCount) {
    throw contradiction(leaf, `there are ${values.length} values for ${valueCount} entries`);
  }
  return {
    kind: 'leaf',
    field,
    length,
    nulls,
    values: spaced || nulls.kind === 'none' ? values : spreadValues(values, leaf, nulls.bits, length, nesting),
  };
}

function contradiction(leaf: LeafNode, reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason, { column: formatPath(leaf.path) });
}
