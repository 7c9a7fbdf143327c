/** Prints the pages of a file as a table or JSON. */
import { EncodingId, isParquetError, nameOf, nameOfCodec, nameOfEncoding, PageType } from '@marquetry/core';
import type { ParquetFile, StoredPage } from '@marquetry/file';
import { createStatisticWriter, jsonStyle, type Style, textStyle } from '@marquetry/json';
import { createBoundsReader, type StoredBound } from '@marquetry/logical';
import type { Statistics } from '@marquetry/metadata';
import { crc32, dataPageInfo, type PageHeader } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { readableColumns } from '../keys/locked-columns.js';
import { leavesOf } from '../leaves-of.js';
import { withInput } from '../open-input.js';
import type { PlugIns } from '../plug-ins.js';
import { printable } from '../terminal/printable.js';
import { type Cell, createTable, type Table } from '../terminal/table.js';

export interface PagesOptions {
  readonly column?: string;
  readonly rowGroup?: number;
  readonly json?: boolean;
  readonly map?: boolean;
}

/**
 * A page, as `marquetry pages` lists it. A field is null if the page header does not contain it. `min` and `max` are
 * formatted for the output.
 */
interface PageRecord {
  readonly rowGroup: number;
  readonly column: string;
  readonly page: number;
  readonly kind: 'dictionary' | 'data-v1' | 'data-v2' | 'index' | 'unknown';
  readonly encoding: string | null;
  readonly codec: string;
  readonly offset: number;
  readonly headerSize: number;
  /** Bytes of header and body in the file. Encryption adds to both. */
  readonly storedSize: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly numValues: number | null;
  readonly numNulls: number | null;
  readonly numRows: number | null;
  readonly crc: 'ok' | 'bad' | 'absent';
  readonly definitionLevelEncoding: string | null;
  readonly repetitionLevelEncoding: string | null;
  readonly min: string | null;
  readonly max: string | null;
}

/** Prints the pages of the file at a path or URL. */
export function printPages(name: string, options: PagesOptions, context: Context): Promise<void> {
  return withInput(name, context, (file) => printAll(file, options, context));
}

async function printAll(file: ParquetFile, options: PagesOptions, context: Context): Promise<void> {
  const { output, progress, pause, signal, plugIns } = context;
  const asked = leavesOf(file, options.column === undefined ? undefined : [options.column]);
  const rowGroups = rowGroupsOf(file, options.rowGroup);
  if (options.map === true && options.column === undefined) {
    const { printMap } = await import('../map/print-map.js');
    return printMap(file, rowGroups, options.json === true, context);
  }
  const leaves = await readableColumns(file, asked, 'pages of some columns not listed', context);
  if (options.map === true && options.json !== true) {
    const { printPageMap } = await import('../map/print-page-map.js');
    return printPageMap(file, leaves, rowGroups, context);
  }
  const isEncrypted = file.encryption !== undefined;
  const table = options.json === true ? undefined : createPageTable(isEncrypted, context);
  const style = table === undefined ? jsonStyle : textStyle;
  const boundsTexts = new Map(leaves.map((leaf) => [leaf, createBoundsText(leaf, file, style)]));
  const print = async (record: PageRecord): Promise<void> => {
    if (table === undefined) await output.writeRecords(jsonLine(record));
    else await output.write(table.row(cellsOf(record, isEncrypted, context)));
    await pause();
  };

  let failure: unknown;
  let chunks = 0;
  for (const rowGroup of rowGroups) {
    for (const leaf of leaves) {
      try {
        for await (const page of file.pages({ rowGroup, column: leaf }, signal)) {
          await print(recordOf(page, plugIns, boundsTexts.get(leaf)));
        }
      } catch (error) {
        // Continue after a broken chunk, and throw its error once all chunks have been listed.
        if (!isParquetError(error)) throw error;
        failure ??= error;
      }
      chunks++;
      if (!output.isTerminal) progress.update(chunks, rowGroups.length * leaves.length, 'chunks');
    }
  }
  if (table !== undefined) await output.write(table.end());
  if (failure !== undefined) throw failure;
}

function rowGroupsOf({ metadata }: ParquetFile, asked: number | undefined): readonly number[] {
  const count = metadata.rowGroups.length;
  if (asked === undefined) return [...metadata.rowGroups.keys()];
  if (asked < count) return [asked];
  throw new UsageError(`--row-group must be below ${count}, the number of row groups in the file, got ${asked}`);
}

/** Returns the minimum and maximum in a page's statistics as text; null where they are missing or cannot be trusted. */
type BoundsText = (statistics: Statistics | undefined) => Pick<PageRecord, 'min' | 'max'>;

function createBoundsText(leaf: LeafNode, { metadata }: ParquetFile, style: Style): BoundsText {
  const reader = createBoundsReader(leaf, metadata);
  const write = createStatisticWriter(leaf, style);
  const text = (bound: StoredBound | undefined): string | null =>
    bound === undefined ? null : (write(bound.bytes) ?? null);
  return (statistics) => {
    const bounds = reader.ofStatistics(statistics);
    return { min: text(bounds?.min), max: text(bounds?.max) };
  };
}

