/**
 * `marquetry sizes FILE`: what a column would cost in each encoding and codec. Everything is really encoded, and decoded.
 */
import type { Values, WritableEncoding } from '@marquetry/core';
import {
  bytesSource,
  type ColumnWriteOptions,
  createFileWriter,
  memorySink,
  openFile,
  type ParquetFile,
} from '@marquetry/file';
import { formatPath, type LeafNode, type Schema, selectColumns } from '@marquetry/schema';
import { grouped } from '../counted.js';
import { withInput } from '../open-input.js';
import { type PlugIns, previewEncodings } from '../plug-ins.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import type { AddCommand, Context } from './context.js';
import { leavesOf } from './options.js';
import { codecNamed, codecNameOf, currentCodecs, encodingNameOf, encodingsFor } from './plug-in-names.js';

interface SizesOptions {
  readonly column?: string;
  readonly codec?: readonly string[];
  readonly json?: boolean;
}

export const addSizes: AddCommand = (program, context) => {
  program
    .command('sizes')
    .description('What each encoding and codec would cost, and how fast it decodes: measured.')
    .argument('<file>', 'path or URL')
    .option('--column <path>', 'only this column, or those below this group')
    .option('--codec <name>', 'only this codec; may be repeated', (name: string, before: string[] = []) => [
      ...before,
      name,
    ])
    .option('--json', 'one object a line for every column, encoding and codec')
    .action((name: string, options: SizesOptions) =>
      withInput(name, context, (file) => printSizes(file, options, context)),
    );
};

/** One way to write a column. Sizes are bytes of pages as stored, with headers. */
interface SizeRecord {
  readonly column: string;
  readonly encoding: string;
  /** True where the encoding's layout may still change. */
  readonly preview: boolean;
  readonly codec: string;
  readonly size: number;
  /** Of its present size. */
  readonly ratio: number;
  readonly presentSize: number;
  /** Megabytes a second, of values as PLAIN has them; null where it was too short to measure. */
  readonly decodeMegabytesPerSecond: number | null;
  readonly rows: number;
}

async function printSizes(file: ParquetFile, options: SizesOptions, context: Context): Promise<void> {
  const { output, progress, pause, plugIns } = context;
  const leaves = leavesOf(file, options.column === undefined ? undefined : [options.column]);
  const codecs = codecsOf(options.codec, context);
  const rowGroups = measuredRowGroups(file);
  const ways = leaves.map((leaf) => encodingsFor(leaf, plugIns));
  const total = ways.reduce((sum, encodings) => sum + encodings.length * codecs.length, 0);
  let done = 0;
  for (const [i, leaf] of leaves.entries()) {
    const present = presentOf(file, leaf, rowGroups, plugIns);
    const column = await loadColumn(file, leaf, rowGroups, context);
    const records: SizeRecord[] = [];
    for (const encoding of ways[i] ?? []) {
      for (const codec of codecs) {
        records.push(await measure(column, encoding, codec, present, context));
        progress.update(++done, total, 'combinations');
        await pause();
      }
    }
    progress.clear();
    if (options.json === true)
      await output.writeRecords(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    else await printColumn(leaf, records, present, { file, rows: column.rowCount, first: i === 0 }, context);
  }
}

/** Ids of the codecs to try: those that are named, or all but historical ones. */
function codecsOf(names: readonly string[] | undefined, { plugIns }: Context): readonly number[] {
  if (names === undefined) return currentCodecs(plugIns);
  return [...new Set(names.map((name) => codecNamed(name, plugIns)))];
}

/** Row groups are measured whole, until there are so many rows. */
const enoughRows = 2 ** 20;

function measuredRowGroups({ metadata }: ParquetFile): readonly number[] {
  let rows = 0;
  const ordinals: number[] = [];
  for (const [ordinal, { numRows }] of metadata.rowGroups.entries()) {
    if (rows >= enoughRows) break;
    ordinals.push(ordinal);
    rows += numRows;
  }
  return ordinals;
}

interface Present {
  readonly size: number;
  readonly encodings: readonly string[];
  readonly codec: string;
}

function presentOf({ metadata }: ParquetFile, leaf: LeafNode, rowGroups: readonly number[], plugIns: PlugIns): Present {
  const chunks = rowGroups.flatMap((ordinal) => metadata.rowGroups[ordinal]?.columns[leaf.index]?.metaData ?? []);
  const encodings = new Set(chunks.flatMap((chunk) => chunk.encodings));
  const codecs = new Set(chunks.map(({ codec }) => codec));
  return {
    size: chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0),
    encodings: [...encodings].map((id) => encodingNameOf(id, plugIns)),
    codec: [...codecs].map((id) => codecNameOf(id, plugIns)).join(' '),
  };
}

/** A column in memory, row group by row group, and a schema of it alone. */
interface LoadedColumn {
  readonly path: string;
  readonly schema: Schema;
  readonly batches: readonly Parameters<ReturnType<typeof createFileWriter>['write']>[0][];
  readonly rowCount: number;
}

