/** Reads the file that `--schema` names. */
import { readFile } from 'node:fs/promises';
import { defineSchema, type FieldDefinitions } from '@marquetry/schema';
import { UsageError } from '../failure.js';

/**
 * Returns the types of columns, by column name.
 * @throws UsageError if the file is not a JSON object with a type per column.
 */
export async function givenSchema(path: string | undefined): Promise<FieldDefinitions | undefined> {
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8');
  try {
    const definitions: unknown = JSON.parse(text);
    if (typeof definitions !== 'object' || definitions === null || Array.isArray(definitions)) {
      throw new Error(
        'the file must contain an object with a type per column, such as {"id": "INT64", "name": "STRING"}',
      );
    }
    defineSchema(definitions as FieldDefinitions);
    return definitions as FieldDefinitions;
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
