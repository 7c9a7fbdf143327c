/** Writers for nested columns: rows as objects, or entries of one field. */
import type { NestedColumn } from '@marquetry/column';
import { type Limits, ParquetError } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import { entriesOf, objectsOf } from './fields.js';
import { boundedStyle, jsonStyle, type Style, type VariantWriter } from './style.js';
import type { WriteValue } from './write-value.js';

/**
 * Takes the columns of a batch, column `i` for field `i`, and returns a function that writes a row. @throws
 * INVALID_ARGUMENT for columns of another schema.
 */
export type RowWriter = (columns: readonly NestedColumn[]) => WriteValue;

/**
 * Takes the column of a batch, and returns a function that writes an entry. @throws INVALID_ARGUMENT for a column of
 * another kind.
 */
export type FieldWriter = (column: NestedColumn) => WriteValue;

/**
 * Creates a writer of rows. Each row is a JSON object with the fields in order, whatever their names: structs are
 * objects, lists are arrays, maps are arrays of `[key, value]`, and leaves are written as by `createJsonWriter`.
 *
 * ```ts
 * const fields = fieldsOf(file.schema);
 * const writer = createRowWriter(fields); // once per file
 * const write = writer(columns); // once per batch
 * write(0); // '{"id":1,"tags":["a",null]}'
 * ```
 *
 * `limits.memoryBytes` bounds the text of a row, at 8 bytes per character. Rows are bounded while they are built: a
 * longer row throws LIMIT. `variants` writes VARIANT columns: pass `writeVariants` of `@marquetry/variant`.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, for a VARIANT column without `variants`.
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

/** Like {@link createRowWriter}, for the entries of one field. Nulls are written as `null`. */
export function createFieldWriter(
  field: Field,
  style: Style = jsonStyle,
  limits?: Limits,
  variants?: VariantWriter,
): FieldWriter {
  const bind = entriesOf(field, { ...boundedStyle(style, limits), variants });
  return (column) => limited(bind(column), `an entry of ${field.name}`);
}

/** Engines throw a RangeError for strings of about 2^29 characters; no other code in this package throws one. */
function limited(write: WriteValue, what: string): WriteValue {
  return (index) => {
    try {
      return write(index);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ParquetError('LIMIT', `${what} is too long for a string`);
    }
  };
}
