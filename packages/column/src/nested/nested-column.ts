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
  /**
   * Number of entries: the rows for a top-level field; otherwise, the entries of the struct or list around the field.
   */
  readonly length: number;
  /**
   * The nulls of the entries, one bit per entry. An entry of a null struct counts as null, whether or not the field is nullable.
   */
  readonly nulls: NoNulls | NullBitmap;
}

/** A column of single values. */
export interface NestedLeaf extends NestedBase {
  readonly kind: 'leaf';
  readonly field: LeafField;
  /** One value per entry. A null has 0, false, an empty value, or index 0, even if the dictionary is empty. */
  readonly values: Values;
}

/** A struct. `children[i]` is the column of `field.fields[i]`, and has as many entries as the struct. */
export interface NestedStruct extends NestedBase {
  readonly kind: 'struct';
  readonly field: StructField;
  readonly children: readonly NestedColumn[];
}

/** A list column. List `i` has the entries `offsets[i]` to `offsets[i + 1]` of `element`. */
export interface NestedList extends NestedBase {
  readonly kind: 'list';
  readonly field: ListField;
  /** `length + 1` ascending offsets; the first is 0. A null has no entries. */
  readonly offsets: Int32Array;
  readonly element: NestedColumn;
}

/** A map column. Map `i` has the entries `offsets[i]` to `offsets[i + 1]` of `key` and `value`. Keys may repeat. */
export interface NestedMap extends NestedBase {
  readonly kind: 'map';
  readonly field: MapField;
  /** `length + 1` ascending offsets; the first is 0. A null has no entries. */
  readonly offsets: Int32Array;
  readonly key: NestedColumn;
  /** The values of the map; undefined if the schema of the map has none. */
  readonly value: NestedColumn | undefined;
}

/** VARIANT entries in their stored form. `@marquetry/variant` decodes them to values. */
export interface NestedVariant extends NestedBase {
  readonly kind: 'variant';
  readonly field: VariantField;
  /** The struct of `metadata`, `value` and `typed_value`, with the same length and nulls. */
  readonly storage: NestedStruct;
}

/** A column of any kind; narrow it by `kind`. */
export type NestedColumn = NestedLeaf | NestedStruct | NestedList | NestedMap | NestedVariant;
