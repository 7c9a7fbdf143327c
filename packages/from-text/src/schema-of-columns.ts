/**
 * The schema of columns in the order of a file.
 */
import { createSchema, defineSchema, type FieldDefinition, type Schema, schemaElements } from '@marquetry/schema';

/** @throws ParquetError INVALID_ARGUMENT for definitions that no schema can hold. */
export function schemaOfColumns(columns: Iterable<readonly [string, FieldDefinition]>): Schema {
  // One by one: an object would put names such as 2024 before all others.
  const elements = Array.from(columns, ([name, definition]) =>
    schemaElements(defineSchema({ [name]: definition })).slice(1),
  );
  return createSchema([{ name: 'schema', numChildren: elements.length }, ...elements.flat()]);
}
