/**
 * Handles rows that do not fit the schema: `from` either stops at the first such row, or skips and counts them and
 * writes them to a file.
 */
import { ParquetError } from '@marquetry/core';
import { type ByteSink, openSink } from '@marquetry/file';
import type { BadRow } from '@marquetry/from-text';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { requireReplaceable } from '../destination.js';
import { UsageError } from '../failure.js';
import { printable } from '../terminal/printable.js';
import type { FromOptions } from './from-options.js';

export interface RejectedRows {
  readonly count: number;
  /** Records a row that does not fit the schema. @throws ParquetError CORRUPT unless such rows are skipped. */
  add(row: BadRow): void;
  /** Writes the rows recorded since the last call to the `--rejects` file. */
  flush(): Promise<void>;
  /** Completes the `--rejects` file, and prints the first skipped rows and the number of all skipped rows. */
  finish(): Promise<void>;
  /** Removes the unfinished `--rejects` file. */
  abort(reason: unknown): Promise<void>;
}

const reportedRows = 5;

/**
 * Opens the `--rejects` file, if given.
 * @throws UsageError if that file cannot be replaced, or with `--bad-rows fail`.
 */
export async function openRejectedRows(
  { badRows, rejects }: Pick<FromOptions, 'badRows' | 'rejects'>,
  { messages, signal }: Pick<Context, 'messages' | 'signal'>,
): Promise<RejectedRows> {
  if (rejects !== undefined && badRows === 'fail')
    throw new UsageError('--rejects cannot be used with --bad-rows fail: use --bad-rows skip');
  if (rejects !== undefined) await requireReplaceable(rejects);
  const sink: ByteSink | undefined = rejects === undefined ? undefined : openSink(rejects);
  const isSkipped = badRows === 'skip' || rejects !== undefined;
  const encoder = new TextEncoder();
  const first: BadRow[] = [];
  let waiting: string[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    await sink?.write(encoder.encode(lines.join('')), signal);
  };
  return {
    get count() {
      return count;
    },
    add: (row) => {
      if (!isSkipped) throw faultOf(row);
      count++;
      if (first.length < reportedRows) first.push(row);
      if (sink !== undefined) waiting.push(`${JSON.stringify(row)}\n`);
    },
    flush,
    finish: async () => {
      if (sink !== undefined) {
        await flush();
        // Create the file even if no row was skipped.
        await sink.write(new Uint8Array(0), signal);
        await sink.close();
      }
      for (const row of first) await messages.write(`marquetry: ${printable(textOf(row))}\n`);
      if (count > 0) await messages.write(`marquetry: ${counted(count, 'row')} skipped\n`);
    },
    abort: async (reason) => {
      await sink?.abort(reason).catch(() => undefined);
    },
  };
}

function faultOf(row: BadRow): ParquetError {
  const { file, line, column, reason } = row;
  const cure =
    column === undefined
      ? 'use --bad-rows skip to skip invalid rows'
      : 'use --strings to read all columns as text, --schema to set types, --sample to infer types from more rows, or --bad-rows skip to skip invalid rows';
  return new ParquetError('CORRUPT', `line ${line}: ${reason}; ${cure}`, {
    ...(file !== undefined && { file }),
    ...(column !== undefined && { column }),
  });
}

function textOf({ file, line, column, reason }: BadRow): string {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return `${file === undefined ? '' : `${file}: `}${place}: ${reason}`;
}
