/** `marquetry plan FILE... --where PREDICATE`: prints what a query would read and skip, and why. */
import { Option } from 'commander';
import type { AddCommand } from '../context.js';
import { parsePaths } from '../option-values.js';
import type { PlanOptions } from '../where/plan-lines.js';
import { whereHelp } from '../where/where-help.js';

export const addPlan: AddCommand = (program, context) => {
  program
    .command('plan')
    .description('Print which rows and bytes a query with the given predicate reads, which it skips, and why.')
    .argument(
      '<files...>',
      'paths, URLs, folders or patterns such as "2024-*.parquet"; several files are read as one table',
    )
    .option('--where <predicate>', whereHelp)
    .option(
      '--columns <paths>',
      'columns to read, separated by commas; A.B for nested columns and paths into VARIANT columns',
      parsePaths,
    )
    .addOption(
      new Option('--without <metadata...>', 'kinds of metadata that the query must not use to skip rows').choices([
        'statistics',
        'bloom',
        'dictionary',
        'columnIndex',
      ]),
    )
    .option(
      '--json',
      'print the plan as one JSON object; for several files, one per line: { file, plan } or { file, skipped, by }',
    )
    .action(async (names: string[], options: PlanOptions) => {
      const { printPlan } = await import('../where/print-plan.js');
      await printPlan(names, options, context);
    });
};
