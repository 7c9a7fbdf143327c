/**
 * Rows of strings, as parsers of CSV give them, to values of a schema's types.
 */
import { isTurnDue, ParquetError, withPlace, yieldToEventLoop } from '@marquetry/core';
import { fieldsOf, type Schema } from '@marquetry/schema';
import { castOfStruct } from './cast-field.js';
import { openRows, type RowsInput } from './row-source.js';

/**
 * The same rows, in which each string is cast to the type of its column, in structs, lists and maps too; see `cast-field.ts`. Other
 * values stay.
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for text that is not a value of its column. What the iterable
 *   throws.
 */
export async function* castRows(
  rows: RowsInput,
  schema: Schema,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const cast = castOfStruct(fieldsOf(schema));
  const source = openRows(rows, signal);
  try {
    for (let row = 0; ; row++) {
      const { done, value } = await source.next();
      if (done === true) return;
      if (typeof value !== 'object' || value === null)
        throw new ParquetError('INVALID_ARGUMENT', 'a row is an object', { row });
      yield cast === undefined ? value : castOfRow(cast, value, row);
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  } finally {
    await source.close();
  }
}

function castOfRow(cast: (value: unknown) => unknown, value: object, row: number): unknown {
  try {
    return cast(value);
  } catch (error) {
    throw withPlace(error, { row });
  }
}
