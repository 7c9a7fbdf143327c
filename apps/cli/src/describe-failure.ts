/** Maps the error that ended a run to an exit code and one line of text. */
import { isParquetError, type ParquetError } from '@marquetry/core';
import { CommanderError } from 'commander';
import { ClosedPipe, FilesDiffer, Interrupted, UsageError } from './failure.js';
import { FileFault } from './file-fault.js';
import { printable } from './terminal/printable.js';

export interface Failure {
  readonly exitCode: number;
  /** The text to print; absent if nothing should be printed. */
  readonly line?: string;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof ClosedPipe) return { exitCode: 0 };
  if (error instanceof Interrupted) return { exitCode: error.exitCode };
  if (error instanceof FilesDiffer) return { exitCode: 1 };
  if (error instanceof CommanderError) return { exitCode: error.exitCode };
  if (error instanceof UsageError) return { exitCode: 2, line: lineOf(error.message) };
  if (isParquetError(error)) return { exitCode: 1, line: lineOf(parquetText(error)) };
  if (error instanceof FileFault && isParquetError(error.cause)) {
    return { exitCode: error.exitCode, line: lineOf(`${error.fileName}: ${parquetText(error.cause)}`) };
  }
  if (isSystemError(error)) return { exitCode: 2, line: lineOf(error.message) };
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    return {
      exitCode: 1,
      line: lineOf(
        'LIMIT: a row is longer than the longest string that JavaScript can hold, about 2^29 characters; print fewer columns with --columns',
      ),
    };
  }
  const message = error instanceof Error ? `${error.message}${causeOf(error)}` : String(error);
  return { exitCode: 1, line: lineOf(message) };
}

function parquetText({ code, message }: ParquetError): string {
  return `${code}: ${message}`;
}

/** Returns true for errors that the operating system reports: Node sets `syscall` on them. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Returns the text to append to an error's message: a colon and the message of its cause, or nothing. A failed `fetch`
 * gives its reason only there.
 */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? `: ${error.cause.message}` : '';
}

function lineOf(text: string): string {
  return `marquetry: ${printable(text)}`;
}
