/**
 * Returns errors as values, so that tests can state which error they expect.
 */
import { isParquetError, type ParquetError } from '@marquetry/core';

/** Returns the ParquetError that `action` throws or rejects with. Throws if `action` returns a result or throws another error. */
export async function errorOf(action: () => unknown): Promise<ParquetError> {
  let result: unknown;
  try {
    result = await action();
  } catch (error) {
    if (isParquetError(error)) return error;
    throw error;
  }
  throw new Error(`no error, but ${String(result)}`);
}

/** Returns the ParquetError that a synchronous `action` throws. Throws if `action` returns a result or throws another error. */
export function thrownBy(action: () => unknown): ParquetError {
  let result: unknown;
  try {
    result = action();
  } catch (error) {
    if (isParquetError(error)) return error;
    throw error;
  }
  throw new Error(`no error, but ${String(result)}`);
}
