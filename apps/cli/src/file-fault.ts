/** Adds the name of the file to an error, for commands that read several files. */
import { isParquetError } from '@marquetry/core';

/** An error and the file that caused it. */
export class FileFault extends Error {
  readonly fileName: string;
  readonly exitCode: number;

  constructor(fileName: string, cause: unknown, exitCode: number) {
    super(fileName, { cause });
    this.fileName = fileName;
    this.exitCode = exitCode;
  }
}

/**
 * Awaits `done`, and adds the file's name if it rejects with a `ParquetError`. If that error ends the run, `exitCode`
 * is the run's exit code.
 */
export async function blaming<T>(fileName: string, done: Promise<T>, exitCode = 1): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw isParquetError(error) ? new FileFault(fileName, error, exitCode) : error;
  }
}
