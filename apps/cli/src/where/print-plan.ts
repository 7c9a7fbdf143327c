/** Prints which rows and bytes a predicate has to read and which it skips, as a table or JSON. */
import type { ParquetFile } from '@marquetry/file';
import type { ScanPlan, UseMetadata } from '@marquetry/prune';
import * as prune from '@marquetry/prune';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { withInput } from '../open-input.js';
import { rowsViewOf } from '../rows/rows-view.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import { variantPathsOf } from '../variant-paths.js';
import { readWhere } from './read-where.js';

export interface PlanOptions {
  readonly where?: string;
  readonly columns?: readonly string[];
  readonly without?: readonly (keyof UseMetadata)[];
  readonly json?: boolean;
}

export function printPlan(name: string, options: PlanOptions, context: Context): Promise<void> {
  return withInput(name, context, async (file) => {
    const plan = await planOf(file, options, context);
    if (options.json === true) await context.output.write(`${JSON.stringify(plan)}\n`);
    else await printTable(plan, file, context);
  });
}

async function planOf(
  file: ParquetFile,
  { where, columns, without = [] }: PlanOptions,
  { signal }: Context,
): Promise<ScanPlan> {
  const paths = await variantPathsOf(file);
  const { leaves } = await rowsViewOf(file, columns === undefined ? {} : { columns });
  return (paths ?? prune).planScan(file, {
    where: where === undefined ? {} : readWhere(where, file, paths).where,
    columns: leaves,
    use: Object.fromEntries(without.map((name) => [name, false])),
    signal,
  });
}

async function printTable(plan: ScanPlan, file: ParquetFile, { output }: Context): Promise<void> {
  const { colors } = output;
  const table = createTable(
    [
      { header: 'row group', align: 'right' },
      { header: 'rows', align: 'right' },
      { header: 'verdict' },
      { header: 'by' },
      { header: 'column', maxWidth: 40 },
      { header: 'why', maxWidth: 100 },
    ],
    output,
  );
  const lines = [
    ...plan.rowGroups.map(({ rowGroup, rows, decided, why = '' }) => ({
      rowGroup,
      rows: rows.reduce((sum, [from, to]) => sum + to - from, 0),
      verdict: decided === 'all' ? 'read, all match' : 'read',
      by: '',
      column: '',
      why,
    })),
    ...plan.skipped.map(({ rowGroup, rows, by, column, why }) => ({
      rowGroup,
      rows,
      verdict: 'skipped',
      by,
      column,
      why,
    })),
    ...plan.ignored.map(({ rowGroup, column, why }) => ({
      rowGroup,
      rows: 0,
      verdict: 'ignored',
      by: '',
      column,
      why,
    })),
  ].sort((a, b) => a.rowGroup - b.rowGroup);
  let text = '';
  for (const { rowGroup, rows, verdict, by, column, why } of lines) {
    text += table.row([
      { text: String(rowGroup) },
      { text: verdict === 'ignored' ? '' : grouped(rows) },
      {
        text: verdict,
        paint: verdict === 'skipped' ? colors.green : verdict === 'ignored' ? colors.yellow : colors.cyan,
      },
      { text: by },
      { text: printable(column) },
      { text: printable(why), paint: colors.dim },
    ]);
  }
  text += table.end();
  const { bytes, rows } = plan;
  const share = ((100 * (bytes.read + bytes.metadata)) / Math.max(bytes.file, 1)).toFixed(2);
  const summary =
    `${grouped(rows)} of ${counted(file.rowCount, 'row')} may match; reads at most ${grouped(bytes.read)} bytes of columns and ` +
    `${grouped(bytes.metadata)} of indexes and filters, ${share} % of ${counted(bytes.file, 'byte')}`;
  await output.write(`${text}\n${colors.dim(summary)}\n`);
}
