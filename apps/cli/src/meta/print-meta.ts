/** Prints the footers of files as tables or JSON. */
import type { OpenedFooter, ParquetFile } from '@marquetry/file';
import { jsonStyle, type Style, textStyle } from '@marquetry/json';
import { type ColumnChunk, columnChunkOf, type RowGroup } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { eachInput } from '../each-input.js';
import { encryptionText } from '../keys/encryption-text.js';
import { lockedColumns, openedChunk } from '../keys/locked-columns.js';
import { withFooter, withInput } from '../open-input.js';
import { printable, shortened } from '../terminal/printable.js';
import { type Cell, createTable } from '../terminal/table.js';
import { type ChunkRecord, createChunkRecord } from './chunk-record.js';

/** Prints the footers of the files that the arguments name, without reading any other part of the files. */
export function printMeta(args: readonly string[], json: boolean, context: Context): Promise<void> {
  const print = json ? printJson : printTables;
  return eachInput(args, json, context, (name, isOneOfSeveral) =>
    withFooter(name, context, (footer) => {
      const file = isOneOfSeveral ? name : undefined;
      if (footer.encryption === undefined) return print(describedFooter(footer), file, context);
      // The metadata of encrypted columns may be encrypted.
      return withInput(name, context, async (opened) => print(await describedFile(opened, context), file, context));
    }),
  );
}

/** A footer, with functions that describe its chunks. */
interface DescribedFooter extends OpenedFooter {
  /** Returns a column chunk from the footer. Its metadata is included if it is not encrypted or its key was given. */
  readonly chunkOf: (rowGroup: number, leaf: LeafNode) => ColumnChunk | undefined;
  /** Paths of the columns whose keys are missing. */
  readonly locked: readonly string[];
}

function describedFooter(footer: OpenedFooter): DescribedFooter {
  const { rowGroups } = footer.metadata;
  const chunkOf = (rowGroup: number, { index }: LeafNode): ColumnChunk | undefined => {
    const group = rowGroups[rowGroup];
    return group && columnChunkOf(group, index);
  };
  return { ...footer, chunkOf, locked: [] };
}

async function describedFile(file: ParquetFile, { signal }: Context): Promise<DescribedFooter> {
  const locked = await lockedColumns(file, file.schema.leaves, signal);
  return {
    ...file,
    chunkOf: (rowGroup, leaf) => openedChunk(file, rowGroup, leaf),
    locked: [...locked].map(({ path }) => formatPath(path)),
  };
}

/** Returns how a file is encrypted, as an object for JSON output; null for a plaintext file. */
function encryptionOf({ encryption, locked }: DescribedFooter): object | null {
  if (encryption === undefined) return null;
  const { algorithm, footer, isVerified } = encryption;
  return { algorithm, footer, verified: isVerified, columnsWithoutKey: locked };
}

function missingText({ locked }: DescribedFooter): string {
  return locked.length === 0 ? '' : `; no key for ${locked.map((path) => printable(path)).join(', ')}`;
}

/** Prints one JSON object, in parts, because a footer may have millions of chunks. */
async function printJson(footer: DescribedFooter, file: string | undefined, context: Context): Promise<void> {
  const { output, pause } = context;
  const { metadata, rowCount, schema, footer: place } = footer;
  const facts = {
    ...(file !== undefined && { file }),
    version: metadata.version,
    createdBy: metadata.createdBy ?? null,
    rows: rowCount,
    columns: schema.leaves.length,
    footerOffset: place.offset,
    footerSize: place.byteLength,
    encrypted: footer.encryption !== undefined || metadata.encryptionAlgorithm !== undefined,
    encryption: encryptionOf(footer),
    keyValueMetadata: (metadata.keyValueMetadata ?? []).map(({ key, value }) => ({ key, value: value ?? null })),
  };
  await output.writeRecords(`${JSON.stringify(facts).slice(0, -1)},"rowGroups":[`);
  const records = recordsOf(footer, jsonStyle, context);
  for (const [rowGroup, group] of metadata.rowGroups.entries()) {
    const about = {
      rowGroup,
      rows: group.numRows,
      uncompressedSize: group.totalByteSize,
      compressedSize: compressedSizeOf(footer, group),
      sortingColumns: sortingOf(footer, group),
    };
    await output.writeRecords(`${rowGroup === 0 ? '' : ','}${JSON.stringify(about).slice(0, -1)},"columns":[`);
    let isFirst = true;
    for (const record of records(rowGroup)) {
      await output.writeRecords(`${isFirst ? '' : ','}${jsonOf(record)}`);
      isFirst = false;
      await pause();
    }
    await output.write(']}');
  }
  await output.write(']}\n');
}

