/** Measures each column in every encoding and codec, and prints the results. */
import type { ParquetFile } from '@marquetry/file';
import type { Context } from '../context.js';
import { readableColumns } from '../keys/locked-columns.js';
import { leavesOf } from '../leaves-of.js';
import { withInput } from '../open-input.js';
import { codecNamed, currentCodecs, encodingsFor } from '../plug-in-names.js';
import { decodeOf, decodeSpeeds } from './decode-speed.js';
import { loadColumn } from './loaded-column.js';
import { type SizeRecord, type WrittenColumn, writeColumn } from './measure.js';
import { presentOf } from './present.js';
import { printColumn } from './report.js';

export interface SizesOptions {
  readonly column?: string;
  readonly codec?: readonly string[];
  readonly json?: boolean;
}

/** Measures the columns of the file at a path or URL. */
export function printSizes(name: string, options: SizesOptions, context: Context): Promise<void> {
  return withInput(name, context, (file) => measureColumns(file, options, context));
}

async function measureColumns(file: ParquetFile, options: SizesOptions, context: Context): Promise<void> {
  const { output, progress, pause, plugIns } = context;
  const asked = leavesOf(file, options.column === undefined ? undefined : [options.column]);
  const codecs = codecsOf(options.codec, context);
  const leaves = await readableColumns(file, asked, 'columns not measured', context);
  const rowGroups = measuredRowGroups(file);
  const ways = leaves.map((leaf) => encodingsFor(leaf, plugIns));
  const total = ways.reduce((sum, encodings) => sum + encodings.length * codecs.length, 0);
  let done = 0;
  for (const [i, leaf] of leaves.entries()) {
    const column = await loadColumn(file, leaf, rowGroups, context);
    const present = presentOf(file, leaf, rowGroups, column.rowCount, plugIns);
    const records: SizeRecord[] = [];
    let written: WrittenColumn[] = [];
    let heldBytes = 0;
    const measure = async (): Promise<void> => {
      records.push(...(await measured(written, context)));
      written = [];
      heldBytes = 0;
    };
    for (const encoding of ways[i] ?? []) {
      for (const codec of codecs) {
        const way = await writeColumn(column, encoding, codec, present, context);
        written.push(way);
        heldBytes += way.bytes.length;
        // Measure what has been written so far when it takes too much memory, then continue with the next encodings.
        if (heldBytes > file.limits.memoryBytes * heldShare) await measure();
        progress.update(++done, total, 'combinations');
        await pause();
      }
    }
    await measure();
    progress.clear();
    if (options.json === true)
      await output.writeRecords(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    else await printColumn(leaf, records, present, { file, rows: column.rowCount, first: i === 0 }, context);
  }
}

/** The fraction of `limits.memoryBytes` that the written forms of a column may take before they are measured. */
const heldShare = 1 / 4;

/** Measures how fast each written form of a column decodes, in alternation, and returns the complete records. */
async function measured(written: readonly WrittenColumn[], context: Context): Promise<readonly SizeRecord[]> {
  const decodes = await Promise.all(written.map(({ bytes, record }) => decodeOf(bytes, record.column, context)));
  const speeds = await decodeSpeeds(decodes, { onRound: context.pause });
  return written.map(({ record }, way) => ({ ...record, decodeMegabytesPerSecond: speeds[way] ?? null }));
}

/** Returns the ids of the codecs to measure: those that the user named, or all except historical ones. */
function codecsOf(names: readonly string[] | undefined, { plugIns }: Context): readonly number[] {
  if (names === undefined) return currentCodecs(plugIns);
  return [...new Set(names.map((name) => codecNamed(name, plugIns)))];
}

/** Row groups are measured in order, until they have at least this many rows in total. */
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
