/** Infers a schema from rows. */
import type { Schema } from '@marquetry/schema';
import { createInference } from './inference.js';

/**
 * Infers a schema in which all columns are optional, with fields in the order of their first appearance. Numbers become
 * DOUBLE, bigints INT64, strings STRING, Uint8Arrays BYTE_ARRAY, and Dates TIMESTAMP(MILLIS, UTC). Arrays become lists,
 * typed arrays become lists of their element type, Maps become maps, and other objects become groups. A column that
 * contains only nulls becomes UNKNOWN.
 * @throws ParquetError INVALID_ARGUMENT, with the column and the row, if one column has values of different kinds (such
 * as numbers and bigints), for values that no column type can store (such as functions), for cyclic objects, and for
 * objects in a column that have no fields in any row; LIMIT for values that are nested too deeply.
 */
export function inferSchema(rows: Iterable<unknown>): Schema {
  const inference = createInference();
  for (const row of rows) inference.add(row);
  return inference.schema();
}
