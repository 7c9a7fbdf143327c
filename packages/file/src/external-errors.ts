/**
 * Errors of files whose columns lie in others: the offset of the common source becomes a path and an offset.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { ExternalFiles } from './external-files.js';
import type { ParquetFile } from './parquet-file.js';

/** The same file, whose errors name the file that a column lies in. */
export function withExternalErrors(file: ParquetFile, external: ExternalFiles): ParquetFile {
  const told = (error: unknown): unknown => {
    if (!isParquetError(error) || error.at.fileOffset === undefined) return error;
    const { file: path, offset } = external.placeOf(error.at.fileOffset);
    if (path === undefined) return error;
    const { code, reason, at } = error;
    return new ParquetError(code, reason, { ...at, file: path, fileOffset: offset }, { cause: error.cause ?? error });
  };
  async function* each<T>(items: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    try {
      yield* items;
    } catch (error) {
      throw told(error);
    }
  }
  const one = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      throw told(error);
    }
  };
  return {
    ...file,
    columns: (read) => each(file.columns(read)),
    batches: (read) => each(file.batches(read)),
    column: (path, read) => each(file.column(path, read)),
    pages: (address, signal, within) => each(file.pages(address, signal, within)),
    openPages: (address, signal) => each(file.openPages(address, signal)),
    offsetIndex: (address, signal) => one(file.offsetIndex(address, signal)),
    columnIndex: (address, signal) => one(file.columnIndex(address, signal)),
    dictionary: (address, signal) => one(file.dictionary(address, signal)),
    over: (source) => withExternalErrors(file.over(source), external),
    part: (rowGroups) => withExternalErrors(file.part(rowGroups), external),
  };
}
