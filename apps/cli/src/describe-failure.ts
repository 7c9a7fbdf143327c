/** Maps the error that ended a run to an exit code and one line of text. */
import { isParquetError, type ParquetError } from '@marquetry/core';
import { CommanderError } from 'commander';
import { ClosedPipe, FilesDiffer, Interrupted, Stopped, UsageError } from './failure.js';
import { FileFault } from './file-fault.js';
import { printable } from './terminal/printable.js';

export interface Failure {
  readonly exitCode: number;
  /** The text to print; absent if nothing should be printed. */
  readonly line?: string;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof ClosedPipe || error instanceof Stopped) return { exitCode: 0 };
  if (error instanceof Interrupted) return { exitCode: error.exitCode };
  if (error instanceof FilesDiffer) return { exitCode: 1 };
  if (error instanceof CommanderError) return { exitCode: error.exitCode };
  if (error instanceof UsageError) return { exitCode: 2, line: lineOf(error.message) };
  if (isParquetError(error)) {
    const key = keyText(error);
    return key === undefined ? { exitCode: 1, line: lineOf(parquetText(error)) } : { exitCode: 2, line: lineOf(key) };
  }
  if (error instanceof FileFault && isParquetError(error.cause)) {
    const key = keyText(error.cause);
    const exitCode = key === undefined ? error.exitCode : 2;
    return { exitCode, line: lineOf(`${error.fileName}: ${key ?? parquetText(error.cause)}`) };
  }
  if (isSystemError(error)) return { exitCode: 2, line: lineOf(error.message) };
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    return {
      exitCode: 1,
      line: lineOf(
        'LIMIT: a row exceeds the maximum length of a JavaScript string, about 2^29 characters; print fewer columns with --columns',
      ),
    };
  }
  const message = error instanceof Error ? `${error.message}${causeOf(error)}` : String(error);
  return { exitCode: 1, line: lineOf(message) };
}

function parquetText({ code, message }: ParquetError): string {
  return `${code}: ${message}`;
}

/** True if a file cannot be opened without another option, such as `--key`. */
export function needsOption(error: ParquetError): boolean {
  return keyText(error) !== undefined;
}

/** Returns what to do about a missing key, a missing AAD prefix, or a file without AAD; undefined for other errors. */
function keyText({ at, code, reason }: ParquetError): string | undefined {
  const [, noAad] = /^(the file is encrypted without AAD, .*): to read/.exec(reason) ?? [];
  if (noAad !== undefined) return `${noAad}: add --allow-no-aad to read it anyway`;
  if (code !== 'INVALID_ARGUMENT') return undefined;
  if (reason.includes('pass `aadPrefix`'))
    return 'the file needs the AAD prefix that its writer used: add --aad-prefix TEXT';
  const [, what, id] = /^no key for the (footer|encrypted column)(?: \(key metadata "(.+?)"\))?/.exec(reason) ?? [];
  if (what === undefined) return undefined;
  const column = at.column === undefined ? '' : ` ${at.column}`;
  const isFooterKey = what === 'footer' || reason.includes('that of the footer');
  const named = id ?? (isFooterKey ? 'footer' : `column:${at.column}`);
  return `no key for the ${what}${column}: add --key ${named}=env:NAME, where the environment variable NAME contains the key in hexadecimal`;
}

/** Returns true for errors that the operating system reports: Node sets `syscall` on them. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Returns the text to append to an error's message: a colon and the message of its cause, or nothing. The reason of a
 * failed `fetch` is only in the cause.
 */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? `: ${error.cause.message}` : '';
}

function lineOf(text: string): string {
  return `marquetry: ${printable(text)}`;
}
