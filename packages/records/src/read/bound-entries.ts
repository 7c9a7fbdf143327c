/**
 * A column of a batch, ready to become JavaScript values.
 */

import type { NestedColumn, NestedVariant } from '@marquetry/column';
import type { Steps } from '@marquetry/core';
import type { VariantField } from '@marquetry/schema';

/** The entries of one column. Ranges `[from, to)` are of its entries. */
export interface BoundEntries {
  /** Bytes that the entries of a range take, as `value-bytes.ts` estimates them, with the array that holds them. */
  bytes(from: number, to: number): number;
  /** The entries of a range, one after the other; null for nulls. */
  build(from: number, to: number): Steps<unknown[]>;
}

/** Takes the column of a batch. */
export type BindColumn = (column: NestedColumn) => BoundEntries;

/**
 * Prepares to bind the columns of a VARIANT field. `variantRows` of `@marquetry/variant` makes one. It is passed in, so
 * that programs without VARIANT columns do not contain its code.
 */
export type BindVariants = (field: VariantField) => (column: NestedVariant) => BoundEntries;
