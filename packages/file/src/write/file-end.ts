/**
 * Collects metadata while a file is written, and writes it at the end of the file.
 *
 *   PAR1 | row group: chunks, Bloom filters | ... | ColumnIndexes | OffsetIndexes | FileMetaData | its length, u32 LE | PAR1
 *
 * Bloom filters are stored directly after their row group, so that only the filters of one row group are in memory.
 * Source: README.md#file-format, PageIndex.md and BloomFilter.md#file-format of parquet-format.
 */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import {
  type ColumnChunk,
  type FileMetaData,
  type RowGroup,
  type SortingColumn,
  writeColumnIndex,
  writeFileMetaData,
  writeOffsetIndex,
} from '@marquetry/metadata';
import type { FileEncryptor } from './file-encryption.js';
import type { Output } from './output.js';
import type { PendingChunk, PlacedChunk } from './placed-chunk.js';

/** The magic bytes at the start and the end of a file: PAR1. */
export const magic: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x50, 0x41, 0x52, 0x31);

/** A stored column of a row group, and its page indexes as bytes. The indexes are written at the end of the file. */
interface StoredColumn {
  readonly chunk: ColumnChunk;
  readonly columnIndex: Uint8Array | undefined;
  readonly offsetIndex: Uint8Array | undefined;
}

export interface StoredRowGroup {
  readonly rowGroup: RowGroup;
  readonly columns: readonly StoredColumn[];
}

/** Maximum ordinal of a row group, which is stored as an i16 (parquet.thrift `RowGroup`). */
const largestOrdinal = 2 ** 15 - 1;

/**
 * Writes the chunks of a row group, and then their Bloom filters. Removes each chunk from `pending` once it is written,
 * to free its memory.
 */
export async function writeRowGroup(
  output: Output,
  pending: PendingChunk[],
  about: { readonly rowCount: number; readonly ordinal: number; readonly sortingColumns: readonly SortingColumn[] },
  encryptor: FileEncryptor | undefined,
  signal: AbortSignal,
): Promise<StoredRowGroup> {
  const { rowCount, ordinal, sortingColumns } = about;
  const fileOffset = output.position;
  const placed: PlacedChunk[] = [];
  // Drop the reference, so that the memory of a chunk's pages is freed as soon as they are written.
  for (let chunk = pending.shift(); chunk !== undefined; chunk = pending.shift()) {
    const place = { rowGroup: ordinal, column: placed.length };
    placed.push(await (encryptor?.writeChunk(chunk, output, place) ?? chunk.write(output)));
  }
  const totalCompressedSize = output.position - fileOffset;
  const columns: StoredColumn[] = [];
  let totalByteSize = 0;
  for (const { metaData, bloomFilter, columnIndex, offsetIndex } of placed) {
    totalByteSize += metaData.totalUncompressedSize;
    const bloomFilterOffset = output.position;
    if (bloomFilter !== undefined) await output.write(bloomFilter);
    if (isTurnDue()) await yieldToEventLoop(signal);
    const filter = bloomFilter === undefined ? {} : { bloomFilterOffset, bloomFilterLength: bloomFilter.length };
    const place = { rowGroup: ordinal, column: columns.length };
    const columnBytes = columnIndex instanceof Uint8Array ? columnIndex : columnIndex && writeColumnIndex(columnIndex);
    const offsetBytes = offsetIndex && writeOffsetIndex(offsetIndex);
    columns.push({
      chunk: { fileOffset: 0, metaData: { ...metaData, ...filter } },
      columnIndex: columnBytes && encryptor ? await encryptor.sealIndex('column', columnBytes, place) : columnBytes,
      offsetIndex: offsetBytes && encryptor ? await encryptor.sealIndex('offset', offsetBytes, place) : offsetBytes,
    });
  }
  const rowGroup: RowGroup = {
    columns: columns.map(({ chunk }) => chunk),
    totalByteSize,
    numRows: rowCount,
    ...(sortingColumns.length === 0 ? {} : { sortingColumns }),
    fileOffset,
    totalCompressedSize,
    ...(ordinal > largestOrdinal ? {} : { ordinal }),
  };
  return { rowGroup, columns };
}

/** Writes the page indexes, the footer and the magic bytes. Returns the footer. */
export async function writeFileEnd(
  output: Output,
  stored: readonly StoredRowGroup[],
  about: Omit<FileMetaData, 'rowGroups' | 'numRows' | 'version'>,
  encryptor: FileEncryptor | undefined,
  signal: AbortSignal,
): Promise<FileMetaData> {
  const chunks = stored.map(({ columns }) => columns.map(({ chunk }) => ({ ...chunk })));
  for (const [g, { columns }] of stored.entries()) {
    for (const [c, { columnIndex }] of columns.entries()) {
      if (columnIndex === undefined) continue;
      Object.assign(chunks[g]?.[c] ?? {}, {
        columnIndexOffset: output.position,
        columnIndexLength: columnIndex.length,
      });
      await output.write(columnIndex);
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  }
  for (const [g, { columns }] of stored.entries()) {
    for (const [c, { offsetIndex }] of columns.entries()) {
      if (offsetIndex === undefined) continue;
      Object.assign(chunks[g]?.[c] ?? {}, {
        offsetIndexOffset: output.position,
        offsetIndexLength: offsetIndex.length,
      });
      await output.write(offsetIndex);
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  }
  const rowGroups = stored.map(({ rowGroup }, g) => ({ ...rowGroup, columns: chunks[g] ?? [] }));
  const numRows = rowGroups.reduce((sum, rowGroup) => sum + rowGroup.numRows, 0);
  const metadata: FileMetaData = { version: 1, ...about, numRows, rowGroups };
  const sealed = await encryptor?.sealFooter(metadata);
  await output.write(sealed?.bytes ?? footerBytes(metadata));
  await output.flush();
  return sealed?.metadata ?? metadata;
}

/**
 * Returns the bytes of a footer at the end of a file, with its length and the magic bytes.
 * @throws ParquetError LIMIT for a footer of 2 GiB or more.
 */
export function footerBytes(metadata: FileMetaData): Uint8Array {
  const thrift = writeFileMetaData(metadata);
  if (thrift.length >= 2 ** 31)
    throw new ParquetError('LIMIT', `a footer must be under 2 GiB, got ${thrift.length} bytes`);
  const bytes = new Uint8Array(thrift.length + 8);
  bytes.set(thrift);
  new DataView(bytes.buffer).setUint32(thrift.length, thrift.length, true);
  bytes.set(magic, thrift.length + 4);
  return bytes;
}
