/**
 * The entry point `@marquetry/file/array-schema`, which derives a schema from typed arrays, for writes without a
 * schema.
 */
import { type Nulls, ParquetError } from '@marquetry/core';
import { type ColumnTypeName, defineSchema, type FieldDefinition, parsePath, type Schema } from '@marquetry/schema';
import type { WriteColumns } from './write/write-columns.js';

const types: Readonly<Record<string, ColumnTypeName>> = {
  ...{ Int8Array: 'INT8', Uint8Array: 'UINT8', Int16Array: 'INT16', Uint16Array: 'UINT16', Int32Array: 'INT32' },
  ...{ Uint32Array: 'UINT32', BigInt64Array: 'INT64', BigUint64Array: 'UINT64', Float32Array: 'FLOAT' },
  Float64Array: 'DOUBLE',
};

/**
 * Returns a schema for columns that are given as typed arrays. The class of an array determines the type of its column.
 * A column with `nulls` is optional.
 * @throws ParquetError INVALID_ARGUMENT for a column that is not a typed array, or whose path has more than one name.
 */
export function schemaOfArrays(columns: WriteColumns): Schema {
  const fields: Record<string, FieldDefinition> = {};
  for (const [path, column] of Object.entries(columns)) {
    const { values, nulls } = slotsOf(column);
    const type = types[Object.prototype.toString.call(values).slice(8, -1)];
    const [name, ...below] = parsePath(path);
    if (type === undefined || name === undefined || below.length > 0) {
      const why = 'without a `schema`, columns must be top-level typed arrays, or { values, nulls } with a typed array';
      throw new ParquetError('INVALID_ARGUMENT', `${why}: pass a schema, or rows`, { column: path });
    }
    fields[name] = { type, optional: nulls !== undefined && nulls.kind !== 'none' };
  }
  return defineSchema(fields);
}

/**
 * Returns the values and nulls of a column that is given as a typed array or as an object with both. Returns an empty
 * object for any other column.
 */
function slotsOf(column: unknown): { readonly values?: unknown; readonly nulls?: Nulls } {
  if (ArrayBuffer.isView(column) || Array.isArray(column)) return { values: column };
  return typeof column === 'object' && column !== null && !('layout' in column) ? column : {};
}
