/** The Arrow schema of the rows to print, with columns in the order in which the user named them. */
import { arrowSchema } from '@marquetry/arrow';
import { Schema } from 'apache-arrow';
import type { RowsView } from './rows-view.js';

export interface SchemaOfRows {
  readonly schema: Schema;
  /** For each printed field, its column position in the record batches, whose columns are in schema order. */
  readonly places: readonly number[];
}

export function schemaOfRows({ file, leaves, fields: printed }: RowsView): SchemaOfRows {
  const stored = arrowSchema(file, { columns: leaves, decodeDictionaries: true });
  const places = printed.map(({ name }) => stored.fields.findIndex((field) => field.name === name));
  const fields = places.map((place) => stored.fields[place] as (typeof stored.fields)[number]);
  return { schema: new Schema(fields, stored.metadata), places };
}
