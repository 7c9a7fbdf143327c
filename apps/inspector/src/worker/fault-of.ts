/** Converts errors to plain data. */
import { isParquetError } from '@marquetry/core';
import type { Fault } from '../protocol.js';

/** Converts any thrown value to plain data. @param signal the abort signal of the call that failed. */
export function faultOf(error: unknown, signal: AbortSignal): Fault {
  return {
    code: isParquetError(error) ? error.code : undefined,
    message: error instanceof Error ? error.message : String(error),
    isAborted: signal.aborted,
    needsKeys: isParquetError(error) && error.cure === 'keys',
  };
}
