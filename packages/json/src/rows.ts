/**
 * Writers of nested columns: a row as an object, or an entry of one field.
 */
import type { NestedColumn } from '@marquetry/column';
import { type Limits, ParquetError } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import { entriesOf, objectsOf } from './fields.js';
import { boundedStyle, jsonStyle, type Style, type VariantWriter } from './style.js';
import type { WriteValue } from './write-value.js';

/** Takes the columns of a batch, column `i` of field `i`; gives the JSON of each row. @throws INVALID_ARGUMENT for others. */
export type RowWriter = (columns: readonly NestedColumn[]) => WriteValue;

/** Takes the column of a batch; gives the JSON of each entry. @throws INVALID_ARGUMENT for one of another kind. */
export type FieldWriter = (column: NestedColumn) => WriteValue;

/**
 * A writer of rows, a JSON object each with the fields in their order, whatever their names: structs are objects, lists
 * arrays, maps arrays of `[key, value]`, leaves what `createJsonWriter` makes of them.
 *
 * ```ts
 * const fields = fieldsOf(file.schema);
 * const writer = createRowWriter(fields); // once a file
 * const write = writer(columns); // once a batch
 * write(0); // '{"id":1,"tags":["a",null]}'
 * ```
 *
 * `limits.memoryBytes` bounds the text of a row, at 8 bytes per character: above it `WriteValue` throws LIMIT. Rows are
 * bounded while they are made. `variants` writes VARIANT columns: pass `writeVariants` of `@marquetry/variant`.
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

/** As {@link createRowWriter}, for the entries of one field; nulls are `null`. */
export function createFieldWriter(
  field: Field,
  style: Style = jsonStyle,
  limits?: Limits,
  variants?: VariantWriter,
): FieldWriter {
  const bind = entriesOf(field, { ...boundedStyle(style, limits), variants });
  return (column) => limited(bind(column), `an entry of ${field.name}`);
}

/** Engines refuse strings of about 2^29 characters with a RangeError; nothing else here throws one. */
function limited(write: WriteValue, what: string): WriteValue {
  return (index) => {
    try {
      return write(index);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ParquetError('LIMIT', `${what} is too long to be written as text`);
    }
  };
}
