/** Lists the pages of a chunk: from its page index, or from the headers of all pages. */
import { isParquetError } from '@marquetry/core';
import type { StoredPage } from '@marquetry/file';
import { createStatisticWriter, textStyle } from '@marquetry/json';
import { type BoundsReader, createBoundsReader, type StoredBounds } from '@marquetry/logical';
import type { ColumnIndex } from '@marquetry/metadata';
import { crc32, dataPageInfo } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import type { PageInfo } from '../protocol.js';
import type { Handler } from './handler.js';
import { encodingName, leafAt, pageTypeName } from './names.js';
import type { CurrentSession, Session } from './session.js';

/** Number of pages that are reported together while a chunk is read. */
const reportedPages = 64;

/**
 * Lists the pages of a chunk. With `all`, reads the whole chunk, which finds headers, checksums and faults. Otherwise, returns
 * the pages that the page index lists, or none if the chunk has no page index.
 */
export function listPages(current: CurrentSession): Handler<'pages'> {
  return async ({ rowGroup, column, all }, { signal, part }) => {
    const session = current();
    const leaf = leafAt(session, column);
    if (session.file.encryption !== undefined) await session.file.unlock([leaf], signal);
    if (!all)
      return { pages: await indexedPages(session, rowGroup, leaf, signal), isComplete: false, fault: undefined };
    const describe = createPageDescriber(session, leaf);
    const pages: PageInfo[] = [];
    let reported = 0;
    try {
      for await (const page of session.file.pages({ rowGroup, column: leaf }, signal)) {
        pages.push(describe(page));
        if (pages.length - reported >= reportedPages) {
          part(pages.slice(reported));
          reported = pages.length;
        }
      }
    } catch (error) {
      if (!isParquetError(error)) throw error;
      return { pages, isComplete: true, fault: error.message };
    }
    return { pages, isComplete: true, fault: undefined };
  };
}

/** Returns a function that describes a page from its header and body. */
export function createPageDescriber(session: Session, leaf: LeafNode): (page: StoredPage) => PageInfo {
  const reader = createBoundsReader(leaf, session.file.metadata);
  const write = boundsWriter(leaf);
  return ({ fileOffset, byteLength, header, body }) => {
    const data = dataPageInfo(header);
    const encoding = data?.encoding ?? header.dictionaryPageHeader?.encoding;
    // A v1 header does not count rows, but a column without repetition has one row per slot.
    const rows =
      data === undefined ? 0 : (data.rowCount ?? (leaf.maxRepetitionLevel === 0 ? data.slotCount : undefined));
    return {
      offset: fileOffset,
      storedBytes: byteLength,
      kind: pageTypeName(header.type),
      encoding: encoding === undefined ? undefined : encodingName(encoding, session),
      rawBytes: header.uncompressedPageSize,
      slots: data?.slotCount ?? header.dictionaryPageHeader?.numValues,
      nulls: data?.nullCount ?? data?.statistics?.nullCount,
      rows,
      ...write(reader.ofStatistics(data?.statistics)),
      checksum: header.crc === undefined ? 'absent' : crc32(body) === (header.crc | 0) ? 'right' : 'wrong',
      fault: unreadableEncoding(session, leaf, encoding),
    };
  };
}

/** Returns why the encoding cannot be decoded, and what would decode it; undefined if it can. */
function unreadableEncoding({ encodings }: Session, leaf: LeafNode, id: number | undefined): string | undefined {
  if (id === undefined) return undefined;
  try {
    encodings.resolve(id, leaf);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function boundsWriter(leaf: LeafNode): (bounds: StoredBounds | undefined) => Pick<PageInfo, 'min' | 'max'> {
  const write = createStatisticWriter(leaf, textStyle);
  return (bounds) => ({ min: bounds?.min && write(bounds.min.bytes), max: bounds?.max && write(bounds.max.bytes) });
}

async function indexedPages(
  { file }: Session,
  rowGroup: number,
  leaf: LeafNode,
  signal: AbortSignal,
): Promise<readonly PageInfo[]> {
  const address = { rowGroup, column: leaf };
  const offsets = await file.offsetIndex(address, signal);
  if (offsets === undefined) return [];
  const bounds: ColumnIndex | undefined = await file.columnIndex(address, signal);
  const reader: BoundsReader = createBoundsReader(leaf, file.metadata);
  const write = boundsWriter(leaf);
  const { rowCount } = file.chunk(address);
  return offsets.pageLocations.map(({ offset, compressedPageSize, firstRowIndex }, i) => ({
    offset,
    storedBytes: compressedPageSize,
    kind: undefined,
    encoding: undefined,
    rawBytes: undefined,
    slots: undefined,
    nulls: bounds?.nullCounts?.[i],
    rows: (offsets.pageLocations[i + 1]?.firstRowIndex ?? rowCount) - firstRowIndex,
    ...write(bounds && reader.ofIndexedPage(bounds, i)),
    checksum: 'not read',
    fault: undefined,
  }));
}