/**
 * Returns a record as JSON. `min` and `max` are JSON text already and are inserted unchanged, so that they keep all
 * their digits.
 */
function jsonOf({ min, max, ...rest }: ChunkRecord): string {
  return `${JSON.stringify(rest).slice(0, -1)},"min":${min},"max":${max}}`;
}

async function printTables(footer: DescribedFooter, _file: string | undefined, context: Context): Promise<void> {
  const { output, pause } = context;
  const { colors, tableWidth } = output;
  const { metadata, rowCount, schema } = footer;
  const { rowGroups, createdBy, keyValueMetadata = [] } = metadata;
  const counts = `${counted(rowCount, 'row')}, ${counted(rowGroups.length, 'row group')}`;
  const size = `footer of ${counted(footer.footer.byteLength, 'byte')}`;
  let text = `${counts}, ${counted(schema.leaves.length, 'column')}, ${size}, version ${metadata.version}\n`;
  if (createdBy !== undefined) text += `written by ${printable(createdBy)}\n`;
  if (footer.encryption !== undefined) text += `${encryptionText(footer.encryption)}${missingText(footer)}\n`;
  if (keyValueMetadata.length > 0) text += `\n${colors.bold('key-value metadata')}\n`;
  for (const { key, value } of keyValueMetadata) {
    const shown = value === undefined ? colors.dim('(none)') : valueText(value, Math.max(20, (tableWidth ?? 120) - 40));
    text += `  ${printable(shortened(key, 36))}  ${shown}\n`;
  }
  await output.write(text);
  if (rowGroups.length === 0) return;

  const groups = createTable(
    [
      { header: 'group', align: 'right' },
      { header: 'rows', align: 'right' },
      { header: 'stored', align: 'right' },
      { header: 'raw', align: 'right' },
      { header: 'sorted by' },
    ],
    output,
  );
  await output.write('\n');
  for (const [rowGroup, group] of rowGroups.entries()) {
    const sorted = sortingOf(footer, group).map(
      ({ column, descending }) => `${column}${descending ? ' descending' : ''}`,
    );
    const cells = [String(rowGroup), grouped(group.numRows), grouped(compressedSizeOf(footer, group))];
    const line = [...cells, grouped(group.totalByteSize), printable(sorted.join(', '))].map((cell) => ({ text: cell }));
    await output.write(groups.row(line));
    await pause();
  }
  await output.write(`${groups.end()}\n`);

  const chunks = createTable(chunkColumns, output);
  const records = recordsOf(footer, textStyle, context);
  for (const rowGroup of rowGroups.keys()) {
    for (const record of records(rowGroup)) {
      await output.write(chunks.row(cellsOf(rowGroup, record, context)));
      await pause();
    }
  }
  await output.write(chunks.end());
}

/** Maximum number of characters of a value that are formatted for printing. The rest of a longer value is ignored. */
const lookAt = 1000;

function valueText(value: string, width: number): string {
  const text = shortened(printable(value.slice(0, lookAt)), width);
  return value.length > width ? `${text} (${counted(value.length, 'character')})` : text;
}

