/**
 * Fields of Arrow by the names of those in the file.
 */
import { ParquetError } from '@marquetry/core';
import { type Field, formatPath } from '@marquetry/schema';
import type { Field as ArrowField } from 'apache-arrow';

/**
 * Where each name stands. `path` is that of the struct.
 * @throws ParquetError INVALID_ARGUMENT for a name that the file has not, or that stands twice: nothing may be left out.
 */
export function placesOf(
  given: readonly ArrowField[],
  fields: readonly Field[],
  path: readonly string[],
): ReadonlyMap<string, number> {
  const known = new Set(fields.map(({ name }) => name));
  const places = new Map<string, number>();
  for (const [i, { name }] of given.entries()) {
    const fault = known.has(name) ? places.has(name) && 'two columns have this name' : 'the file has no such column';
    if (fault !== false) throw new ParquetError('INVALID_ARGUMENT', fault, { column: formatPath([...path, name]) });
    places.set(name, i);
  }
  return places;
}
