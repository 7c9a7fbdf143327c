/** The entries of a column in a batch, which are converted to JavaScript values on request. */

import type { NestedColumn, NestedVariant } from '@marquetry/column';
import type { Steps } from '@marquetry/core';
import type { VariantField } from '@marquetry/schema';

/** The entries of one column. Ranges `[from, to)` count its entries. */
export interface BoundEntries {
  /** Estimated bytes of the entries in a range, including the array that contains them; see `value-bytes.ts`. */
  bytes(from: number, to: number): number;
  /** Returns the entries of a range in order, with null for nulls. */
  build(from: number, to: number): Steps<unknown[]>;
}

/** Takes the column of a batch. */
export type BindColumn = (column: NestedColumn) => BoundEntries;

/**
 * Prepares to bind the columns of a VARIANT field. `variantRows` of `@marquetry/variant` makes one. It is passed in, so
 * that programs without VARIANT columns do not contain its code.
 */
export type BindVariants = (field: VariantField) => (column: NestedVariant) => BoundEntries;
