/**
 * The text of one value of a batch.
 */

/** The text of value `index`. Throws nothing but LIMIT, for a value of hundreds of megabytes. */
export type WriteValue = (index: number) => string;
