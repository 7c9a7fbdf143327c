/** Defines the type of functions that append one value to a column. */

/**
 * Appends a value that is not null.
 * @throws ParquetError INVALID_ARGUMENT for a value that the column does not accept.
 */
export type Put = (value: unknown) => void;
