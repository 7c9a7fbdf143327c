/** Measures how many bytes each column takes with every encoding and codec, and prints the results. */
import type { ParquetFile } from '@marquetry/file';
import { rankColumns } from '@marquetry/inspect';
import {
  compareEncodings,
  currentCodecs,
  type EncodingCost,
  encodingsFor,
  presentCost,
} from '@marquetry/inspect/costs';
import { formatPath } from '@marquetry/schema';
import type { Context } from '../context.js';
import { readableColumns } from '../keys/locked-columns.js';
import { leavesOf } from '../leaves-of.js';
import { columnTable } from '../map/column-table.js';
import { withInput } from '../open-input.js';
import { codecNamed } from '../plug-in-names.js';
import { printable } from '../terminal/printable.js';
import { printColumn } from './report.js';
import { presentOf, recordOf } from './size-record.js';

export interface SizesOptions {
  readonly column?: string;
  readonly codec?: readonly string[];
  readonly json?: boolean;
}

/** Maximum number of columns in the table of the largest columns. */
const mostColumns = 20;

/** Measures and prints the sizes of the columns of the file at a path or URL. */
export function printSizes(name: string, options: SizesOptions, context: Context): Promise<void> {
  return withInput(name, context, (file) => measureColumns(file, options, context));
}

async function measureColumns(file: ParquetFile, options: SizesOptions, context: Context): Promise<void> {
  const { output, messages, progress, pause, plugIns, signal } = context;
  const asked = leavesOf(file, options.column === undefined ? undefined : [options.column]);
  const codecIds = codecsOf(options.codec, context);
  const leaves = await readableColumns(file, asked, 'columns not measured', context);
  const total = leaves.reduce((sum, leaf) => sum + encodingsFor(leaf, plugIns.encodings).length * codecIds.length, 0);
  if (options.json !== true && options.column === undefined)
    await output.write(`${columnTable(await rankColumns(file, signal), mostColumns, context)}\n`);
  let done = 0;
  for (const [i, leaf] of leaves.entries()) {
    const column = formatPath(leaf.path);
    // Each encoding and codec is reported twice: first with its size, later with size and speed, which replaces the
    // first report.
    const costs = new Map<string, EncodingCost>();
    const onProgress = (): void => progress.update(++done, total, 'combinations');
    for await (const cost of compareEncodings(file, leaf, { ...plugIns, codecIds, signal, onProgress })) {
      const way = [cost.encoding?.name, cost.codec?.name].filter((name) => name !== undefined).join(' with ');
      if ('size' in cost) costs.set(way, cost);
      else if (cost.encoding !== undefined && cost.codec !== undefined) {
        progress.clear();
        await messages.write(`marquetry: ${printable(`${column}: ${way} cannot be measured: ${cost.refused}`)}\n`);
      }
      await pause();
    }
    progress.clear();
    const records = [...costs.values()].map((cost) => recordOf(column, cost));
    if (options.json === true)
      await output.writeRecords(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    else {
      const rows = records[0]?.rows ?? file.rowCount;
      const present = presentOf(presentCost(file, leaf, undefined, rows), plugIns);
      await printColumn(leaf, records, present, { file, rows, first: i === 0 }, context);
    }
  }
}

/** Returns the ids of the codecs to measure: those that the user named, or all except historical ones. */
function codecsOf(names: readonly string[] | undefined, { plugIns }: Context): readonly number[] {
  if (names === undefined) return currentCodecs(plugIns.codecs);
  return [...new Set(names.map((name) => codecNamed(name, plugIns)))];
}