async function loadColumn(
  file: ParquetFile,
  leaf: LeafNode,
  rowGroups: readonly number[],
  { signal, pause }: Context,
): Promise<LoadedColumn> {
  const path = formatPath(leaf.path);
  const batches: LoadedColumn['batches'][number][] = [];
  let rowCount = 0;
  // Flat: a dictionary that is there already would make building one look cheap.
  for await (const batch of file.columns({ columns: [path], rowGroups, flat: true, signal })) {
    batches.push(batch);
    rowCount += batch[path]?.rowCount ?? 0;
    await pause();
  }
  return { path, schema: selectColumns(file.schema, [path]), batches, rowCount };
}

async function measure(
  column: LoadedColumn,
  encoding: WritableEncoding,
  codec: number,
  present: Present,
  { plugIns, signal, pause }: Context,
): Promise<SizeRecord> {
  const sink = memorySink();
  const writing: ColumnWriteOptions = { encoding: encoding.id, codec, statistics: false, pageIndex: false };
  const writer = createFileWriter(sink, {
    ...plugIns,
    ...writing,
    schema: column.schema,
    rowGroupRows: Number.MAX_SAFE_INTEGER,
    rowGroupBytes: Number.POSITIVE_INFINITY,
    signal,
  });
  for (const batch of column.batches) {
    await writer.write(batch);
    await writer.endRowGroup();
    await pause();
  }
  const { rowGroups } = await writer.finish();
  const chunks = rowGroups.flatMap(({ columns }) => columns[0]?.metaData ?? []);
  const size = chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0);
  return {
    column: column.path,
    encoding: encoding.name,
    preview: previewEncodings.has(encoding.id),
    codec: codecNameOf(codec, plugIns),
    size,
    ratio: present.size === 0 ? 1 : size / present.size,
    presentSize: present.size,
    decodeMegabytesPerSecond: await decodeSpeed(sink.bytes, column, plugIns),
    rows: column.rowCount,
  };
}

/** Runs until so much time is measured, at least and at most so often: the fastest run counts. */
const measuredMilliseconds = 60;
const leastRuns = 2;
const mostRuns = 20;

async function decodeSpeed(bytes: Uint8Array, { path }: LoadedColumn, plugIns: PlugIns): Promise<number | null> {
  const file = await openFile(bytesSource(bytes), plugIns);
  let best = Number.POSITIVE_INFINITY;
  let plainBytes = 0;
  for (let run = 0, spent = 0; run < leastRuns || (run < mostRuns && spent < measuredMilliseconds); run++) {
    plainBytes = 0;
    const start = performance.now();
    for await (const { values } of file.column(path, { flat: true })) {
      plainBytes += plainSize(values);
    }
    const elapsed = performance.now() - start;
    spent += elapsed;
    best = Math.min(best, elapsed);
  }
  return best < 0.05 || plainBytes === 0 ? null : plainBytes / 1000 / best;
}

/** Bytes that values take in PLAIN. */
function plainSize(values: Values): number {
  switch (values.layout) {
    case 'bits':
      return Math.ceil(values.length / 8);
    case 'fixed':
      return values.length * values.width;
    case 'bytes':
      return (values.offsets[values.length] ?? 0) - (values.offsets[0] ?? 0) + 4 * values.length;
    case 'dictionary':
      return 0;
  }
}

/** Characters of the longest bar. */
const barWidth = 24;

async function printColumn(
  leaf: LeafNode,
  records: readonly SizeRecord[],
  present: Present,
  about: { readonly file: ParquetFile; readonly rows: number; readonly first: boolean },
  { output }: Context,
): Promise<void> {
  const { colors } = output;
  const table = createTable(
    [
      { header: 'encoding' },
      { header: 'codec' },
      { header: 'bytes', align: 'right' },
      { header: 'of present', align: 'right' },
      { header: 'decodes', align: 'right' },
      { header: '' },
    ],
    colors.bold,
  );
  const largest = Math.max(present.size, ...records.map(({ size }) => size), 1);
  const smallest = Math.min(...records.map(({ size }) => size));
  let text = about.first ? '' : '\n';
  const measured = about.rows === about.file.rowCount ? '' : ` of ${grouped(about.file.rowCount)}`;
  const title = `${printable(formatPath(leaf.path))}  ${grouped(about.rows)}${measured} rows`;
  const now = `${grouped(present.size)} bytes at present: ${[...present.encodings, present.codec].join(' ')}`;
  text += `${colors.bold(title)}  ${colors.dim(now)}\n`;
  for (const record of [...records].sort((a, b) => a.size - b.size)) {
    const speed = record.decodeMegabytesPerSecond;
    const best = record.size === smallest;
    text += table.row([
      {
        text: record.preview ? `${record.encoding} (preview)` : record.encoding,
        ...(best ? { paint: colors.green } : {}),
      },
      { text: record.codec },
      { text: grouped(record.size) },
      { text: `${(100 * record.ratio).toFixed(1)} %` },
      { text: speed === null ? '-' : `${grouped(Math.round(speed))} MB/s` },
      { text: '█'.repeat(Math.ceil((barWidth * record.size) / largest)), paint: best ? colors.green : colors.cyan },
    ]);
  }
  await output.write(text + table.end());
}
