/**
 * Creates a schema from column definitions, with the columns in the same order as in the text file.
 */
import { createSchema, defineSchema, type FieldDefinition, type Schema, schemaElements } from '@marquetry/schema';

/**
 * Creates a schema with the columns in the given order.
 * @throws ParquetError INVALID_ARGUMENT for invalid definitions.
 */
export function schemaOfColumns(columns: Iterable<readonly [string, FieldDefinition]>): Schema {
  // Define each column separately: in one object, keys such as 2024 would come first.
  const elements = Array.from(columns, ([name, definition]) =>
    schemaElements(defineSchema({ [name]: definition })).slice(1),
  );
  return createSchema([{ name: 'schema', numChildren: elements.length }, ...elements.flat()]);
}
