/**
 * The entries of one column in a batch, which are converted to JavaScript values only when `build` is called for a
 * range of them.
 */

import type { NestedColumn, NestedVariant } from '@marquetry/column';
import type { Steps } from '@marquetry/core';
import type { VariantField } from '@marquetry/schema';

/** The entries of one column in a batch. `from` and `to` are positions among these entries; `to` is exclusive. */
export interface BoundEntries {
  /**
   * Returns the estimated memory, in bytes, that the entries of a range take as JavaScript values, including the array
   * that contains them; see `value-bytes.ts`.
   */
  bytes(from: number, to: number): number;
  /** Returns the entries of a range as JavaScript values, in order; nulls are `null`. */
  build(from: number, to: number): Steps<unknown[]>;
}

/** Prepares the column of a batch for conversion. */
export type BindColumn = (column: NestedColumn) => BoundEntries;

/**
 * Returns a function that prepares the columns of a VARIANT field for conversion. `variantRows` from `@marquetry/variant`
 * returns such a function. Callers pass the function, so that programs without VARIANT columns do not include its code.
 */
export type BindVariants = (field: VariantField) => (column: NestedVariant) => BoundEntries;
