/**
 * Columns of any depth as arrays of entries: offsets, validity and leaves, one-to-one with Arrow's layout.
 *
 *   rows [1, 2], null, [], [null, 4]
 *   list     length 4   nulls 1011   offsets 0 2 2 2 4
 *   element  length 4   nulls 1101   values  1 2 0 4
 */
import type { NoNulls, NullBitmap, Values } from '@marquetry/core';
import type { LeafField, ListField, MapField, StructField, VariantField } from '@marquetry/schema';

interface NestedBase {
  /** Entries: rows for a field of the schema, entries of the struct or list around it for others. */
  readonly length: number;
  /**
   * Which entries are null, one bit an entry. An entry of a null struct counts as null, whether or not the field is
   * nullable.
   */
  readonly nulls: NoNulls | NullBitmap;
}

/** A column. */
export interface NestedLeaf extends NestedBase {
  readonly kind: 'leaf';
  readonly field: LeafField;
  /** One value an entry. What stands for nulls is 0, false, empty, or index 0, which may have no dictionary entry. */
  readonly values: Values;
}

/** Entries of all fields side by side: `children[i]` is of `field.fields[i]` and has as many entries. */
export interface NestedStruct extends NestedBase {
  readonly kind: 'struct';
  readonly field: StructField;
  readonly children: readonly NestedColumn[];
}

/** List `i` holds the entries `offsets[i]` to `offsets[i + 1]` of `element`. */
export interface NestedList extends NestedBase {
  readonly kind: 'list';
  readonly field: ListField;
  /** `length + 1`, ascending, from 0. Nulls are empty. */
  readonly offsets: Int32Array;
  readonly element: NestedColumn;
}

/** Map `i` holds the entries `offsets[i]` to `offsets[i + 1]` of `key` and `value`. Keys may repeat. */
export interface NestedMap extends NestedBase {
  readonly kind: 'map';
  readonly field: MapField;
  /** `length + 1`, ascending, from 0. Nulls are empty. */
  readonly offsets: Int32Array;
  readonly key: NestedColumn;
  /** Absent where the map has no values. */
  readonly value: NestedColumn | undefined;
}

/** Entries of any type, as they are stored. `@marquetry/variant` makes values of them. */
export interface NestedVariant extends NestedBase {
  readonly kind: 'variant';
  readonly field: VariantField;
  /** `metadata`, `value` and `typed_value`, with as many entries and the same nulls. */
  readonly storage: NestedStruct;
}

/** Narrow by `kind`. */
export type NestedColumn = NestedLeaf | NestedStruct | NestedList | NestedMap | NestedVariant;