const chunkColumns = [
  { header: 'group', align: 'right' },
  { header: 'column', maxWidth: 40 },
  { header: 'min', maxWidth: 30 },
  { header: 'max', maxWidth: 30 },
  { header: 'nulls', align: 'right' },
  { header: 'distinct', align: 'right' },
  { header: 'type' },
  { header: 'values', align: 'right' },
  { header: 'index' },
  { header: 'encodings', maxWidth: 50 },
  { header: 'codec' },
  { header: 'stored', align: 'right' },
  { header: 'raw', align: 'right' },
] as const;

function cellsOf(rowGroup: number, record: ChunkRecord, { output: { colors } }: Context): Cell[] {
  const none: Cell = { text: '-', paint: colors.dim };
  const text = (value: string | null): Cell => (value === null ? none : { text: printable(value) });
  const number = (value: number | null): Cell => (value === null ? none : { text: grouped(value) });
  const indexes = [
    ...(record.columnIndex ? ['column'] : []),
    ...(record.offsetIndex ? ['offset'] : []),
    ...(record.bloomFilter ? ['bloom'] : []),
  ];
  const key = record.keyId === null ? '' : ` (${shortened(record.keyId, 24)})`;
  const codec = [record.codec ?? [], record.encrypted ? `encrypted${key}` : []].flat().join(' ') || null;
  return [
    { text: String(rowGroup) },
    text(record.column),
    text(
      record.minIsExact === false && record.min !== null ? `${record.min}…` : (record.min ?? cornerOf(record, 'min')),
    ),
    text(
      record.maxIsExact === false && record.max !== null ? `${record.max}…` : (record.max ?? cornerOf(record, 'max')),
    ),
    number(record.nullCount),
    number(record.distinctCount),
    { text: record.physicalType, paint: colors.cyan },
    number(record.values),
    indexes.length === 0 ? none : { text: indexes.join(' '), paint: colors.green },
    text(record.encodings.length === 0 ? null : record.encodings.join(' ')),
    text(codec),
    number(record.compressedSize),
    number(record.uncompressedSize),
  ];
}

/** Returns a corner of the bounding box of the chunk's geometries, such as `x 1, y 2`. */
function cornerOf({ geospatial }: ChunkRecord, end: 'min' | 'max'): string | null {
  const box = geospatial?.bbox;
  if (box === undefined) return null;
  const axes = (['x', 'y', 'z', 'm'] as const).filter((axis) => box[`${axis}${end}`] !== undefined);
  return axes.map((axis) => `${axis} ${box[`${axis}${end}`]}`).join(', ');
}

/** Returns a function that yields one record per column chunk of a row group. */
function recordsOf(
  footer: DescribedFooter,
  style: Style,
  { plugIns }: Context,
): (rowGroup: number) => Generator<ChunkRecord, void, undefined> {
  const { leaves } = footer.schema;
  const recordOf = leaves.map((leaf) => [leaf, createChunkRecord(leaf, footer, style, plugIns)] as const);
  return function* (rowGroup) {
    for (const [leaf, record] of recordOf) {
      const chunk = footer.chunkOf(rowGroup, leaf);
      if (chunk !== undefined) yield record(chunk, rowGroup);
    }
  };
}

/** Returns the row group's compressed size in bytes, or the sum over its chunks if the footer omits it. */
function compressedSizeOf({ schema }: OpenedFooter, group: RowGroup): number {
  if (group.totalCompressedSize !== undefined) return group.totalCompressedSize;
  return schema.leaves.reduce(
    (sum, { index }) => sum + (columnChunkOf(group, index)?.metaData?.totalCompressedSize ?? 0),
    0,
  );
}

interface Sorting {
  readonly column: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Returns the sort order that the row group declares, as text. */
function sortingOf({ schema }: OpenedFooter, { sortingColumns = [] }: RowGroup): readonly Sorting[] {
  return sortingColumns.flatMap(({ columnIdx, descending, nullsFirst }) => {
    const leaf = schema.leaves[columnIdx];
    return leaf === undefined ? [] : [{ column: formatPath(leaf.path), descending, nullsFirst }];
  });
}
