/** Casts rows of strings, as CSV parsers produce them, to the types of a schema. */
import { isTurnDue, ParquetError, withPlace, yieldToEventLoop } from '@marquetry/core';
import { fieldsOf, type Schema } from '@marquetry/schema';
import { castOfStruct } from './cast-field.js';
import { openRows, type RowsInput } from './row-source.js';

/**
 * Yields the rows of an iterable with each string cast to the type of its column, including strings in structs, lists
 * and maps; see `cast-field.ts`. Other values are unchanged.
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for text that cannot be cast. Errors thrown by
 * the iterable are passed on unchanged.
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
        throw new ParquetError('INVALID_ARGUMENT', 'a row must be an object', { row });
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
