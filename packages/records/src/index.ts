/**
 * Converts columns to rows of JavaScript values, and rows to columns. To cast strings, import
 * `@marquetry/records/cast`; to infer schemas, import `@marquetry/records/infer`.
 */

export type { Interval } from '@marquetry/logical';
export { type AssembleRows, type AssemblerOptions, createRowAssembler, type Row } from './read/assemble.js';
export { assembleLevels } from './read/assemble-levels.js';
export type { BindVariants, BoundEntries } from './read/bound-entries.js';
export type { MapForm } from './read/map-form.js';
export { readAllRows, readRowBatches, readRows } from './read/read-rows.js';
export type { ReadRowsOptions, VariantForm } from './read/read-rows-options.js';
export {
  chooseForms,
  type FormOf,
  type RowForm,
  type RowFormOptions,
  type RowForms,
  type RowValues,
  type ValueForm,
} from './read/row-form.js';
export type { RowOf } from './read/row-of.js';
export { chooseTextForms } from './read/text-forms.js';
export { type ToStringsOptions, toStrings } from './read/to-strings.js';
export type { StoreVariants } from './write/field-shredder.js';
export type { ShreddedColumn } from './write/leaf-slots.js';
export type { RowInput, RowsInputOf } from './write/row-input.js';
export type { RowsInput } from './write/row-source.js';
export { createShredder, type Shredder, type ShredderOptions } from './write/shredder.js';
export { type WriteRowsOptions, writeNested, writeRows } from './write/write-rows.js';
