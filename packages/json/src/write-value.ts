/** Returns the text of value `index` of a batch. Throws LIMIT if the text exceeds the maximum length. */
export type WriteValue = (index: number) => string;