function recordOf(
  { byteLength, header, location, ordinal, fileOffset, headerSize, body }: StoredPage,
  plugIns: PlugIns,
  boundsText: BoundsText | undefined,
): PageRecord {
  const { leaf, rowGroup, metaData } = location;
  const v1 = header.type === PageType.DATA_PAGE ? header.dataPageHeader : undefined;
  const data = dataPageInfo(header);
  const dictionary = header.dictionaryPageHeader;
  const encoding = data?.encoding ?? dictionary?.encoding;
  // Levels of v2 pages are always RLE (Encodings.md#RLE).
  const levelEncoding = (id: number | undefined): string | null =>
    data?.version === 2 ? nameOf(EncodingId, EncodingId.RLE) : id === undefined ? null : nameOf(EncodingId, id);
  return {
    rowGroup,
    column: formatPath(leaf.path),
    page: ordinal,
    kind: kindOf(header),
    encoding: encoding === undefined ? null : nameOfEncoding(encoding, plugIns.encodings),
    codec: nameOfCodec(metaData.codec, plugIns.codecs),
    offset: fileOffset,
    headerSize,
    storedSize: byteLength,
    compressedSize: header.compressedPageSize,
    uncompressedSize: header.uncompressedPageSize,
    numValues: data?.slotCount ?? dictionary?.numValues ?? null,
    numNulls: data?.nullCount ?? null,
    numRows: data?.rowCount ?? null,
    crc: checksumOf(header, body),
    definitionLevelEncoding: levelEncoding(v1?.definitionLevelEncoding),
    repetitionLevelEncoding: levelEncoding(v1?.repetitionLevelEncoding),
    ...(boundsText?.(data?.statistics) ?? { min: null, max: null }),
  };
}

function kindOf({ type }: PageHeader): PageRecord['kind'] {
  switch (type) {
    case PageType.DATA_PAGE:
      return 'data-v1';
    case PageType.DATA_PAGE_V2:
      return 'data-v2';
    case PageType.DICTIONARY_PAGE:
      return 'dictionary';
    case PageType.INDEX_PAGE:
      return 'index';
    default:
      return 'unknown';
  }
}

function checksumOf({ crc }: PageHeader, body: Uint8Array): PageRecord['crc'] {
  if (crc === undefined) return 'absent';
  return crc32(body) === (crc | 0) ? 'ok' : 'bad';
}

/**
 * Returns a record as one line of JSON. `min` and `max` are JSON text already and are inserted unchanged, so that they
 * keep all their digits.
 */
function jsonLine({ min, max, ...rest }: PageRecord): string {
  return `${JSON.stringify(rest).slice(0, -1)},"min":${min},"max":${max}}\n`;
}

/**
 * Creates the table of pages. For an encrypted file, its column `in file` shows the stored size of each page, because
 * encryption adds bytes to the header and the body.
 */
function createPageTable(isEncrypted: boolean, { output }: Context): Table {
  return createTable(
    [
      { header: 'group', align: 'right' },
      { header: 'column', maxWidth: 40 },
      { header: 'page', align: 'right' },
      { header: 'kind' },
      { header: 'encoding' },
      { header: 'codec' },
      { header: 'offset', align: 'right' },
      ...(isEncrypted ? ([{ header: 'in file', align: 'right' }] as const) : []),
      { header: 'header', align: 'right' },
      { header: 'stored', align: 'right' },
      { header: 'raw', align: 'right' },
      { header: 'values', align: 'right' },
      { header: 'nulls', align: 'right' },
      { header: 'rows', align: 'right' },
      { header: 'crc' },
      { header: 'min', maxWidth: 30 },
      { header: 'max', maxWidth: 30 },
    ],
    output,
  );
}

function cellsOf(record: PageRecord, isEncrypted: boolean, { output: { colors } }: Context): Cell[] {
  const plain = (value: string | number | null): Cell =>
    value === null ? { text: '-', paint: colors.dim } : { text: printable(String(value)) };
  const paintKind =
    record.kind === 'dictionary' ? colors.magenta : record.kind.startsWith('data') ? colors.cyan : colors.yellow;
  const paintCrc = record.crc === 'ok' ? colors.green : record.crc === 'bad' ? colors.red : colors.dim;
  return [
    plain(record.rowGroup),
    plain(record.column),
    plain(record.page),
    { text: record.kind, paint: paintKind },
    plain(record.encoding),
    plain(record.codec),
    plain(record.offset),
    ...(isEncrypted ? [plain(record.storedSize)] : []),
    plain(record.headerSize),
    plain(record.compressedSize),
    plain(record.uncompressedSize),
    plain(record.numValues),
    plain(record.numNulls),
    plain(record.numRows),
    { text: record.crc, paint: paintCrc },
    plain(record.min),
    plain(record.max),
  ];
}
