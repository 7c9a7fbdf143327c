/**
 * Errors as values, so that tests can say which one they expect.
 */
import { isParquetError, type ParquetError } from '@marquetry/core';

/** The ParquetError that `action` throws or rejects with. Fails when it gives a result or another error. */
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

/** The same for what throws at once. */
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
