/** Builds whole Parquet files from pages. The counts and sizes in the footer are computed from the pages, unless the test passes them. */
import { CodecId, type LeafColumn, PhysicalType } from '@marquetry/core';
import {
  type ColumnChunk,
  type ColumnMetaData,
  FieldRepetitionType,
  type FileMetaData,
  type OffsetIndex,
  type PageLocation,
  type RowGroup,
  readPageHeader,
  type SchemaElement,
  writeFileMetaData,
  writeOffsetIndex,
} from '@marquetry/metadata';
import { isDataPage, isDictionaryPage } from '@marquetry/page';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { join } from './hex.js';
import { binary } from './values.js';

/** A column chunk: its pages, and footer fields that replace the computed ones. */
export interface BuildColumn extends Partial<ColumnMetaData> {
  /** Header and body of each page, in order. */
  readonly pages: readonly Uint8Array[];
  /** Fields of the ColumnChunk struct that contains the metadata. */
  readonly chunk?: Partial<ColumnChunk>;
}

interface BuildRowGroup {
  /** The column chunks, one per leaf of the schema. */
  readonly columns: readonly BuildColumn[];
  /** Number of rows. The default is computed from the first column. Required if that column is repeated and has v1 pages. */
  readonly numRows?: number;
}

export interface BuildFileOptions {
  /** The schema elements in depth-first order, including the root. */
  readonly schema: readonly SchemaElement[];
  readonly rowGroups: readonly BuildRowGroup[];
  /**
   * True to write an OffsetIndex for each chunk. A function returns a changed OffsetIndex to write instead. A repeated
   * column then needs v2 pages.
   */
  readonly offsetIndex?: boolean | ((index: OffsetIndex, rowGroup: number, column: number) => OffsetIndex);
  /** Footer fields that replace the computed ones. */
  readonly metadata?: Partial<FileMetaData>;
}

/** A page and its counts. `rows` is undefined for v1 pages of repeated columns. */
interface CountedPage {
  readonly bytes: Uint8Array;
  readonly isData: boolean;
  readonly isDictionary: boolean;
  readonly encoding: number | undefined;
  readonly slots: number;
  readonly rows: number | undefined;
  readonly uncompressedSize: number;
}

/** Returns the bytes of a file: magic number, pages, offset indexes and footer. */
export function buildFile(options: BuildFileOptions): Uint8Array<ArrayBuffer> {
  const { leaves } = createSchema(options.schema);
  const parts: Uint8Array[] = [binary('PAR1')];
  let position = 4;
  const add = (bytes: Uint8Array): number => {
    parts.push(bytes);
    position += bytes.length;
    return position - bytes.length;
  };
  const located: { locations: PageLocation[] }[][] = [];
  const rowGroups = options.rowGroups.map((group): RowGroup => {
    const indexes: { locations: PageLocation[] }[] = [];
    located.push(indexes);
    const columns = group.columns.map((column, i): ColumnChunk => {
      const leaf = leaves[i];
      if (leaf === undefined)
        throw new Error(`each row group must have ${leaves.length} columns, one per leaf of the schema`);
      const pages = column.pages.map((bytes) => count(bytes, leaf));
      const locations: PageLocation[] = [];
      const offsets = pages.map((page) => add(page.bytes));
      let firstRowIndex = 0;
      for (const [k, page] of pages.entries()) {
        if (!page.isData) continue;
        locations.push({ offset: offsets[k]!, compressedPageSize: page.bytes.length, firstRowIndex });
        firstRowIndex += page.rows ?? 0;
      }
      indexes.push({ locations });
      return { fileOffset: 0, metaData: metaDataOf(column, leaf, pages, offsets), ...column.chunk };
    });
    return {
      columns,
      totalByteSize: columns.reduce((sum, { metaData }) => sum + (metaData?.totalUncompressedSize ?? 0), 0),
      numRows: group.numRows ?? rowsOf(group.columns[0], leaves[0]),
    };
  });
  const indexed = rowGroups.map((group, g) => ({
    ...group,
    columns: group.columns.map((chunk, c): ColumnChunk => {
      if (options.offsetIndex === undefined || options.offsetIndex === false) return chunk;
      const index = { pageLocations: located[g]![c]!.locations };
      const bytes = writeOffsetIndex(options.offsetIndex === true ? index : options.offsetIndex(index, g, c));
      return { ...chunk, offsetIndexOffset: add(bytes), offsetIndexLength: bytes.length };
    }),
  }));
  const footer = writeFileMetaData({
    version: 1,
    schema: options.schema,
    numRows: indexed.reduce((sum, { numRows }) => sum + numRows, 0),
    rowGroups: indexed,
    createdBy: 'Marquetry tests',
    ...options.metadata,
  });
  add(footer);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  return join(...parts, length, binary('PAR1'));
}

