/**
 * Columns in every encoding and codec, measured one after the other and printed.
 */
import type { ParquetFile } from '@marquetry/file';
import type { Context } from '../context.js';
import { leavesOf } from '../leaves-of.js';
import { withInput } from '../open-input.js';
import { codecNamed, currentCodecs, encodingsFor } from '../plug-in-names.js';
import { loadColumn } from './loaded-column.js';
import { measure, type SizeRecord } from './measure.js';
import { presentOf } from './present.js';
import { printColumn } from './report.js';

export interface SizesOptions {
  readonly column?: string;
  readonly codec?: readonly string[];
  readonly json?: boolean;
}

/** Measures columns of a path or URL. */
export function printSizes(name: string, options: SizesOptions, context: Context): Promise<void> {
  return withInput(name, context, (file) => measureColumns(file, options, context));
}

async function measureColumns(file: ParquetFile, options: SizesOptions, context: Context): Promise<void> {
  const { output, progress, pause, plugIns } = context;
  const leaves = leavesOf(file, options.column === undefined ? undefined : [options.column]);
  const codecs = codecsOf(options.codec, context);
  const rowGroups = measuredRowGroups(file);
  const ways = leaves.map((leaf) => encodingsFor(leaf, plugIns));
  const total = ways.reduce((sum, encodings) => sum + encodings.length * codecs.length, 0);
  let done = 0;
  for (const [i, leaf] of leaves.entries()) {
    const column = await loadColumn(file, leaf, rowGroups, context);
    const present = presentOf(file, leaf, rowGroups, column.rowCount, plugIns);
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
