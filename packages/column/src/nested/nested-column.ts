/**
 * The type of a column with any depth of nesting. Offsets, validity and values are separate arrays, as in Arrow's
 * layout.
 *
 *   rows [1, 2], null, [], [null, 4]
 *   list     length 4   nulls 1011   offsets 0 2 2 2 4
 *   element  length 4   nulls 1101   values  1 2 0 4
 */
import type { NoNulls, NullBitmap, Values } from '@marquetry/core';
import type { LeafField, ListField, MapField, StructField, VariantField } from '@marquetry/schema';

interface NestedBase {
  /**
   * Number of entries. A top-level field has one entry per row, a field of a struct one per entry of the struct, and a
   * list element or map key one per element of all lists or maps.
   */
  readonly length: number;
  /**
   * The nulls of the entries, as one bit per entry. If a struct is null, its fields are null, too, even those that are
   * not nullable.
   */
  readonly nulls: NoNulls | NullBitmap;
}

/** A column that contains no other columns. */
export interface NestedLeaf extends NestedBase {
  readonly kind: 'leaf';
  readonly field: LeafField;
  /**
   * The values, one per entry. The value of a null is 0, false or empty, or index 0 (even if the dictionary is empty).
   */
  readonly values: Values;
}

/** A struct column. `children[i]` is the column of `field.fields[i]`, and has as many entries as the struct. */
export interface NestedStruct extends NestedBase {
  readonly kind: 'struct';
  readonly field: StructField;
  readonly children: readonly NestedColumn[];
}

/** A list column. List `i` has the entries `offsets[i]` to `offsets[i + 1]` of `element`. */
export interface NestedList extends NestedBase {
  readonly kind: 'list';
  readonly field: ListField;
  /** The `length + 1` ascending offsets of the lists. The first is 0. A null list has no entries. */
  readonly offsets: Int32Array;
  readonly element: NestedColumn;
}

/** A map column. Map `i` has the entries `offsets[i]` to `offsets[i + 1]` of `key` and `value`. Keys may repeat. */
export interface NestedMap extends NestedBase {
  readonly kind: 'map';
  readonly field: MapField;
  /** The `length + 1` ascending offsets of the maps. The first is 0. A null map has no entries. */
  readonly offsets: Int32Array;
  readonly key: NestedColumn;
  /** The values of the maps; undefined if the schema defines only keys. */
  readonly value: NestedColumn | undefined;
}

/** A VARIANT column in its stored form. Use `@marquetry/variant` to decode the entries to values. */
export interface NestedVariant extends NestedBase {
  readonly kind: 'variant';
  readonly field: VariantField;
  /** The struct of `metadata`, `value` and `typed_value`, which has the same length and nulls as the VARIANT. */
  readonly storage: NestedStruct;
}

/** A column of any kind. Test `kind` to narrow the type. */
export type NestedColumn = NestedLeaf | NestedStruct | NestedList | NestedMap | NestedVariant;
