/** The fields of printed rows, in the order in which the user named their columns. */
import type { NestedColumn } from '@marquetry/column';
import type { NestedBatch } from '@marquetry/file';
import { type Field, fieldsOf, type LeafNode, type Schema } from '@marquetry/schema';

/**
 * Returns the fields that contain `leaves`, in the order in which a column of each first appears in `leaves`. Fields
 * inside a struct keep the order of the schema.
 */
export function fieldsInOrder(schema: Schema, leaves: readonly LeafNode[]): readonly Field[] {
  const places = new Map(leaves.map((leaf, place) => [leaf, place]));
  // This does not use `Math.min(...)`, because engines limit the number of arguments of a call.
  const placeOf = ({ leaves: below }: Field): number =>
    below.reduce((least, leaf) => Math.min(least, places.get(leaf) ?? 0), Number.POSITIVE_INFINITY);
  return byPlace(fieldsOf(schema, leaves), placeOf);
}

/** Returns the fields sorted by the number that `placeOf` returns for each. */
export function byPlace(fields: readonly Field[], placeOf: (field: Field) => number): readonly Field[] {
  return fields
    .map((field) => ({ field, place: placeOf(field) }))
    .sort((a, b) => a.place - b.place)
    .map(({ field }) => field);
}

/** Returns the columns of a batch in the order of the given fields. */
export function columnsOf({ columns }: NestedBatch, fields: readonly Field[]): NestedColumn[] {
  const byNode = new Map(columns.map((column) => [column.field.node, column]));
  return fields.map(({ node }) => byNode.get(node) as NestedColumn);
}
