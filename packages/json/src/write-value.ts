/** Returns the text of the value at `index` in a batch. Throws LIMIT if the text exceeds the maximum length. */
export type WriteValue = (index: number) => string;
