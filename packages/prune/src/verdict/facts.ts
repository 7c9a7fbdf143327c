/**
 * The counts and bounds that metadata states for a column in a row group or page.
 */
import type { UsableBounds } from '@marquetry/logical';

/** Counts and bounds. An absent field is unknown; an absent count does not mean 0. */
export interface Facts {
  /** Slots, nulls included. Equal to the rows unless the column is below a repetition. */
  readonly slotCount: number;
  /** Slots without a value. Below a repetition: those of empty and null lists too. */
  readonly nullCount?: number | undefined;
  readonly nanCount?: number | undefined;
  readonly bounds?: UsableBounds | undefined;
}
