/** Writes values to a column in memory and reads them back. */
import { type AssemblerOptions, assembleLevels, chooseForms, createShredder, type RowForm } from '@marquetry/records';
import { defineSchema, type FieldDefinition } from '@marquetry/schema';

/** Writes values to a column `c` in memory, and returns them as read back in the given form. */
export function through(
  definition: FieldDefinition,
  values: readonly unknown[],
  form: RowForm = 'exact',
  options: AssemblerOptions = {},
): unknown[] {
  const schema = defineSchema({ c: definition });
  const shredder = createShredder(schema);
  for (const c of values) shredder.push({ c });
  const rows = assembleLevels(schema, shredder.take(), { form: chooseForms(schema, { as: { c: form } }), ...options });
  return rows.map(({ c }) => c);
}
