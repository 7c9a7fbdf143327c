/**
 * Faults of one file among several.
 */
import { isParquetError } from '@marquetry/core';

/** A fault, and the file that has it. */
export class FileFault extends Error {
  readonly fileName: string;
  readonly exitCode: number;

  constructor(fileName: string, cause: unknown, exitCode: number) {
    super(fileName, { cause });
    this.fileName = fileName;
    this.exitCode = exitCode;
  }
}

/** As `done`; a fault in the contents of the file names the file. `exitCode`: what the run then ends with. */
export async function blaming<T>(fileName: string, done: Promise<T>, exitCode = 1): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw isParquetError(error) ? new FileFault(fileName, error, exitCode) : error;
  }
}
