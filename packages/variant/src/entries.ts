/** Converts the entries of VARIANT columns to the JavaScript values or views that rows contain. */
import type { NestedColumn, NestedLeaf, NestedVariant } from '@marquetry/column';
import { ParquetError, type Steps } from '@marquetry/core';
import type { VariantField } from '@marquetry/schema';
import type { Variant } from './encoding/variant.js';
import { createVariantReader, type VariantEntries } from './shredded/reader.js';
import { type ToValueOptions, toValue } from './values.js';

/** Options that choose the form of VARIANT entries in rows. */
export interface VariantRowsOptions {
  /** `values` for JavaScript values, `views` for `Variant` objects. Default: `values`. */
  readonly form?: 'values' | 'views' | undefined;
  /** The form of the JavaScript values. Default: `plain`. */
  readonly values?: ToValueOptions['values'] | undefined;
}

/** The entries of a VARIANT column in one batch. A range `[from, to)` is given by the positions of entries. */
export interface BoundVariants {
  /** Returns the estimated memory in bytes of the entries in a range, including the array that contains them. */
  bytes(from: number, to: number): number;
  /** Returns the entries of a range, with `null` for nulls. */
  build(from: number, to: number): Steps<unknown[]>;
}

/** Prepares the conversion of a field. Call the returned function with the column of each batch. */
export type VariantRows = (field: VariantField) => (column: NestedVariant) => BoundVariants;

/**
 * Returns the `variants` option of `createRowAssembler` in `@marquetry/records`, which converts VARIANT columns to
 * JavaScript values or views.
 * @throws ParquetError INVALID_ARGUMENT if `form` is neither `values` nor `views`.
 */
export function variantRows({ form = 'values', values = 'plain' }: VariantRowsOptions = {}): VariantRows {
  if (form !== 'values' && form !== 'views') {
    throw new ParquetError('INVALID_ARGUMENT', `\`variants\` must be 'values' or 'views', got '${form}'`);
  }
  return (field) => {
    const reader = createVariantReader(field);
    return (column) => {
      const entries = reader(column);
      return form === 'views' ? views(column, entries) : plain(column, entries, { values });
    };
  };
}

function views(column: NestedVariant, entries: VariantEntries): BoundVariants {
  return {
    bytes: (from, to) => entryBytes * (to - from) + viewedShare * bytesIn(column.storage, from, to),
    build: (from, to) =>
      built(from, to, (i) => {
        const variant = entries.read(i);
        return { entry: variant, variant };
      }),
  };
}

function plain(column: NestedVariant, entries: VariantEntries, options: ToValueOptions): BoundVariants {
  return {
    bytes: (from, to) => entryBytes * (to - from) + valueShare * bytesIn(column.storage, from, to),
    build: (from, to) =>
      built(from, to, (i) => {
        const variant = entries.borrow(i);
        return { entry: variant && toValue(variant, options), variant };
      }),
  };
}

function* built(
  from: number,
  to: number,
  make: (entry: number) => { readonly entry: unknown; readonly variant: Variant | null },
): Steps<unknown[]> {
  const entries: unknown[] = new Array(to - from);
  let left = stepBytes;
  for (let i = from; i < to; i++) {
    const { entry, variant } = make(i);
    entries[i - from] = entry;
    left -= entryCost + (variant?.value.length ?? 0);
    if (left > 0) continue;
    left = stepBytes;
    yield;
  }
  return entries;
}

/** Bytes of variants to convert before the event loop may run. Each entry counts as at least `entryCost` bytes. */
const stepBytes = 2 ** 14;
const entryCost = 16;

/** Estimated memory of a view in bytes, including its array element and the objects that refer to its bytes. */
const entryBytes = 308;
/**
 * Estimated bytes of memory of a JavaScript value per stored byte. An empty object is stored in 3 bytes, and takes 56
 * bytes of memory plus 8 bytes in an array.
 */
const valueShare = 24;
/**
 * Estimated bytes of memory of a view per stored byte. A view keeps the bytes of its value; values of shredded columns
 * are first assembled from their parts.
 */
const viewedShare = 4;

/** Returns the approximate number of bytes that the entries occupy in the column's arrays. */
function bytesIn(column: NestedColumn, from: number, to: number): number {
  switch (column.kind) {
    case 'leaf':
      return to - from + leafBytes(column, from, to);
    case 'struct':
      return column.children.reduce((sum, child) => sum + bytesIn(child, from, to), 0);
    case 'list':
      return to - from + bytesIn(column.element, column.offsets[from] as number, column.offsets[to] as number);
    default:
      return 0;
  }
}

function leafBytes({ values }: NestedLeaf, from: number, to: number): number {
  if (values.layout === 'bytes') return (values.offsets[to] as number) - (values.offsets[from] as number);
  if (values.layout !== 'dictionary' || values.dictionary.layout !== 'bytes') return 8 * (to - from);
  const { indices, dictionary } = values;
  let bytes = 0;
  for (let i = from; i < to; i++) {
    const index = indices[i] as number;
    // The dictionary indices of nulls may be out of range.
    if (index < dictionary.length) {
      bytes += (dictionary.offsets[index + 1] as number) - (dictionary.offsets[index] as number);
    }
  }
  return bytes;
}
