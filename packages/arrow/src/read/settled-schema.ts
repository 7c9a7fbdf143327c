/** The schema of a file's record batches. */
import { type Field, Schema } from 'apache-arrow';

/**
 * Returns a schema with a fast `assign`. Each new `RecordBatch` assigns the schema's own fields to it; for these, `assign`
 * returns the schema itself. The method of apache-arrow searches all fields for each field, which takes minutes for 100,000
 * columns.
 */
export function settledSchema(fields: Field[], metadata: Map<string, string>): Schema {
  const schema = new Schema(fields, metadata);
  const isOwn = (others: unknown): boolean =>
    Array.isArray(others) &&
    others.length === schema.fields.length &&
    others.every((field, i) => field === schema.fields[i]);
  const assign = (...args: unknown[]): Schema =>
    isOwn(args[0]) ? schema : Reflect.apply(Schema.prototype.assign, schema, args);
  Object.defineProperty(schema, 'assign', { value: assign });
  return schema;
}
