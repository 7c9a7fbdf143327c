/**
 * Checks the bounds (minimum and maximum) that pyarrow and parquet-java wrote, for each page in the ColumnIndex and for the chunk in the
 * footer. They must equal the bounds that `orderOf` and the specification yield for the same values.
 */
import { readFileSync } from 'node:fs';
import { bytesOf, type DirectValues } from '@marquetry/core';
import {
  type Bounds,
  boundValueOf,
  compareBound,
  createBoundsReader,
  joinBounds,
  literalOf,
  noBounds,
  type StoredBounds,
  shortenMax,
  shortenMin,
  usableBounds,
} from '@marquetry/logical';
import { isNanBits, type OrderedKind, orderedKinds } from '@marquetry/test-support/ordered-kinds.js';
import { type LeafNode, openParquet, type ParquetReader } from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

/** Returns the order that the specification defines for the values of a column. */
function kindOf({ type, annotation }: LeafNode): OrderedKind {
  const isUnsigned = (leaf: LeafNode): boolean => leaf.annotation?.kind === 'INTEGER' && !leaf.annotation.isSigned;
  const found = orderedKinds.find(
    ({ leaf, columnOrder }) =>
      columnOrder === 'TYPE_ORDER' &&
      leaf.type === type &&
      (leaf.annotation?.kind === annotation?.kind ||
        (annotation?.kind === 'INTEGER' && leaf.annotation === undefined)) &&
      isUnsigned(leaf) === (annotation?.kind === 'INTEGER' && !annotation.isSigned),
  );
  if (found === undefined) throw new Error(`no order for ${annotation?.kind ?? type}`);
  return found;
}

/** Returns the values of each data page. */
async function pagesOf(file: ParquetReader, column: LeafNode): Promise<DirectValues[]> {
  const pages: DirectValues[] = [];
  for await (const { data } of file.openPages({ rowGroup: 0, column })) {
    if (data === undefined) continue;
    const decoder = data.page.values();
    pages.push(decoder.read(decoder.remaining) as DirectValues);
  }
  return pages;
}

/** Returns each value as its PLAIN bytes. */
function itemsOf(values: DirectValues): Uint8Array[] {
  return Array.from({ length: values.length }, (_, i) => {
    if (values.layout === 'bits') return Uint8Array.of(((values.data[i >> 3] as number) >> (i & 7)) & 1);
    if (values.layout === 'bytes') return values.data.subarray(values.offsets[i], values.offsets[i + 1]);
    return bytesOf(values.data).subarray(i * values.width, (i + 1) * values.width);
  });
}

/** The maximum lengths in bytes to which the writer shortens the bounds of byte arrays. */
interface Shortened {
  readonly pages: number;
  readonly chunk: number;
}

function expectBounds(
  kind: OrderedKind,
  stored: StoredBounds,
  own: Bounds,
  items: readonly Uint8Array[],
  most: number,
): void {
  const { order } = stored;
  const [min, max] = [stored.min?.bytes, stored.max?.bytes];
  if (min === undefined || max === undefined || own.min === undefined || own.max === undefined)
    throw new Error('bounds');
  // Compare with the bounds that `orderOf` yields. If parquet-java shortens a maximum, it keeps bytes after the byte that it increments.
  expect(order.compare(min, shortenMin(own.min, most, order.shortens).bytes)).toBe(0);
  const difference = order.compare(max, shortenMax(own.max, most, order.shortens).bytes);
  if (own.max.length <= most) expect(difference).toBe(0);
  else expect([difference >= 0, max.length <= most]).toEqual([true, true]);
  // Compare with the bounds that the specification yields.
  const numbers = order.hasNans ? items.filter((item) => !isNanBits(item)) : items;
  const ranks = numbers.map((item) => kind.rank(item)!);
  const isLess = (a: Uint8Array, b: (typeof ranks)[number]): boolean => kind.rank(a)! < b;
  expect(ranks.filter((rank) => isLess(max, rank) || (!isLess(min, rank) && kind.rank(min) !== rank))).toEqual([]);
  const isWhole = own.min.length <= most && own.max.length <= most;
  if (isWhole) expect(ranks).toEqual(expect.arrayContaining([kind.rank(min), kind.rank(max)]));
}

describe.each<[string, string, Shortened]>([
  ['pyarrow', 'pyarrow/bounds', { pages: Number.POSITIVE_INFINITY, chunk: Number.POSITIVE_INFINITY }],
  [
    'pyarrow, decimals as integers',
    'pyarrow/bounds-of-integer-decimals',
    { pages: Number.POSITIVE_INFINITY, chunk: Number.POSITIVE_INFINITY },
  ],
  ['parquet-java', 'parquet-java/bounds', { pages: 64, chunk: Number.POSITIVE_INFINITY }],
])('%s', (_, name, shortened) => {
  let file: ParquetReader;
  beforeAll(async () => {
    file = await openParquet(new Uint8Array(readFileSync(new URL(`../fixtures/${name}.parquet`, import.meta.url))));
  });

  test('the bounds of every column in the page index and in the footer match the values of the column', async () => {
    const columns: string[] = [];
    for (const leaf of file.schema.leaves) {
      const kind = kindOf(leaf);
      const reader = createBoundsReader(leaf, file.metadata);
      const index = await file.columnIndex({ rowGroup: 0, column: leaf });
      const pages = await pagesOf(file, leaf);
      expect([leaf.name, pages.length]).toEqual([leaf.name, 3]);
      const { order } = reader;
      if (index === undefined || order === undefined) throw new Error(`${leaf.name} has no bounds`);
      let all = noBounds;
      for (const [page, values] of pages.entries()) {
        const own = order.scan(values, 0, values.length);
        expectBounds(kind, reader.ofIndexedPage(index, page)!, own, itemsOf(values), shortened.pages);
        all = joinBounds(order, all, own);
      }
      const stored = reader.ofStatistics(file.metadata.rowGroups[0]?.columns[leaf.index]?.metaData?.statistics)!;
      expectBounds(kind, stored, all, pages.flatMap(itemsOf), shortened.chunk);
      expect(usableBounds(stored, false)).toMatchObject({ onlyNans: false, min: stored.min, max: stored.max });
      columns.push(leaf.name);
    }
    expect(columns.length).toBe(file.schema.leaves.length);
  });

  test('a bound that is converted to a value and back compares as equal, and no minimum is above the maximum', () => {
    for (const leaf of file.schema.leaves) {
      const reader = createBoundsReader(leaf, file.metadata);
      const stored = reader.ofStatistics(file.metadata.rowGroups[0]?.columns[leaf.index]?.metaData?.statistics)!;
      const [min, max] = [stored.min?.bytes, stored.max?.bytes] as [Uint8Array, Uint8Array];
      const [least, greatest] = [min, max].map((bytes) => literalOf(leaf, boundValueOf(leaf, bytes)!));
      expect([leaf.name, compareBound(stored.order, min, least!)]).toEqual([leaf.name, 0]);
      expect([leaf.name, compareBound(stored.order, max, greatest!)]).toEqual([leaf.name, 0]);
      expect(compareBound(stored.order, min, greatest!)).toBeLessThanOrEqual(0);
    }
  });
});
