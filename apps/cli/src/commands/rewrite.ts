/**
 * `marquetry rewrite IN OUT`: decodes, and writes anew.
 */
import { stat } from 'node:fs/promises';
import { CodecId, EncodingId, nameOf, PageType } from '@marquetry/core';
import {
  type ColumnWriteOptions,
  createFileWriter,
  type FileWriter,
  type FileWriterOptions,
  openSink,
  type ParquetFile,
} from '@marquetry/file';
import type { ColumnMetaData, FileMetaData } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { InvalidArgumentError, Option } from 'commander';
import { counted } from '../counted.js';
import { UsageError } from '../failure.js';
import { withInput } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import type { AddCommand, Context } from './context.js';
import { leavesOf, parseCount } from './options.js';
import { codecNamed, encodingNamed } from './plug-in-names.js';

interface RewriteOptions {
  readonly encoding?: readonly string[];
  readonly codec?: string;
  readonly pageVersion?: '1' | '2';
  readonly pageSize?: number;
  readonly rowGroupRows?: number;
  readonly crc: boolean;
  readonly index: boolean;
  readonly bloom?: readonly string[];
  readonly json?: boolean;
}

export const addRewrite: AddCommand = (program, context) => {
  program
    .command('rewrite')
    .description('Decodes a file and writes it anew: other encodings, codec, pages, row groups.')
    .argument('<in>', 'path or URL')
    .argument('<out>', 'path; replaced only when the new file is whole')
    .option('--encoding <[path=]name>', 'for every column that can hold it, or for one; may be repeated', collect)
    .option('--codec <name>', 'default: as it is')
    .addOption(new Option('--page-version <version>', 'of data pages; default 1').choices(['1', '2']))
    .option('--page-size <bytes>', 'of the values of a page as PLAIN; default 1 MiB', parseSize)
    .option('--row-group-rows <rows>', 'default: row groups as they are', parseSize)
    .option('--no-crc', 'no page checksums')
    .option('--no-index', 'no page indexes; page headers carry statistics instead')
    .option('--bloom <path>', 'a Bloom filter for this column; may be repeated', collect)
    .option('--json', 'one object a line for every column')
    .action((from: string, to: string, options: RewriteOptions) =>
      withInput(from, context, (file) => rewrite(file, to, options, context)),
    );
};

function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

function parseSize(text: string): number {
  const size = parseCount(text);
  if (size > 0) return size;
  throw new InvalidArgumentError('It must be at least 1.');
}

