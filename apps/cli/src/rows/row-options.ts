/**
 * The options of all commands that print rows.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseCount, parsePaths } from '../option-values.js';
import { whereHelp } from '../where/where-help.js';
import { type FormatName, formatNames } from './format-name.js';

export interface RowOptions {
  readonly columns?: readonly string[];
  readonly where?: string;
  readonly format?: FormatName;
  readonly json?: boolean;
  /** The path to write to; default stdout. */
  readonly output?: string;
  readonly skipChecksums?: boolean;
  readonly bytes?: 'text' | 'base64';
}

/** Adds them to a command, after its own. */
export function addRowOptions(command: Command): Command {
  return command
    .argument('<files...>', 'paths, URLs or patterns such as "2024-*.parquet"; several are read as one table')
    .option('--columns <paths>', 'columns to print, separated by commas; A.B for nested ones', parsePaths)
    .option('--where <predicate>', `print only rows that pass ${whereHelp}`)
    .addOption(
      new Option('--format <name>', 'how to print rows; default: table on a terminal, json elsewhere').choices(
        formatNames,
      ),
    )
    .option('--json', 'the same as --format json')
    .option('-o, --output <file>', 'write to this file; it appears when it is whole')
    .option('--skip-checksums', 'read pages whose checksum is wrong, and list them on stderr')
    .addOption(
      new Option(
        '--bytes <as>',
        'how to print bytes without a logical type: as base64, or as text where a column holds text; default: base64 in JSON, text elsewhere',
      ).choices(['text', 'base64']),
    );
}

/** Rows that a sample or the ends of a file have at most: they are held together. */
const mostRows = 1_000_000;

/** Adds `-n` to a command. */
export function addRowCount(command: Command): Command {
  return command.option('-n, --rows <count>', 'rows to print', parseRows, 10);
}

function parseRows(text: string): number {
  const rows = parseCount(text);
  if (rows <= mostRows) return rows;
  throw new InvalidArgumentError(`It must be at most ${mostRows}.`);
}
