/** Infers a schema from rows. */
import type { Schema } from '@marquetry/schema';
import { createInference } from './inference.js';

/**
 * Infers a schema in which all columns are optional, with fields in the order of their first appearance. Numbers become
 * DOUBLE, bigints INT64, strings STRING, Uint8Arrays BYTE_ARRAY, Dates TIMESTAMP(MILLIS, UTC), arrays lists, typed
 * arrays lists of their element type, Maps maps, and other objects groups. A column that contains only nulls becomes
 * UNKNOWN.
 * @throws ParquetError INVALID_ARGUMENT, with column and row, if one column has values of different kinds (such as
 * numbers and bigints), for values that have no column type (such as functions), for cyclic objects, and for a column
 * whose objects never have a field; LIMIT for values that are nested too deeply.
 */
export function inferSchema(rows: Iterable<unknown>): Schema {
  const inference = createInference();
  for (const row of rows) inference.add(row);
  return inference.schema();
}
