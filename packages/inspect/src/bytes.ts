/** Explains the bytes of pages and footers: which bytes store which field, and what the field means. */
export type { ByteField, ByteFieldKind, ExplainedBytes } from './bytes/byte-field.js';
