/** Prints which rows and bytes a query with a predicate reads and which it skips, as a table or JSON. */
import type { ParquetFile } from '@marquetry/file';
import type { ScanPlan } from '@marquetry/prune';
import * as prune from '@marquetry/prune';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { filesOf, isSummary, onlyFileOf } from '../inputs.js';
import { withInput } from '../open-input.js';
import { rowsViewOf } from '../rows/rows-view.js';
import { createTable } from '../terminal/table.js';
import { variantPathsOf } from '../variant-paths.js';
import { bytesText, cellsOf, linesOf, type PlanOptions, planColumns, useOf } from './plan-lines.js';
import { readWhere } from './read-where.js';

/**
 * Prints the plan for one file. For several files, a pattern or a folder, reads them as one table and prints the plan
 * for each file.
 */
export async function printPlan(args: readonly string[], options: PlanOptions, context: Context): Promise<void> {
  const only = onlyFileOf(args);
  if (only === undefined || isSummary(only)) {
    const { printTablePlan } = await import('./print-table-plan.js');
    return printTablePlan(await filesOf(args), options, context);
  }
  return withInput(only, context, async (file) => {
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
    use: useOf(without),
    signal,
  });
}

async function printTable(plan: ScanPlan, file: ParquetFile, { output }: Context): Promise<void> {
  const { colors } = output;
  const table = createTable(planColumns, output);
  const text = linesOf(plan)
    .map((line) => table.row(cellsOf(line, colors)))
    .join('');
  const matching = `${grouped(plan.rows)} of ${counted(file.rowCount, 'row')} may match`;
  await output.write(`${text}${table.end()}\n${colors.dim(`${matching}; ${bytesText(plan.bytes)}`)}\n`);
}
