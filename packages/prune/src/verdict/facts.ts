/** The type for the counts and bounds of a column in one row group or page, as stated by metadata. */
import type { UsableBounds } from '@marquetry/logical';

/** Counts and bounds of a column. If a field is absent, the value is unknown; an absent count does not mean 0. */
export interface Facts {
  /** Number of slots, including nulls. Equals the number of rows unless the column is repeated. */
  readonly slotCount: number;
  /** Number of slots without a value. In a repeated column, this includes the slots of empty lists and null lists. */
  readonly nullCount?: number | undefined;
  readonly nanCount?: number | undefined;
  readonly bounds?: UsableBounds | undefined;
}
