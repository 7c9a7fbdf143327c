/** Prints the plan for many files that are read as one table. */
import type { FilePlan } from '@marquetry/dataset';
import type { ScanPlan } from '@marquetry/prune';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { openTable } from '../open-table.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import { bytesText, cellsOf, linesOf, type PlanLine, type PlanOptions, planColumns, useOf } from './plan-lines.js';

export async function printTablePlan(
  names: readonly string[],
  { where, columns, without = [], json }: PlanOptions,
  context: Context,
): Promise<void> {
  const { output, signal } = context;
  const table = await openTable(names, { where, columns }, context);
  const plans = await table.dataset.plan({
    ...(table.where !== undefined && { where: table.where }),
    ...(columns !== undefined && { columns }),
    use: useOf(without),
    signal,
  });
  if (json === true) {
    await output.writeRecords(
      plans.map(({ path, ...plan }) => `${JSON.stringify({ file: path, ...plan })}\n`).join(''),
    );
    return;
  }
  const { colors } = output;
  const lines = createTable([{ header: 'file' }, ...planColumns], output);
  let text = '';
  for (const each of plans) {
    for (const line of linesOfFile(each)) text += lines.row([{ text: printable(each.path) }, ...cellsOf(line, colors)]);
  }
  await output.write(`${text}${lines.end()}\n${colors.dim(summaryOf(plans))}\n`);
}

function linesOfFile({ plan, skipped, by }: FilePlan): readonly PlanLine[] {
  return plan === undefined ? [{ verdict: 'skipped', by: by ?? '', column: '', why: skipped ?? '' }] : linesOf(plan);
}

function summaryOf(plans: readonly FilePlan[]): string {
  const read = plans.flatMap(({ plan }) => plan ?? []);
  const sum = (of: (plan: ScanPlan) => number): number => read.reduce((total, plan) => total + of(plan), 0);
  const rows = counted(
    sum((plan) => plan.rows),
    'row',
  );
  const bytes = {
    read: sum((plan) => plan.bytes.read),
    metadata: sum((plan) => plan.bytes.metadata),
    file: sum((plan) => plan.bytes.file),
  };
  return `${rows} may match, in ${grouped(read.length)} of ${counted(plans.length, 'file')}; ${bytesText(bytes)}`;
}
