/** Converts columns of dates and times to Temporal objects. */
import { onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { FormOf, ValueForm } from './row-form.js';

const temporal = onDemand(() => import('@marquetry/logical/temporal'));

/**
 * Returns the forms that `form` chooses, with `temporal` replaced by functions that create Temporal objects.
 * @throws ParquetError UNSUPPORTED if the runtime does not have Temporal.
 */
export async function withTemporal(form: FormOf, leaves: readonly LeafNode[]): Promise<FormOf> {
  const asked = leaves.filter((leaf) => form(leaf) === 'temporal');
  if (asked.length === 0) return form;
  const { temporalForm } = await temporal.load();
  const functions = new Map(asked.map((leaf) => [leaf, temporalForm(leaf) as ValueForm | undefined]));
  return (leaf) => functions.get(leaf) ?? form(leaf);
}
