/** Computes the locations of a chunk's pages, and the encodings that the chunk uses. */
import { PageType } from '@marquetry/core';
import type { OffsetIndex, PageEncodingStats, PageLocation } from '@marquetry/metadata';
import type { WrittenPage } from '@marquetry/page';
import type { PageStatistics } from './page-statistics.js';

/** A finished data page, with its statistics. */
export interface MadePage {
  readonly page: WrittenPage;
  readonly encoding: number;
  readonly rowCount: number;
  readonly statistics: PageStatistics;
}

/** Returns the offset index of consecutive data pages, the first of which starts at byte `start`. */
export function offsetIndexOf(pages: readonly MadePage[], start: number): OffsetIndex {
  let offset = start;
  let firstRowIndex = 0;
  const pageLocations: PageLocation[] = [];
  for (const { page, rowCount } of pages) {
    pageLocations.push({ offset, compressedPageSize: page.bytes.length, firstRowIndex });
    offset += page.bytes.length;
    firstRowIndex += rowCount;
  }
  const sizes = pages.flatMap(({ statistics }) => statistics.byteArrayBytes ?? []);
  return sizes.length === 0 ? { pageLocations } : { pageLocations, unencodedByteArrayDataBytes: sizes };
}

/** Returns the ids of all encodings that the chunk uses, for values, dictionary and levels, in ascending order. */
export function encodingsOf(
  pages: readonly MadePage[],
  dictionaryEncoding: number | undefined,
  levelEncoding: number | undefined,
): readonly number[] {
  const ids = new Set(pages.map((page) => page.encoding));
  if (dictionaryEncoding !== undefined) ids.add(dictionaryEncoding);
  if (levelEncoding !== undefined) ids.add(levelEncoding);
  return [...ids].sort((a, b) => a - b);
}

/** Counts the pages by page type and encoding. The dictionary page comes first in the result. */
export function encodingStatsOf(
  pages: readonly MadePage[],
  dictionaryEncoding: number | undefined,
): readonly PageEncodingStats[] {
  const counts = new Map<number, number>();
  for (const { encoding } of pages) counts.set(encoding, (counts.get(encoding) ?? 0) + 1);
  const pageType = pages[0]?.page.header.type ?? PageType.DATA_PAGE;
  const data = [...counts].map(([encoding, count]): PageEncodingStats => ({ pageType, encoding, count }));
  if (dictionaryEncoding === undefined) return data;
  return [{ pageType: PageType.DICTIONARY_PAGE, encoding: dictionaryEncoding, count: 1 }, ...data];
}
