/** Passes values through a column in memory. */
import { type AssemblerOptions, assembleLevels, chooseForms, createShredder, type RowForm } from '@marquetry/records';
import { defineSchema, type FieldDefinition } from '@marquetry/schema';

/** Returns the values of a column `c` as they are in rows with a form. */
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
