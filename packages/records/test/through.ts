/**
 * Values through a column and back, in memory.
 */
import { type AssemblerOptions, assembleLevels, chooseForms, createShredder, type RowForm } from '@marquetry/records';
import { defineSchema, type FieldDefinition } from '@marquetry/schema';

/** What the values of a column `c` are in rows of a form. */
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
