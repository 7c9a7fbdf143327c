/**
 * Reads columns that are stored in other files, such as the files that a summary file (`_metadata`) refers to.
 *
 *   offsets   0 ......... 2^37 ........ 2 * 2^37 ........
 *             the file    a.parquet     year=2024/b.parquet      in the order in which chunks first refer to them
 *
 * Readers see all files as one combined source, in which each file starts at a multiple of 2^37. The file that the
 * caller opened starts at 0. Source: parquet.thrift `ColumnChunk.file_path`.
 */
import { type ErrorPlace, isParquetError, ParquetError } from '@marquetry/core';
import type { ColumnChunk, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';
import { type ByteSource, readExactly } from './source/byte-source.js';

/** Opens a file by its path, which has `/` between names and is relative to the folder of the referring file. */
export type OpenExternal = (path: string, signal?: AbortSignal) => Promise<ByteSource>;

/** The file to which a byte of the combined source belongs, and the byte's offset in that file. */
export interface StoredPlace {
  /** Path of the file; undefined for the file that the caller opened. */
  readonly file: string | undefined;
  readonly offset: number;
}

/** The file that the caller opened and all files that store its columns, as one combined source. */
export interface ExternalFiles {
  readonly source: ByteSource;
  /** Maximum size of one file in bytes. */
  readonly mostBytes: number;
  /**
   * Returns the position in the combined source at which a file starts. Add it to offsets within the file.
   * @throws ParquetError CORRUPT for a path that leaves the folder; LIMIT for too many files.
   */
  baseOf(path: string, at: ErrorPlace): number;
  placeOf(offset: number): StoredPlace;
  /**
   * Returns a copy of a chunk whose offsets are positions in the combined source of all files. `base` is the position
   * of the chunk's file.
   */
  shifted(chunk: ColumnChunk, metaData: ColumnMetaData, base: number): ColumnChunk;
  /**
   * Returns a copy of an offset index whose offsets are positions in the combined source of all files. `base` is the
   * position of the index's file.
   */
  shiftedPages(index: OffsetIndex, base: number): OffsetIndex;
  /**
   * Returns a copy of `reader` whose methods throw errors that state the path of the file that caused them, and the
   * offset within that file.
   */
  placingErrors<T extends object>(reader: T): T;
}

/** Maximum size of one file in bytes. */
const mostFileBytes = 2 ** 37;
/**
 * Maximum number of files. With more, positions in the combined source of all files could reach 2^53, above which
 * JavaScript numbers are not exact.
 */
const mostFiles = 2 ** 53 / mostFileBytes - 1;

/**
 * Checks that a path is relative and does not leave its folder.
 * @throws ParquetError CORRUPT for a path that is absolute, is a URL, or leaves the folder through `..`.
 */
export function requireInside(path: string, at: ErrorPlace = {}): void {
  const isRelative = !/^[/\\]|^[a-z][a-z0-9+.-]*:|\0/i.test(path);
  if (isRelative && !path.split(/[/\\]/).includes('..') && path !== '') return;
  throw new ParquetError(
    'CORRUPT',
    `the column is in ${JSON.stringify(path)}, which is outside the folder of the file`,
    at,
  );
}

/**
 * Returns a value for the `external` option, which lets a file read columns from other files: `openFile(source, { ...,
 * external: externalFiles((path) => ...) })`. The paths that `open` receives have `/` between names, and do not leave
 * the folder. Each file is opened once, before its first read.
 */
export function externalFiles(open: OpenExternal): (own: ByteSource) => ExternalFiles {
  return (own) => createExternalFiles(own, open);
}

function createExternalFiles(own: ByteSource, open: OpenExternal): ExternalFiles {
  const ordinals = new Map<string, number>();
  const paths: string[] = [];
  const opened = new Map<number, Promise<ByteSource>>();
  const sourceOf = (ordinal: number, signal: AbortSignal | undefined): Promise<ByteSource> => {
    const known = opened.get(ordinal);
    if (known !== undefined) return known;
    const source = open(paths[ordinal] as string, signal);
    opened.set(ordinal, source);
    // If opening the file fails, the next read tries again.
    source.catch(() => opened.delete(ordinal));
    return source;
  };
  const read = async (offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> => {
    const ordinal = Math.floor(offset / mostFileBytes);
    if (ordinal === 0) return own.read(offset, length, signal);
    const source = await sourceOf(ordinal - 1, signal);
    const start = offset - ordinal * mostFileBytes;
    if (start + length > source.byteLength) {
      const what = `${length} bytes at offset ${start} extend beyond the end of the file at ${source.byteLength}`;
      throw new ParquetError('CORRUPT', what, { file: paths[ordinal - 1] as string });
    }
    return readExactly(source, start, length, signal);
  };
  const placeOf = (offset: number): StoredPlace => {
    const ordinal = Math.floor(offset / mostFileBytes);
    return { file: ordinal === 0 ? undefined : paths[ordinal - 1], offset: offset - ordinal * mostFileBytes };
  };
  return {
    mostBytes: mostFileBytes,
    placeOf,
    shifted,
    shiftedPages,
    placingErrors: (reader) => placingErrors(reader, placeOf),
    source: {
      byteLength: own.byteLength,
      ...(own.gap !== undefined && { gap: own.gap }),
      read,
      close: async () => {
        await own.close?.();
        for (const source of await Promise.allSettled(opened.values())) {
          if (source.status === 'fulfilled') await source.value.close?.();
        }
      },
    },
    baseOf: (path, at) => {
      const known = ordinals.get(path);
      if (known !== undefined) return known * mostFileBytes;
      requireInside(path, at);
      if (paths.length === mostFiles)
        throw new ParquetError('LIMIT', `the columns are in more than ${mostFiles} external files`, at);
      paths.push(path);
      ordinals.set(path, paths.length);
      return paths.length * mostFileBytes;
    },
  };
}

/**
 * Adds the path of the external file to errors from the generators and promises that the methods of `reader` return.
 * Errors that a method throws synchronously are about its arguments, and are not changed.
 */
function placingErrors<T extends object>(reader: T, placeOf: ExternalFiles['placeOf']): T {
  const placed = (error: unknown): unknown => {
    if (!isParquetError(error) || error.at.fileOffset === undefined) return error;
    const { file, offset } = placeOf(error.at.fileOffset);
    if (file === undefined) return error;
    const { code, reason, at } = error;
    return new ParquetError(
      code,
      reason,
      { ...at, file, fileOffset: offset },
      { cause: error.cause ?? error, cure: error.cure },
    );
  };
  const each = async function* (items: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
    try {
      yield* items;
    } catch (error) {
      throw placed(error);
    }
  };
  const wrapped = (result: unknown): unknown => {
    if (result instanceof Promise) {
      return result.catch((error: unknown) => {
        throw placed(error);
      });
    }
    const isGenerator = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
    return isGenerator ? each(result as AsyncIterable<unknown>) : result;
  };
  const members = Object.entries(reader).map(([name, member]) => [
    name,
    typeof member === 'function' ? (...args: unknown[]) => wrapped(member(...args)) : member,
  ]);
  return Object.fromEntries(members);
}

function shifted(chunk: ColumnChunk, metaData: ColumnMetaData, base: number): ColumnChunk {
  // An offset of 0 means that the chunk does not have the page or index.
  const moved = <K extends string>(
    from: { readonly [Key in K]?: number },
    name: K,
  ): { readonly [Key in K]?: number } => {
    const offset = from[name];
    return (offset === undefined || offset <= 0 ? {} : { [name]: offset + base }) as { readonly [Key in K]?: number };
  };
  return {
    ...chunk,
    ...moved(chunk, 'offsetIndexOffset'),
    ...moved(chunk, 'columnIndexOffset'),
    metaData: {
      ...metaData,
      ...moved(metaData, 'dataPageOffset'),
      ...moved(metaData, 'dictionaryPageOffset'),
      ...moved(metaData, 'indexPageOffset'),
      ...moved(metaData, 'bloomFilterOffset'),
    },
  };
}

function shiftedPages(index: OffsetIndex, base: number): OffsetIndex {
  return { ...index, pageLocations: index.pageLocations.map((page) => ({ ...page, offset: page.offset + base })) };
}
