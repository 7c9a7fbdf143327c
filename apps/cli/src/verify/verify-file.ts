/** Decodes a whole file, and reports its problems as they are found. */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { EncryptionFacts, ParquetFile } from '@marquetry/file';
import { columnChunkOf, type RowGroup } from '@marquetry/metadata';
import { formatPath } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { needsOption } from '../describe-failure.js';
import { encryptionText } from '../keys/encryption-text.js';
import { lockedColumns } from '../keys/locked-columns.js';
import { withInput } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { checkChunk } from './check-chunk.js';
import { checkSorting } from './check-sorting.js';
import { contradiction, type Fault, faultOf, type Report } from './fault.js';

/** The numbers of row groups, columns, pages and rows that were checked. */
interface Counts {
  rowGroups: number;
  columns: number;
  pages: number;
  rows: number;
  /** Paths of encrypted columns that were not checked, because their keys are missing. */
  unchecked: readonly string[];
  encryption: EncryptionFacts | null;
}

/** Options for printing the problems. */
export interface VerifyOptions {
  readonly json: boolean;
  /** The name of the file, which is added to every JSON object. */
  readonly file?: string;
}

/**
 * Verifies the file at a path or URL.
 * @throws ParquetError that summarizes the problems, if there are any, or states that a key is missing.
 */
export async function verifyFile(name: string, { json, file }: VerifyOptions, context: Context): Promise<void> {
  const { output, progress } = context;
  const about = file === undefined ? {} : { file };
  const faults = createFaultList(json, about, context);
  const counts: Counts = { rowGroups: 0, columns: 0, pages: 0, rows: 0, unchecked: [], encryption: null };
  try {
    await withInput(name, context, (opened) => checkFile(opened, counts, faults, context));
  } catch (error) {
    // A missing key is not a problem of the file itself.
    if (!isParquetError(error) || needsOption(error)) throw error;
    faults.report(faultOf(error));
  }
  await faults.print();
  progress.clear();
  if (json) {
    const { encryption, ...others } = counts;
    const { isVerified: verified, ...facts } = encryption ?? {};
    const described = { ...others, encryption: encryption && { ...facts, verified } };
    const summary = { ...about, ok: faults.count === 0, faults: faults.count, ...described };
    await output.writeRecords(`${JSON.stringify(summary)}\n`);
  }
  if (faults.first !== undefined) throw summaryOf(faults.first, faults.count);
  if (!json) await output.write(`${output.colors.green('ok')}: ${describeCounts(counts)}\n`);
}

interface FaultList {
  readonly count: number;
  readonly first: Fault | undefined;
  readonly report: Report;
  /** Prints the problems reported since the last call. */
  print(): Promise<void>;
}

function createFaultList(json: boolean, about: object, { output, progress }: Context): FaultList {
  let count = 0;
  let first: Fault | undefined;
  let lines = '';
  return {
    get count(): number {
      return count;
    },
    get first(): Fault | undefined {
      return first;
    },
    report: (fault) => {
      count++;
      first ??= fault;
      lines += json ? jsonLine(about, fault) : `${output.colors.red(fault.code)}: ${printable(fault.message)}\n`;
    },
    print: async () => {
      if (lines === '') return;
      if (output.isTerminal) progress.clear();
      const text = lines;
      lines = '';
      await (json ? output.writeRecords(text) : output.write(text));
    },
  };
}

function jsonLine(about: object, { code, message, at }: Fault): string {
  const { rowGroup = null, column = null, page = null } = at;
  return `${JSON.stringify({ ...about, rowGroup, column, page, code, message })}\n`;
}

async function checkFile(file: ParquetFile, counts: Counts, faults: FaultList, context: Context): Promise<void> {
  const { metadata, schema, rowCount } = file;
  const { rowGroups } = metadata;
  counts.rowGroups = rowGroups.length;
  counts.columns = schema.leaves.length;
  counts.rows = rowCount;
  counts.encryption = file.encryption ?? null;
  // Some writers state 0 rows although the file has rows.
  if (metadata.numRows !== 0 && metadata.numRows !== rowCount) {
    faults.report(contradiction(`the footer states ${metadata.numRows} rows, but its row groups have ${rowCount}`, {}));
  }
  const totalBytes = rowGroups.reduce(
    (sum, group) => sum + schema.leaves.reduce((bytes, { index }) => bytes + compressedSizeOf(group, index), 0),
    0,
  );
  let bytes = 0;
  const locked = await lockedColumns(file, schema.leaves, context.signal);
  counts.unchecked = [...locked].map(({ path }) => formatPath(path));
  for (const rowGroup of rowGroups.keys()) {
    for (const leaf of schema.leaves) {
      if (locked.has(leaf)) continue;
      counts.pages += await checkChunk(file, rowGroup, leaf, context, faults.report);
      await faults.print();
      bytes += compressedSizeOf(rowGroups[rowGroup], leaf.index);
      context.progress.update(bytes, totalBytes, 'bytes');
    }
    await checkSorting(file, rowGroup, locked, context, faults.report);
    await faults.print();
  }
}

function compressedSizeOf(group: RowGroup | undefined, column: number): number {
  if (group === undefined) return 0;
  return columnChunkOf(group, column)?.metaData?.totalCompressedSize ?? 0;
}

function describeCounts({ rowGroups, columns, pages, rows, unchecked, encryption }: Counts): string {
  const missing = unchecked.map((path) => printable(path)).join(', ');
  const left = unchecked.length === 0 ? '' : `; not checked, because their keys are missing: ${missing}`;
  const all = [
    counted(rowGroups, 'row group'),
    counted(columns, 'column'),
    counted(pages, 'page'),
    counted(rows, 'row'),
  ].join(', ');
  return `${all}${encryption === null ? '' : `; ${encryptionText(encryption)}`}${left}`;
}

/** Returns the error to print on stderr: a single line, whatever the number of problems. */
function summaryOf({ code, message }: Fault, count: number): ParquetError {
  return new ParquetError(code, count === 1 ? message : `${counted(count, 'problem')}, the first: ${message}`);
}
