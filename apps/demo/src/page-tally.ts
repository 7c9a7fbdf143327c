/** Counts the pages of a column by kind. Reads only page headers and decodes no values. */
import { PageType } from '@marquetry/core';
import type { LeafNode, ParquetFile } from 'marquetry';

export interface PageTally {
  readonly leaf: LeafNode;
  readonly dictionaryPages: number;
  readonly v1Pages: number;
  readonly v2Pages: number;
  /** Number of index pages and of pages of unknown types. */
  readonly otherPages: number;
  /** The ids of the encodings of data pages. */
  readonly encodings: ReadonlySet<number>;
  /** The ids of the codecs of the pages. */
  readonly codecs: ReadonlySet<number>;
  /** Size of the page bodies as stored, in bytes. */
  readonly compressedBytes: number;
  /** Size of the page bodies after decompression, in bytes. */
  readonly uncompressedBytes: number;
}

export async function tallyPages(file: ParquetFile, leaf: LeafNode, onPage: () => void): Promise<PageTally> {
  const tally = {
    leaf,
    dictionaryPages: 0,
    v1Pages: 0,
    v2Pages: 0,
    otherPages: 0,
    encodings: new Set<number>(),
    codecs: new Set<number>(),
    compressedBytes: 0,
    uncompressedBytes: 0,
  };
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    const address = { rowGroup, column: leaf };
    tally.codecs.add(file.chunk(address).metaData.codec);
    for await (const { header } of file.pages(address)) {
      if (header.type === PageType.DICTIONARY_PAGE) tally.dictionaryPages++;
      else if (header.type === PageType.DATA_PAGE) tally.v1Pages++;
      else if (header.type === PageType.DATA_PAGE_V2) tally.v2Pages++;
      else tally.otherPages++;
      const data = header.dataPageHeader ?? header.dataPageHeaderV2;
      if (data !== undefined) tally.encodings.add(data.encoding);
      tally.compressedBytes += header.compressedPageSize;
      tally.uncompressedBytes += header.uncompressedPageSize;
      onPage();
    }
  }
  return tally;
}
