/** Matches the fields of Arrow data to the fields of the file by name. */
import { ParquetError } from '@marquetry/core';
import { type Field, formatPath } from '@marquetry/schema';
import type { Field as ArrowField } from 'apache-arrow';

/**
 * Returns the position of each field in the Arrow data, by name. `path` is the path of the enclosing struct.
 * @throws ParquetError INVALID_ARGUMENT for a name that is missing from the file's schema or occurs twice, because
 *   the data of such a field would be lost.
 */
export function placesOf(
  given: readonly ArrowField[],
  fields: readonly Field[],
  path: readonly string[],
): ReadonlyMap<string, number> {
  const known = new Set(fields.map(({ name }) => name));
  const places = new Map<string, number>();
  for (const [i, { name }] of given.entries()) {
    const fault = known.has(name)
      ? places.has(name) && 'the Arrow data has two columns with this name'
      : "the file's schema has no column with this name";
    if (fault !== false) throw new ParquetError('INVALID_ARGUMENT', fault, { column: formatPath([...path, name]) });
    places.set(name, i);
  }
  return places;
}
