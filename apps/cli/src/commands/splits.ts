/** `marquetry splits plan|exec|commit|sweep`: divides work among several processes or machines. */
import { Option } from 'commander';
import type { AddCommand } from '../context.js';
import { addOutputEncryption } from '../keys/output-encryption.js';
import { parseCount, parsePaths, parseSize } from '../option-values.js';
import type { CommitOptions } from '../splits/commit-results.js';
import type { ExecOptions } from '../splits/exec-lines.js';
import type { SplitPlanOptions } from '../splits/plan-sources.js';
import type { SweepFolderOptions } from '../splits/sweep-folder.js';
import { whereHelp } from '../where/where-help.js';

const targetHelp = 'folder or s3://BUCKET/PREFIX for the outputs';

export const addSplits: AddCommand = (program, context) => {
  const splits = program
    .command('splits')
    .description('Divide the work on large files among processes or machines: plan, execute and commit splits.');
  splits
    .command('plan')
    .description('Divide files into splits, the units of work. Print each split as one line of JSON with an "id".')
    .argument('<sources...>', 'paths, URLs, s3://BUCKET/KEY, folders or patterns; a file may be repeated')
    .option('--where <predicate>', `read only rows that match ${whereHelp}`)
    .option('--columns <paths>', 'output columns, separated by commas; "" for none, if you only count rows', parsePaths)
    .option('--target-bytes <bytes>', 'target size of a split in stored bytes; default 67108864 (64 MiB)', parseSize)
    .action(async (names: string[], options: SplitPlanOptions) => {
      const { planSources } = await import('../splits/plan-sources.js');
      await planSources(names, options, context);
    });
  addOutputEncryption(splits.command('exec'))
    .description('Execute the splits from standard input. Print one result per line, as soon as its split is complete.')
    .option(
      '--task <name>',
      'rewrite, filter, sort, count, statistics, or the path of a module whose default export is a task; default rewrite',
    )
    .option('--output <target>', `${targetHelp}; only for tasks that write files`)
    .option(
      '--attempt <name>',
      'name of this attempt; no other process may use it at the same time; default: a random name',
    )
    .option('--where <predicate>', `filter: keep only rows that match ${whereHelp}`)
    .option('--sort-by <paths>', 'sort: columns, separated by commas; -PATH for descending order', parsePaths)
    .option('--columns <paths>', 'statistics: columns, separated by commas; default all', parsePaths)
    .option('--codec <name>', 'codec to write; default: the current codec of each column')
    .option('--row-group-rows <rows>', 'maximum rows per row group; default 1048576', parseSize)
    .option('--value-bytes <bytes>', 'maximum size of the value in a result, in bytes; default 1024', parseSize)
    .action(async (options: ExecOptions) => {
      const { execLines } = await import('../splits/exec-lines.js');
      await execLines(options, context);
    });
  addOutputEncryption(splits.command('commit'))
    .description('Commit the results of a plan exactly once, and publish the outputs.')
    .argument('<results>', 'file with the results that exec printed, in any order; - is standard input')
    .argument('<target>', `${targetHelp}, the same as for exec`)
    .addOption(
      new Option(
        '--mode <mode>',
        'dataset: files part-00000.parquet and so on; one-file: one file; entries: no files, only descriptions of the outputs for a table format',
      )
        .choices(['dataset', 'one-file', 'entries'])
        .default('dataset'),
    )
    .option('--name <file>', 'one-file: name of the file in the target; default data.parquet')
    .option('--plan <file>', 'file with the plan; the command then checks that the results belong to this plan')
    .option('--task <name>', 'the --task module given to exec, if any; its task combines the values of the results')
    .option('--json', '{ "plan", "created", "repeated", "mode", "rows", "files", "entries", "value" }')
    .action(async (results: string, target: string, options: CommitOptions) => {
      const { commitResults } = await import('../splits/commit-results.js');
      await commitResults(results, target, options, context);
    });
  splits
    .command('sweep')
    .description('Remove outputs that no commit refers to, and temporary files of killed processes.')
    .argument('<target>', `${targetHelp}, the same as for exec`)
    .option('--older-than <seconds>', 'remove only files at least this old; default 86400 (24 hours)', parseCount)
    .option('--published', 'also remove the outputs of splits whose data has been published as one file')
    .option('--json', 'print one JSON object per file: { "removed": KEY }')
    .action(async (target: string, options: SweepFolderOptions) => {
      const { sweepFolder } = await import('../splits/sweep-folder.js');
      await sweepFolder(target, options, context);
    });
};
