/** Collects the encodings of a chunk for the footer, from the headers of its pages. */
import { EncodingId, PageType } from '@marquetry/core';
import type { ColumnMetaData, PageEncodingStats } from '@marquetry/metadata';
import { dataPageInfo, type PageHeader } from '@marquetry/page';
import type { ColumnPlan } from './options.js';

/**
 * Returns the ids of all encodings that the chunk uses for values, dictionary and levels, in ascending order. Also
 * returns the number of pages per page type and encoding, in order of first occurrence.
 */
export function encodingsOf(
  headers: readonly PageHeader[],
  { leaf }: ColumnPlan,
): Required<Pick<ColumnMetaData, 'encodings' | 'encodingStats'>> {
  const encodings = new Set<number>();
  const counts = new Map<string, PageEncodingStats>();
  for (const header of headers) {
    const { type: pageType, dataPageHeader: v1 } = header;
    const encoding = (header.dictionaryPageHeader ?? dataPageInfo(header))?.encoding ?? EncodingId.PLAIN;
    encodings.add(encoding);
    if (pageType === PageType.DATA_PAGE && v1 !== undefined) {
      if (leaf.maxDefinitionLevel > 0) encodings.add(v1.definitionLevelEncoding);
      if (leaf.maxRepetitionLevel > 0) encodings.add(v1.repetitionLevelEncoding);
    } else if (pageType === PageType.DATA_PAGE_V2 && leaf.maxDefinitionLevel > 0) {
      encodings.add(EncodingId.RLE);
    }
    const key = `${pageType} ${encoding}`;
    counts.set(key, { pageType, encoding, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return { encodings: [...encodings].sort((a, b) => a - b), encodingStats: [...counts.values()] };
}
