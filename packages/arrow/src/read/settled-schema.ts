/**
 * The schema of the record batches of a file.
 */
import { type Field, Schema } from 'apache-arrow';

/**
 * A schema that is quick to assign its own fields to, and then stays the same object. Each `RecordBatch` does so when it is made:
 * apache-arrow looks for each field among all of them, which takes minutes for 100,000 columns.
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
