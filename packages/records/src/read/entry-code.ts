/**
 * Loads the code that converts columns to JavaScript values. Code that few kinds of columns need is loaded only when
 * such a column is read.
 */
import { onDemand, ParquetError, runStepsInTurns, type Steps } from '@marquetry/core';
import type { Field, LeafNode } from '@marquetry/schema';
import type { VariantRowsOptions } from '@marquetry/variant';
import { commonConversionOf } from './common-conversions.js';
import type { Building } from './field-entries.js';
import type { FormOf } from './row-form.js';

const conversions = /* @__PURE__ */ onDemand(() => import('./conversions.js'));
const nesting = /* @__PURE__ */ onDemand(() => import('./nested-entries.js'));

/** Loads and returns the code that converts these columns to the forms that `formOf` chooses. */
export async function entryCodeFor(
  fields: readonly Field[],
  leaves: readonly LeafNode[],
  formOf: FormOf,
  signal: AbortSignal | undefined,
  variants: VariantRowsOptions,
): Promise<Pick<Building, 'conversionOf' | 'bindNested'>> {
  const isCommon = await runStepsInTurns(areCommon(leaves, formOf), signal);
  const isFlat = fields.every(({ kind }) => kind === 'leaf');
  const [all, nested] = await Promise.all([
    isCommon ? undefined : conversions.load(),
    isFlat ? undefined : nesting.load().then(({ loadNested }) => loadNested(leaves, variants)),
  ]);
  return {
    conversionOf: (leaf, form, pin) =>
      commonConversionOf(leaf, form, pin) ?? present(all).conversionOf(leaf, form, pin),
    bindNested: (...args) => present(nested)(...args),
  };
}

/** Number of columns to check between two `yield`s. */
const stepColumns = 2 ** 8;

function* areCommon(leaves: readonly LeafNode[], formOf: FormOf): Steps<boolean> {
  for (const [i, leaf] of leaves.entries()) {
    if (commonConversionOf(leaf, formOf(leaf), true) === undefined) return false;
    if (i % stepColumns === stepColumns - 1) yield;
  }
  return true;
}

function present<T>(code: T | undefined): T {
  if (code === undefined) throw new ParquetError('INVALID_ARGUMENT', 'the form chosen for a column must not change');
  return code;
}
