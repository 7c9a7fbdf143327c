/** Loads the code that prints VARIANT columns when the first file with such a column is opened. */
import { onDemand } from '@marquetry/core';
import type { VariantWriter } from '@marquetry/json';
import { type Field, holdVariants } from '@marquetry/schema';

const code = onDemand(() => import('./variant-writer.js'));

/** Returns the function that writes VARIANT columns, or undefined if none of the fields contains a VARIANT column. */
export async function variantWriterOf(fields: readonly Field[]): Promise<VariantWriter | undefined> {
  return holdVariants(fields) ? (await code.load()).writeVariants : undefined;
}
