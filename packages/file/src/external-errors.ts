/**
 * Errors of columns in other files: the offset of the common source becomes a path and an offset of that file.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { ExternalFiles } from './external-files.js';

/** Calls whose errors name the file that a column lies in. */
export interface NamingFiles {
  each<T>(items: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined>;
  one<T>(call: Promise<T>): Promise<T>;
}

export function namingFiles({ placeOf }: Pick<ExternalFiles, 'placeOf'>): NamingFiles {
  const told = (error: unknown): unknown => {
    if (!isParquetError(error) || error.at.fileOffset === undefined) return error;
    const { file, offset } = placeOf(error.at.fileOffset);
    if (file === undefined) return error;
    const { code, reason, at } = error;
    return new ParquetError(code, reason, { ...at, file, fileOffset: offset }, { cause: error.cause ?? error });
  };
  return {
    each: async function* (items) {
      try {
        yield* items;
      } catch (error) {
        throw told(error);
      }
    },
    one: async (call) => {
      try {
        return await call;
      } catch (error) {
        throw told(error);
      }
    },
  };
}
