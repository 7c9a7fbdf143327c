/** Describes pages from their headers. */
import { nameOfEncoding } from '@marquetry/core';
import type { FoundFault } from '@marquetry/inspect/walk';
import { createStatisticWriter, textStyle } from '@marquetry/json';
import { createBoundsReader, type StoredBounds } from '@marquetry/logical';
import { crc32, dataPageInfo, type PageHeader } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import type { PageInfo } from '../protocol.js';
import { pageTypeName } from './names.js';
import type { Session } from './session.js';

/** A page whose header has been read. Its body may have been read as well. */
interface DescribedPage {
  readonly fileOffset: number;
  /** Size of the header and the body, in bytes. */
  readonly byteLength: number;
  readonly header: PageHeader;
  readonly body: Uint8Array | undefined;
  /** Number of bytes of the body that are missing because the file ends early. */
  readonly missingBytes?: number;
}

/** Returns a function that describes a page. The function verifies the checksum only if the body is given. */
export function createPageDescriber(session: Session, leaf: LeafNode): (page: DescribedPage) => PageInfo {
  const reader = createBoundsReader(leaf, session.file.metadata);
  const write = createBoundsText(leaf);
  return ({ fileOffset, byteLength, header, body, missingBytes = 0 }) => {
    const data = dataPageInfo(header);
    const encoding = data?.encoding ?? header.dictionaryPageHeader?.encoding;
    // A v1 page header has no row count, but in a column without repetition, `num_values` is the number of rows.
    const rows =
      data === undefined ? 0 : (data.rowCount ?? (leaf.maxRepetitionLevel === 0 ? data.slotCount : undefined));
    return {
      offset: fileOffset,
      storedBytes: byteLength,
      kind: pageTypeName(header.type),
      encoding: encoding === undefined ? undefined : nameOfEncoding(encoding, session.encodings),
      rawBytes: header.uncompressedPageSize,
      slots: data?.slotCount ?? header.dictionaryPageHeader?.numValues,
      nulls: data?.nullCount ?? data?.statistics?.nullCount,
      rows,
      ...write(reader.ofStatistics(data?.statistics)),
      checksum: checksumOf(header, body),
      fault:
        missingBytes > 0 ? `${missingBytes} bytes of the page are missing` : encodingFault(session, leaf, encoding),
    };
  };
}

function checksumOf({ crc }: PageHeader, body: Uint8Array | undefined): PageInfo['checksum'] {
  if (crc === undefined) return 'absent';
  if (body === undefined) return 'not read';
  return crc32(body) === (crc | 0) ? 'right' : 'wrong';
}

/** Returns why the encoding cannot be decoded, and what to register; undefined if it can be decoded. */
function encodingFault({ encodings }: Session, leaf: LeafNode, id: number | undefined): string | undefined {
  if (id === undefined) return undefined;
  try {
    encodings.resolve(id, leaf);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns a function that formats minimum and maximum values as text. */
export function createBoundsText(leaf: LeafNode): (bounds: StoredBounds | undefined) => Pick<PageInfo, 'min' | 'max'> {
  const write = createStatisticWriter(leaf, textStyle);
  return (bounds) => ({ min: bounds?.min && write(bounds.min.bytes), max: bounds?.max && write(bounds.max.bytes) });
}

const nothingKnown = {
  kind: undefined,
  encoding: undefined,
  rawBytes: undefined,
  slots: undefined,
  nulls: undefined,
  rows: undefined,
  min: undefined,
  max: undefined,
  checksum: 'not read',
  fault: undefined,
} as const;

/** Describes a page for which only the offset and size are known. */
export function placedPage(offset: number, storedBytes: number): PageInfo {
  return { ...nothingKnown, offset, storedBytes };
}

/** Describes a range of bytes in which no page could be read. */
export function faultyPage({ offset, byteLength, fault }: FoundFault): PageInfo {
  return { ...nothingKnown, offset, storedBytes: byteLength, fault: fault.message };
}
