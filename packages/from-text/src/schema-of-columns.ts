/**
 * Creates the schema of columns, in the order of a file.
 */
import { createSchema, defineSchema, type FieldDefinition, type Schema, schemaElements } from '@marquetry/schema';

/** Creates the schema of columns. @throws ParquetError INVALID_ARGUMENT for invalid definitions. */
export function schemaOfColumns(columns: Iterable<readonly [string, FieldDefinition]>): Schema {
  // Columns are defined one by one, because an object would list keys such as 2024 first.
  const elements = Array.from(columns, ([name, definition]) =>
    schemaElements(defineSchema({ [name]: definition })).slice(1),
  );
  return createSchema([{ name: 'schema', numChildren: elements.length }, ...elements.flat()]);
}
