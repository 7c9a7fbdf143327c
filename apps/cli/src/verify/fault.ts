/** A problem that `verify` has found in a file, and its place. */
import { type ErrorCode, type ErrorPlace, isParquetError, ParquetError } from '@marquetry/core';

export interface Fault {
  readonly code: ErrorCode;
  /** The text to print, which includes the place. */
  readonly message: string;
  readonly at: ErrorPlace;
}

export type Report = (fault: Fault) => void;

/** Creates the report of a contradiction within the file. */
export function contradiction(reason: string, at: ErrorPlace): Fault {
  return faultOf(new ParquetError('CORRUPT', reason, at));
}

/** Converts a `ParquetError` to a fault; rethrows any other error. */
export function faultOf(error: unknown): Fault {
  if (!isParquetError(error)) throw error;
  return { code: error.code, message: error.message, at: error.at };
}
