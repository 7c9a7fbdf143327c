/** `marquetry from FILE... OUT`: converts files of other formats to Parquet. */
import { Option } from 'commander';
import type { AddCommand } from '../context.js';
import type { FromOptions } from '../from/from-options.js';
import { parseSize } from '../option-values.js';

export const addFrom: AddCommand = (program, context) => {
  program
    .command('from')
    .description(
      'Convert CSV, TSV, JSON, NDJSON and Arrow files to Parquet. Column types of CSV and JSON files are inferred from their first rows.',
    )
    .argument('<files...>', 'files or folders to read (- is standard input), followed by the Parquet file to write')
    .addOption(
      new Option('--format <name>', 'format of the files; default: inferred from their extensions').choices([
        'csv',
        'tsv',
        'json',
        'ndjson',
        'arrow',
      ]),
    )
    .option('--delimiter <character>', 'CSV: field separator; default: detected from the first rows')
    .option('--header', 'CSV: the first row names the columns; default: detected from the first rows')
    .option('--no-header', 'CSV: the first row is data; columns are named column0, column1 and so on')
    .option('--strings', 'CSV: read all columns as text')
    .option('--decimals', 'CSV: read numbers with a decimal point as DECIMAL, which is exact, instead of DOUBLE')
    .option(
      '--schema <file>',
      'JSON file with column types: { "id": "INT64", "day": { "type": "DATE", "optional": true } }',
    )
    .option('--sample <rows>', 'rows per file to infer types from; default 10000', parseSize)
    .addOption(
      new Option('--bad-rows <policy>', 'stop at the first invalid row, or skip invalid rows; default fail').choices([
        'fail',
        'skip',
      ]),
    )
    .option('--rejects <file>', 'write skipped rows to this file as JSON lines; implies --bad-rows skip')
    .option('--codec <name>', 'codec to write; default SNAPPY')
    .option(
      '--row-group-rows <rows>',
      'rows per row group; default 1048576, or fewer if that many rows exceed 24 MiB encoded',
      parseSize,
    )
    .option('--replace', 'replace the output file if it exists')
    .option('--json', '{ "files", "rows", "badRows", "rowGroups", "columns" }')
    .action(async (names: string[], options: FromOptions) => {
      const { importFiles } = await import('../from/import-files.js');
      await importFiles(names, options, context);
    });
};
