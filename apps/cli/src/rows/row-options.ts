/** The options that all commands that print rows share. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseCount, parsePaths } from '../option-values.js';
import { whereHelp } from '../where/where-help.js';
import { type FormatName, formatNames } from './format-name.js';

export interface RowOptions {
  readonly columns?: readonly string[];
  readonly where?: string;
  readonly format?: FormatName;
  readonly json?: boolean;
  /** The path to write to; stdout by default. */
  readonly output?: string;
  readonly skipChecksums?: boolean;
  readonly bytes?: 'text' | 'base64';
}

/** Adds the options that all row-printing commands share to a command, after its own options. */
export function addRowOptions(command: Command): Command {
  return command
    .argument(
      '<files...>',
      'paths, URLs, folders or patterns such as "2024-*.parquet"; several files are read as one table',
    )
    .option(
      '--columns <paths>',
      'columns to print, separated by commas; A.B for nested columns and paths into VARIANT columns',
      parsePaths,
    )
    .option('--where <predicate>', `print only rows that match ${whereHelp}`)
    .addOption(
      new Option('--format <name>', 'how to print rows; default: table on a terminal, json elsewhere').choices(
        formatNames,
      ),
    )
    .option('--json', 'the same as --format json')
    .option('-o, --output <file>', 'write to this file; it appears only when it is complete')
    .option('--skip-checksums', 'read pages whose checksum is wrong, and list them on stderr')
    .addOption(
      new Option(
        '--bytes <as>',
        'how to print byte arrays without a logical type: always as base64, or as text if all values of the column are text; default: base64 in JSON, text elsewhere; geometries are WKT, but base64 with --json, --format json or --format ndjson',
      ).choices(['text', 'base64']),
    );
}

/** Maximum number of rows that `head`, `tail` and `sample` print. */
const mostRows = 1_000_000;

/** Adds `-n` to a command. */
export function addRowCount(command: Command): Command {
  return command.option('-n, --rows <count>', 'rows to print', parseRows, 10);
}

function parseRows(text: string): number {
  const rows = parseCount(text);
  if (rows <= mostRows) return rows;
  throw new InvalidArgumentError(`The value must be at most ${mostRows}.`);
}