async function rewrite(file: ParquetFile, to: string, options: RewriteOptions, context: Context): Promise<void> {
  const { messages, progress } = context;
  const encodings = chosenEncodings(file, options.encoding ?? [], context);
  const codecs = chosenCodecs(file, options.codec, context);
  const columns = file.schema.leaves.map((leaf): [string, ColumnWriteOptions] => [
    formatPath(leaf.path),
    columnOptions(leaf, file, { encodings, codecs: codecs.ids }),
  ]);
  for (const path of options.bloom ?? []) {
    const leaves = leavesOf(file, [path]);
    for (const leaf of leaves)
      columns.push([formatPath(leaf.path), { ...columns[leaf.index]?.[1], bloomFilter: true }]);
  }
  await requireReplaceable(to);
  const { keyValueMetadata } = file.metadata;
  const writing: FileWriterOptions = {
    ...context.plugIns,
    schema: file.schema,
    columns: Object.fromEntries(columns),
    pageVersion: options.pageVersion === '2' ? 2 : 1,
    ...(options.pageSize === undefined ? {} : { pageBytes: options.pageSize }),
    // Row groups that stay end where they did, however large.
    rowGroupRows: options.rowGroupRows ?? Number.MAX_SAFE_INTEGER,
    ...(options.rowGroupRows === undefined ? { rowGroupBytes: Number.POSITIVE_INFINITY } : {}),
    checksums: options.crc,
    pageIndex: options.index,
    ...(keyValueMetadata === undefined ? {} : { keyValueMetadata }),
    sortingColumns: options.rowGroupRows === undefined ? sortedBy(file) : [],
    signal: context.signal,
  };
  const writer = createFileWriter(openSink(to), writing);
  let footer: FileMetaData;
  try {
    await copyRows(file, writer, options.rowGroupRows === undefined, context);
    footer = await writer.finish();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
  progress.clear();
  for (const note of [...encodings.notes, ...codecs.notes]) await messages.write(`marquetry: ${printable(note)}\n`);
  await report(file, footer, options.json === true, context);
}

/** The encoding that options ask for a column, by its leaf; others are chosen by size. */
interface Chosen<T> {
  readonly ids: ReadonlyMap<LeafNode, T>;
  /** What to tell the user. */
  readonly notes: readonly string[];
}

function chosenEncodings(file: ParquetFile, texts: readonly string[], { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const notes: string[] = [];
  const split = texts.map((text) => {
    const at = text.lastIndexOf('=');
    return { path: at < 0 ? undefined : text.slice(0, at), encoding: encodingNamed(text.slice(at + 1), plugIns) };
  });
  for (const { path, encoding } of split) {
    if (path !== undefined) continue;
    const left = file.schema.leaves.filter((leaf) => !encoding.supports(leaf));
    for (const leaf of file.schema.leaves) if (encoding.supports(leaf)) ids.set(leaf, encoding.id);
    if (left.length === 0) continue;
    const names = left.map((leaf) => formatPath(leaf.path)).join(', ');
    notes.push(`${encoding.name} cannot hold ${counted(left.length, 'column')}: ${names}`);
  }
  // What is said of a column goes before what is said of all, whatever the order.
  for (const { path, encoding } of split) {
    if (path === undefined) continue;
    for (const leaf of leavesOf(file, [path])) {
      if (!encoding.supports(leaf)) {
        throw new UsageError(`the column ${formatPath(leaf.path)} cannot be encoded as ${encoding.name}`);
      }
      ids.set(leaf, encoding.id);
    }
  }
  return { ids, notes };
}

/** The codec that is asked for, or each column's own where that can be written. */
function chosenCodecs(file: ParquetFile, name: string | undefined, { plugIns }: Context): Chosen<number> {
  const ids = new Map<LeafNode, number>();
  const notes = new Set<string>();
  const asked = name === undefined ? undefined : codecNamed(name, plugIns);
  for (const leaf of file.schema.leaves) {
    const present = file.metadata.rowGroups[0]?.columns[leaf.index]?.metaData?.codec ?? CodecId.SNAPPY;
    const written = present === CodecId.UNCOMPRESSED || plugIns.codecs.find(present)?.compress !== undefined;
    if (asked === undefined && !written) notes.add(`${nameOf(CodecId, present)} is not written; SNAPPY instead`);
    ids.set(leaf, asked ?? (written ? present : CodecId.SNAPPY));
  }
  return { ids, notes: [...notes] };
}

function columnOptions(
  leaf: LeafNode,
  { metadata }: ParquetFile,
  chosen: { readonly encodings: Chosen<number>; readonly codecs: ReadonlyMap<LeafNode, number> },
): ColumnWriteOptions {
  const encoding = chosen.encodings.ids.get(leaf);
  const codec = chosen.codecs.get(leaf) ?? CodecId.UNCOMPRESSED;
  const order = metadata.columnOrders?.[leaf.index]?.kind ?? 'unknown';
  return {
    codec,
    ...(encoding === undefined ? {} : { encoding }),
    ...(order === 'unknown' ? {} : { columnOrder: order }),
  };
}

/** How the rows are sorted, where all row groups say the same. */
function sortedBy({ metadata, schema }: ParquetFile): NonNullable<FileWriterOptions['sortingColumns']> {
  const [first, ...others] = metadata.rowGroups.map(({ sortingColumns }) => sortingColumns ?? []);
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return [];
  return first.flatMap(({ columnIdx, descending, nullsFirst }) => {
    const leaf = schema.leaves[columnIdx];
    return leaf === undefined ? [] : [{ column: formatPath(leaf.path), descending, nullsFirst }];
  });
}

/** Rows to decode at a time. */
const batchRows = 2 ** 17;

async function copyRows(
  file: ParquetFile,
  writer: FileWriter,
  keepRowGroups: boolean,
  { progress, pause, signal }: Context,
): Promise<void> {
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    for await (const batch of file.columns({ rowGroups: [rowGroup], batchRows, signal })) {
      await writer.write(batch);
      progress.update(writer.rowCount, file.rowCount, 'rows');
      await pause();
    }
    if (keepRowGroups) await writer.endRowGroup();
  }
}

/** Anything but a file cannot be replaced by renaming. */
async function requireReplaceable(path: string): Promise<void> {
  if (/^https?:\/\//i.test(path)) throw new UsageError(`${path}: a URL cannot be written to`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${path}: is a directory`);
  if (found !== undefined && !found.isFile()) throw new UsageError(`${path}: is not a regular file`);
}

/** What a column was and has become. Sizes are in bytes, of all row groups. */
interface ColumnReport {
  readonly column: string;
  readonly encodings: readonly string[];
  readonly codec: string;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly previousEncodings: readonly string[];
  readonly previousCodec: string;
  readonly previousCompressedSize: number;
}

async function report(file: ParquetFile, footer: FileMetaData, json: boolean, { output }: Context): Promise<void> {
  const records = file.schema.leaves.map((leaf): ColumnReport => {
    const before = summed(file.metadata, leaf);
    const after = summed(footer, leaf);
    return {
      column: formatPath(leaf.path),
      encodings: after.encodings,
      codec: after.codec,
      compressedSize: after.compressedSize,
      uncompressedSize: after.uncompressedSize,
      previousEncodings: before.encodings,
      previousCodec: before.codec,
      previousCompressedSize: before.compressedSize,
    };
  });
  if (json) {
    await output.write(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return;
  }
  const { colors } = output;
  const table = createTable(
    [
      { header: 'column' },
      { header: 'was' },
      { header: 'bytes', align: 'right' },
      { header: 'is' },
      { header: 'bytes', align: 'right' },
      { header: 'ratio', align: 'right' },
    ],
    colors.bold,
  );
  let text = '';
  for (const record of records) {
    text += table.row([
      { text: printable(record.column) },
      { text: [...record.previousEncodings, record.previousCodec].join(' '), paint: colors.dim },
      { text: record.previousCompressedSize.toLocaleString('en-US'), paint: colors.dim },
      { text: [...record.encodings, record.codec].join(' '), paint: colors.cyan },
      { text: record.compressedSize.toLocaleString('en-US') },
      { text: ratioText(record.compressedSize, record.previousCompressedSize) },
    ]);
  }
  const total = (size: (record: ColumnReport) => number): number =>
    records.reduce((sum, record) => sum + size(record), 0);
  const after = total((record) => record.compressedSize);
  const before = total((record) => record.previousCompressedSize);
  const counts = `${counted(footer.numRows, 'row')}, ${counted(footer.rowGroups.length, 'row group')}`;
  const sizes = `${counted(after, 'byte')} of pages, ${ratioText(after, before)} of what they were`;
  await output.write(`${text}${table.end()}\n${colors.dim(`${counts}, ${sizes}`)}\n`);
}

interface Summed {
  readonly encodings: readonly string[];
  readonly codec: string;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

/** A column over all row groups. Encodings are those of data pages, where the footer tells them apart. */
function summed({ rowGroups }: FileMetaData, leaf: LeafNode): Summed {
  const chunks = rowGroups.flatMap(({ columns }) => columns[leaf.index]?.metaData ?? []);
  return {
    encodings: [...new Set(chunks.flatMap(dataEncodings))].map((id) => nameOf(EncodingId, id)),
    codec: [...new Set(chunks.map(({ codec }) => nameOf(CodecId, codec)))].join(' '),
    compressedSize: chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0),
    uncompressedSize: chunks.reduce((sum, { totalUncompressedSize }) => sum + totalUncompressedSize, 0),
  };
}

function dataEncodings({ encodings, encodingStats }: ColumnMetaData): readonly number[] {
  if (encodingStats === undefined) return encodings;
  return encodingStats
    .filter(({ pageType }) => pageType === PageType.DATA_PAGE || pageType === PageType.DATA_PAGE_V2)
    .map(({ encoding }) => encoding);
}

function ratioText(now: number, before: number): string {
  return before === 0 ? '-' : `${((100 * now) / before).toFixed(0)} %`;
}