/** Returns a schema of one flat column, named `c` by default. The column is REQUIRED if its maximum definition level is 0. */
export function flatSchema(column: LeafColumn, more: Partial<SchemaElement> = {}): SchemaElement[] {
  return [{ name: 'schema', numChildren: 1 }, elementOf('c', column, more)];
}

/** Returns the schema element of a flat column. */
export function elementOf(name: string, column: LeafColumn, more: Partial<SchemaElement> = {}): SchemaElement {
  const repetitionType = column.maxDefinitionLevel === 0 ? FieldRepetitionType.REQUIRED : FieldRepetitionType.OPTIONAL;
  const length = column.type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? { typeLength: column.width } : {};
  return { name, type: column.type, repetitionType, ...length, ...more };
}

/** Returns a file with one flat column and one row group. */
export function buildFlatFile(
  column: LeafColumn,
  pages: readonly Uint8Array[],
  overrides: Omit<BuildColumn, 'pages'> = {},
  options: Partial<BuildFileOptions> = {},
): Uint8Array<ArrayBuffer> {
  return buildFile({ schema: flatSchema(column), rowGroups: [{ columns: [{ pages, ...overrides }] }], ...options });
}

function count(bytes: Uint8Array, leaf: LeafNode): CountedPage {
  const { header, byteLength } = readPageHeader(bytes, 0);
  const data = header.dataPageHeader ?? header.dataPageHeaderV2;
  const slots = data?.numValues ?? 0;
  const rows = header.dataPageHeaderV2?.numRows ?? (leaf.maxRepetitionLevel === 0 ? slots : undefined);
  return {
    bytes,
    isData: isDataPage(header),
    isDictionary: isDictionaryPage(header),
    encoding: data?.encoding ?? header.dictionaryPageHeader?.encoding,
    slots,
    rows,
    uncompressedSize: byteLength + header.uncompressedPageSize,
  };
}

function rowsOf(column: BuildColumn | undefined, leaf: LeafNode | undefined): number {
  if (column === undefined || leaf === undefined) return 0;
  return column.pages.reduce((sum, bytes) => {
    const page = count(bytes, leaf);
    if (page.isData && page.rows === undefined)
      throw new Error('numRows is required for a repeated column with v1 pages');
    return sum + (page.rows ?? 0);
  }, 0);
}

function metaDataOf(
  { pages: _, chunk: __, ...overrides }: BuildColumn,
  leaf: LeafNode,
  pages: readonly CountedPage[],
  offsets: readonly number[],
): ColumnMetaData {
  const dictionary = pages.findIndex((page) => page.isDictionary);
  const data = pages.findIndex((page) => page.isData);
  const sum = (size: (page: CountedPage) => number): number => pages.reduce((total, page) => total + size(page), 0);
  return {
    type: leaf.type,
    encodings: [...new Set(pages.flatMap(({ encoding }) => (encoding === undefined ? [] : [encoding])))],
    pathInSchema: leaf.path,
    codec: CodecId.UNCOMPRESSED,
    numValues: sum((page) => page.slots),
    totalUncompressedSize: sum((page) => page.uncompressedSize),
    totalCompressedSize: sum((page) => page.bytes.length),
    dataPageOffset: offsets[data] ?? 0,
    ...(dictionary < 0 ? {} : { dictionaryPageOffset: offsets[dictionary]! }),
    ...overrides,
  };
}
