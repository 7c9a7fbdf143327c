/** Writes nested columns as JSON: rows as objects, or the entries of one field. */
import type { NestedColumn } from '@marquetry/column';
import { type Limits, ParquetError } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import { entriesOf, objectsOf } from './fields.js';
import { boundedStyle, jsonStyle, type Style, type VariantWriter } from './style.js';
import type { WriteValue } from './write-value.js';

/**
 * Takes the columns of a batch, where column `i` belongs to field `i`. Returns a function that takes the index of a row
 * and returns its text.
 * @throws ParquetError INVALID_ARGUMENT for columns that do not match the fields.
 */
export type RowWriter = (columns: readonly NestedColumn[]) => WriteValue;

/**
 * Takes the column of a batch. Returns a function that takes the index of an entry and returns its text.
 * @throws ParquetError INVALID_ARGUMENT for a column whose kind is not that of the field.
 */
export type FieldWriter = (column: NestedColumn) => WriteValue;

/**
 * Creates a function that writes rows as JSON. Each row is an object with the fields in schema order.
 * Structs are objects, lists are arrays, maps are arrays of `[key, value]` pairs, and leaf values are written as
 * `createJsonWriter` writes them.
 *
 * ```ts
 * const fields = fieldsOf(file.schema);
 * const writer = createRowWriter(fields); // once per file
 * const write = writer(columns); // once per batch
 * write(0); // '{"id":1,"tags":["a",null]}'
 * ```
 *
 * The text of a row may have at most one character per 8 bytes of `limits.memoryBytes`. Writing a longer row throws
 * LIMIT before the whole text has been built. To write VARIANT columns, pass `writeVariants` from `@marquetry/variant`
 * as `variants`.
 * @throws ParquetError INVALID_ARGUMENT, with the name of the column, for a VARIANT column if `variants` is absent.
 */
export function createRowWriter(
  fields: readonly Field[],
  style: Style = jsonStyle,
  limits?: Limits,
  variants?: VariantWriter,
): RowWriter {
  const bind = objectsOf(fields, { ...boundedStyle(style, limits), variants });
  return (columns) => limited(bind(columns), 'a row');
}

/** Like {@link createRowWriter}, but writes the entries of one field. Nulls are written as `null`. */
export function createFieldWriter(
  field: Field,
  style: Style = jsonStyle,
  limits?: Limits,
  variants?: VariantWriter,
): FieldWriter {
  const bind = entriesOf(field, { ...boundedStyle(style, limits), variants });
  return (column) => limited(bind(column), `an entry of ${field.name}`);
}

/**
 * Converts a RangeError to a LIMIT error. Engines throw a RangeError for strings longer than about 2^29 characters;
 * nothing else in this package throws one.
 */
function limited(write: WriteValue, what: string): WriteValue {
  return (index) => {
    try {
      return write(index);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ParquetError('LIMIT', `${what} is too long for a JavaScript string`);
    }
  };
}
