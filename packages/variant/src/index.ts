/** Reads and writes the VARIANT encoding, which stores a value of any type as bytes, and shredded VARIANT columns. */
export type { PrimitiveKind, VariantKind } from './encoding/kind.js';
export { isVariant, type Variant, type VariantDecimal } from './encoding/variant.js';
export { openVariant } from './encoding/view.js';
export { type BoundVariants, type VariantRows, type VariantRowsOptions, variantRows } from './entries.js';
export { toJson, writeVariants } from './json.js';
export { createVariantEncoder, toVariant, type VariantEncoder } from './make/encode.js';
export { fromJson } from './make/from-json.js';
export { typedVariant } from './make/typed.js';
export { type ShreddedDefinition, type ShreddingDefinition, shredded } from './shredded/definition.js';
export { createVariantReader, type VariantEntries, type VariantReader } from './shredded/reader.js';
export { type ShreddingOptions, shreddingOf } from './shredded/sample.js';
export { createVariantStorage, type VariantStorage } from './shredded/storage.js';
export { type ToValueOptions, toValue } from './values.js';
