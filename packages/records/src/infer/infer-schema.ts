/**
 * A schema from rows.
 */
import type { Schema } from '@marquetry/schema';
import { createInference } from './inference.js';

/**
 * The schema of these rows: everything optional, fields in the order in which they first appear. Numbers are DOUBLE, bigints INT64,
 * strings STRING, Uint8Arrays BYTE_ARRAY, Dates TIMESTAMP(MILLIS, UTC); arrays lists, typed arrays lists of their element
 * type, Maps maps, other objects groups. Nulls alone make UNKNOWN.
 * @throws ParquetError INVALID_ARGUMENT, with column and row, for values that no one type holds (numbers beside bigints),
 *   that no column holds (functions), that hold themselves, and for objects that have no field in any row; LIMIT for
 *   what is nested too deep.
 */
export function inferSchema(rows: Iterable<unknown>): Schema {
  const inference = createInference();
  for (const row of rows) inference.add(row);
  return inference.schema();
}
