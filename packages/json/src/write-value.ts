/** Returns the text of one value of a batch. */

/** Returns the text of value `index`. Throws only LIMIT, for a value of hundreds of megabytes. */
export type WriteValue = (index: number) => string;
