/** Returns the text of value `index` of a batch. Throws LIMIT if the text exceeds the bounds of the style. */
export type WriteValue = (index: number) => string;
