/**
 * What takes the values of a column, one at a time.
 */

/** Appends a value that is not null. @throws ParquetError INVALID_ARGUMENT for what the column cannot hold. */
export type Put = (value: unknown) => void;
