/**
 * `marquetry cat FILE`: rows.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { ParquetFile, TypedColumn } from '@marquetry/file';
import type { ValueWriter } from '@marquetry/json';
import { formatPath, isFlat, type LeafNode } from '@marquetry/schema';
import { Option } from 'commander';
import { UsageError } from '../failure.js';
import { withInput } from '../open-input.js';
import { createFormat, type FormatName, formatNames, type RowFormat, type WriteCell } from '../rows/format.js';
import { printable } from '../terminal/printable.js';
import type { AddCommand, Context } from './context.js';
import { leavesOf, parseCount, parsePaths } from './options.js';

interface CatOptions {
  readonly columns?: readonly string[];
  readonly offset: number;
  readonly limit?: number;
  readonly format?: FormatName;
  readonly json?: boolean;
}

export const addCat: AddCommand = (program, context) => {
  program
    .command('cat')
    .description('Rows: a table on a terminal, JSON lines on a pipe.')
    .argument('<file>', 'path or URL')
    .option('--columns <paths>', 'columns, separated by commas; A.B for nested ones', parsePaths)
    .option('--offset <rows>', 'rows to pass over', parseCount, 0)
    .option('--limit <rows>', 'rows to print at most', parseCount)
    .addOption(new Option('--format <name>', 'how to print rows').choices(formatNames))
    .option('--json', 'the same as --format json')
    .action((name: string, options: CatOptions) =>
      withInput(name, context, (file) => printRows(file, options, context)),
    );
};

async function printRows(file: ParquetFile, options: CatOptions, context: Context): Promise<void> {
  const { output, messages, progress } = context;
  const format = formatOf(options, output.isTerminal);
  const { leaves, leftOut } = flatLeaves(file, options.columns);
  const rows = createFormat(format, leaves, output);
  const write = format === 'table' ? output.write : output.writeRecords;
  await printBatches(file, leaves, { rows, write }, options, context);
  progress.clear();
  if (leftOut.length > 0) {
    const names = leftOut.map((leaf) => formatPath(leaf.path)).join(', ');
    const what = `left out ${leftOut.length} nested columns, which cat does not print yet: ${names}`;
    await messages.write(`marquetry: ${printable(what)}; pages and verify read them\n`);
  }
}

function formatOf({ format, json }: CatOptions, isTerminal: boolean): FormatName {
  if (json !== true) return format ?? (isTerminal ? 'table' : 'json');
  if (format !== undefined && format !== 'json') throw new UsageError(`--json and --format ${format} contradict`);
  return 'json';
}

/** The columns whose rows are their slots; nested ones that were not asked for by name are left out. */
function flatLeaves(
  file: ParquetFile,
  paths: readonly string[] | undefined,
): { readonly leaves: readonly LeafNode[]; readonly leftOut: readonly LeafNode[] } {
  const all = leavesOf(file, paths);
  const leaves = all.filter(isFlat);
  const leftOut = all.filter((leaf) => !isFlat(leaf));
  const [nested] = leftOut;
  if (nested !== undefined && (paths !== undefined || leaves.length === 0)) {
    const column = formatPath(nested.path);
    throw new ParquetError('UNSUPPORTED', 'cat does not print nested columns yet', { column });
  }
  return { leaves, leftOut };
}

/** Text is handed on in pieces of about this many characters. */
const pieceLength = 2 ** 16;

async function printBatches(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  { rows, write }: { readonly rows: RowFormat; readonly write: (text: string) => Promise<void> },
  { offset, limit }: CatOptions,
  { output, progress, pause, signal }: Context,
): Promise<void> {
  const writers = leaves.map((leaf) => rows.writerOf(leaf));
  const total = Math.min(Math.max(0, file.rowCount - offset), limit ?? Number.POSITIVE_INFINITY);
  let text = rows.begin();
  let done = 0;
  const batches = file.columns({
    columns: leaves.map((leaf) => formatPath(leaf.path)),
    offset,
    ...(limit === undefined ? {} : { limit }),
    batchRows: batchRows(file, leaves),
    spaced: true,
    signal,
  });
  try {
    for await (const batch of batches) {
      const columns = leaves.map((leaf) => batch[formatPath(leaf.path)] as TypedColumn);
      const cells = columns.map((column, i) => cellOf(column, writers[i] as ValueWriter));
      const rowCount = columns[0]?.rowCount ?? 0;
      for (let row = 0; row < rowCount; row++) {
        text += rows.row(cells, row);
        if (text.length < pieceLength) continue;
        await write(text);
        text = '';
        await pause();
      }
      await pause();
      done += rowCount;
      // Where rows go to the terminal, they are the progress.
      if (!output.isTerminal) progress.update(done, total, 'rows');
    }
  } catch (error) {
    // The rows before a fault are good.
    if (isParquetError(error) && done > 0) await write(text + rows.end());
    throw error;
  }
  await write(text + rows.end());
}

/** The cell of each row, for values that have one entry a slot. */
function cellOf({ values, nulls }: TypedColumn, writer: ValueWriter): WriteCell {
  const write = writer(values);
  if (nulls.kind !== 'bitmap') return write;
  const { bits } = nulls;
  return (row) => (((bits[row >> 3] as number) >> (row & 7)) & 1 ? write(row) : undefined);
}

/** Decoded bytes to hold at once, roughly. */
const batchBytes = 2 ** 25;

/** Rows of a batch: fewer where rows are large. */
function batchRows(file: ParquetFile, leaves: readonly LeafNode[]): number {
  let rowBytes = 1;
  for (const { columns, numRows } of file.metadata.rowGroups) {
    const bytes = leaves.reduce((sum, { index }) => sum + (columns[index]?.metaData?.totalUncompressedSize ?? 0), 0);
    rowBytes = Math.max(rowBytes, bytes / Math.max(numRows, 1));
  }
  return Math.max(16, Math.min(2 ** 14, Math.floor(batchBytes / rowBytes)));
}
