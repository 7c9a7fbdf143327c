/**
 * What is wrong with a file, and where.
 */
import { type ErrorCode, type ErrorPlace, isParquetError, ParquetError } from '@marquetry/core';

export interface Fault {
  readonly code: ErrorCode;
  /** With the place in words. */
  readonly message: string;
  readonly at: ErrorPlace;
}

export type Report = (fault: Fault) => void;

/** A contradiction of the file with itself. */
export function contradiction(reason: string, at: ErrorPlace): Fault {
  return faultOf(new ParquetError('CORRUPT', reason, at));
}

/** What a reader threw, as a fault. Anything but a ParquetError is thrown on. */
export function faultOf(error: unknown): Fault {
  if (!isParquetError(error)) throw error;
  return { code: error.code, message: error.message, at: error.at };
}
