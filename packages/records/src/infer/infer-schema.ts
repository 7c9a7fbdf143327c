/** Infers a schema from rows. */
import type { Schema } from '@marquetry/schema';
import { createInference } from './inference.js';

/**
 * Infers a schema in which all columns are optional, with fields in the order of their first appearance. Numbers become
 * DOUBLE, bigints INT64, strings STRING, Uint8Arrays BYTE_ARRAY, Dates TIMESTAMP(MILLIS, UTC), arrays lists, typed
 * arrays lists of their element type, Maps maps, and other objects groups. A column that contains only nulls becomes
 * UNKNOWN.
 * @throws ParquetError INVALID_ARGUMENT, with column and row, for values of different kinds in one column (numbers and
 * bigints), values
 * without a column type (functions), cyclic objects, and objects without fields in any row; LIMIT for values that are
 * nested too deeply.
 */
export function inferSchema(rows: Iterable<unknown>): Schema {
  const inference = createInference();
  for (const row of rows) inference.add(row);
  return inference.schema();
}
