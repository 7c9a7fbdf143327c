/**
 * Faults of one file among several.
 */
import { isParquetError } from '@marquetry/core';

/** A fault, and the file that has it. */
export class FileFault extends Error {
  readonly fileName: string;

  constructor(fileName: string, cause: unknown) {
    super(fileName, { cause });
    this.fileName = fileName;
  }
}

/** As `done`; a fault in the contents of the file names the file. */
export async function blaming<T>(fileName: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw isParquetError(error) ? new FileFault(fileName, error) : error;
  }
}
