/**
 * Columns that lie in other files, as summary files (`_metadata`) have them.
 *
 *   offsets   0 ......... 2^37 ........ 2 * 2^37 ........
 *             the file    a.parquet     year=2024/b.parquet      in the order in which they are met
 *
 * Readers see one source. Source: parquet.thrift `ColumnChunk.file_path`.
 */
import { type ErrorPlace, ParquetError } from '@marquetry/core';
import type { ColumnChunk, ColumnMetaData, OffsetIndex } from '@marquetry/metadata';
import { type ByteSource, readExactly } from './source/byte-source.js';

/** Opens a file by its path, with `/` between names, relative to the folder of the file that names it. */
export type OpenExternal = (path: string, signal?: AbortSignal) => Promise<ByteSource>;

/** Where a byte of the common source lies. */
export interface StoredPlace {
  /** Path of the file; undefined for the one that was opened. */
  readonly file: string | undefined;
  readonly offset: number;
}

/** The file and the others, as one source. */
export interface ExternalFiles {
  readonly source: ByteSource;
  /** What to add to offsets in the file at a path. @throws ParquetError CORRUPT for a path that leaves the folder; LIMIT for too many files. */
  baseOf(path: string, at: ErrorPlace): number;
  placeOf(offset: number): StoredPlace;
}

/** Bytes of one file at most. */
export const mostFileBytes: number = 2 ** 37;
/** Offsets are exact up to 2^53. */
const mostFiles = 2 ** 53 / mostFileBytes - 1;

/**
 * @throws ParquetError CORRUPT for a path that is absolute, a URL, or leaves the folder by `..`.
 */
export function requireInside(path: string, at: ErrorPlace = {}): void {
  const isRelative = !/^[/\\]|^[a-z][a-z0-9+.-]*:|\0/i.test(path);
  if (isRelative && !path.split(/[/\\]/).includes('..') && path !== '') return;
  throw new ParquetError('CORRUPT', `the column lies in ${JSON.stringify(path)}, which is not below the folder`, at);
}

export function createExternalFiles(own: ByteSource, open: OpenExternal): ExternalFiles {
  const ordinals = new Map<string, number>();
  const paths: string[] = [];
  const opened = new Map<number, Promise<ByteSource>>();
  const sourceOf = (ordinal: number, signal: AbortSignal | undefined): Promise<ByteSource> => {
    const known = opened.get(ordinal);
    if (known !== undefined) return known;
    const source = open(paths[ordinal] as string, signal);
    opened.set(ordinal, source);
    // The next read tries again.
    source.catch(() => opened.delete(ordinal));
    return source;
  };
  const read = async (offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> => {
    const ordinal = Math.floor(offset / mostFileBytes);
    if (ordinal === 0) return own.read(offset, length, signal);
    const source = await sourceOf(ordinal - 1, signal);
    const start = offset - ordinal * mostFileBytes;
    if (start + length > source.byteLength) {
      const what = `${length} bytes at ${start} do not lie in the file, which has ${source.byteLength}`;
      throw new ParquetError('CORRUPT', what, { file: paths[ordinal - 1] as string });
    }
    return readExactly(source, start, length, signal);
  };
  return {
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
      if (paths.length === mostFiles) throw new ParquetError('LIMIT', `columns in more than ${mostFiles} files`, at);
      paths.push(path);
      ordinals.set(path, paths.length);
      return paths.length * mostFileBytes;
    },
    placeOf: (offset) => {
      const ordinal = Math.floor(offset / mostFileBytes);
      return { file: ordinal === 0 ? undefined : paths[ordinal - 1], offset: offset - ordinal * mostFileBytes };
    },
  };
}

/** A chunk with offsets of the common source. */
export function shifted(
  chunk: ColumnChunk,
  metaData: ColumnMetaData,
  base: number,
): Required<Pick<ColumnChunk, 'metaData'>> & ColumnChunk {
  // 0 says that there is none.
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

/** An offset index with offsets of the common source. */
export function shiftedPages(index: OffsetIndex, base: number): OffsetIndex {
  if (base === 0) return index;
  return { ...index, pageLocations: index.pageLocations.map((page) => ({ ...page, offset: page.offset + base })) };
}
