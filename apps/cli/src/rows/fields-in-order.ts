/**
 * The fields that rows are printed with.
 */
import { type Field, fieldsOf, type LeafNode, type Schema } from '@marquetry/schema';

/** The fields of the rows, as the first of their columns were named. Inside of structs the order is that of the schema. */
export function fieldsInOrder(schema: Schema, leaves: readonly LeafNode[]): readonly Field[] {
  const places = new Map(leaves.map((leaf, place) => [leaf, place]));
  // Not as arguments of one call: engines take some ten thousand.
  const placeOf = ({ leaves: below }: Field): number =>
    below.reduce((least, leaf) => Math.min(least, places.get(leaf) ?? 0), Number.POSITIVE_INFINITY);
  return fieldsOf(schema, leaves)
    .map((field) => ({ field, place: placeOf(field) }))
    .sort((a, b) => a.place - b.place)
    .map(({ field }) => field);
}
