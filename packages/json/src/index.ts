/** Writes the logical values of a column, and rows, as lossless JSON or plain text. */
export { createFieldWriter, createRowWriter, type FieldWriter, type RowWriter } from './rows.js';
export { createStatisticWriter, type StatisticWriter } from './statistics.js';
export { type BoundedStyle, jsonStyle, type Style, type TextBounds, textStyle, type VariantWriter } from './style.js';
export type { WriteValue } from './write-value.js';
export { createJsonWriter, createTextWriter, createWriter, type ValueWriter } from './writer.js';
