/**
 * Entries of VARIANT columns in rows: values or views.
 */
import type { NestedColumn, NestedLeaf, NestedVariant } from '@marquetry/column';
import { ParquetError, type Steps } from '@marquetry/core';
import type { VariantField } from '@marquetry/schema';
import type { Variant } from './encoding/variant.js';
import { createVariantReader, type VariantEntries } from './shredded/reader.js';
import { type ToValueOptions, toValue } from './values.js';

/** What the entries become. */
export interface VariantRowsOptions {
  /** JavaScript values, or views. Default: `values`. */
  readonly form?: 'values' | 'views' | undefined;
  /** The form of values. Default: `plain`. */
  readonly values?: ToValueOptions['values'] | undefined;
}

/** The entries of the column of a batch. Ranges `[from, to)` are of its entries. */
export interface BoundVariants {
  /** Estimated bytes of the entries of a range, with the array that holds them. */
  bytes(from: number, to: number): number;
  /** The entries of a range; null where the column is null. */
  build(from: number, to: number): Steps<unknown[]>;
}

/** Prepares a field, then binds the column of each batch. */
export type VariantRows = (field: VariantField) => (column: NestedVariant) => BoundVariants;

/**
 * Makes the entries of VARIANT columns JavaScript values or views: `variants` of `createRowAssembler` in `@marquetry/records`.
 * @throws ParquetError INVALID_ARGUMENT for a form that is neither.
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

/** Bytes of variants that are built in one step; an entry counts as some at least. */
const stepBytes = 2 ** 14;
const entryCost = 16;

/** An entry of an array, with the objects that lead to its bytes. */
const entryBytes = 308;
/** Bytes of values per stored byte: an empty object of 3 bytes takes 56, and a place of 8. */
const valueShare = 24;
/** A view keeps the bytes of its value, which are put together where the column is shredded. */
const viewedShare = 4;

/** Bytes that the entries of a column take in its arrays, roughly. */
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
    // Indices of nulls may be of no entry.
    if (index < dictionary.length) {
      bytes += (dictionary.offsets[index + 1] as number) - (dictionary.offsets[index] as number);
    }
  }
  return bytes;
}
