/**
 * Finds a column chunk and checks its metadata before any of its bytes are read.
 */
import { type ErrorPlace, ParquetError } from '@marquetry/core';
import { type ColumnChunk, type ColumnMetaData, columnChunkOf, type RowGroup } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ChunkSecrets, FileSecrets } from './decryption.js';
import type { ExternalFiles } from './external-files.js';

/** A column chunk and the location of its pages. Offsets are file offsets in bytes. */
export interface ChunkLocation {
  readonly rowGroup: number;
  readonly leaf: LeafNode;
  readonly chunk: ColumnChunk;
  readonly metaData: ColumnMetaData;
  /** Number of rows in the row group. */
  readonly rowCount: number;
  /** File offset of the first page; undefined if the chunk has no pages. */
  readonly start: number | undefined;
  /** File offset of the end of the pages, according to the footer. Some writers state an offset a few bytes too low. */
  readonly end: number;
  /** File offset that no page or index of the chunk may extend beyond. */
  readonly dataEnd: number;
  /**
   * The position of the chunk's file in the combined source of all files (see `external-files.ts`); 0 unless the chunk
   * is in another file. The offsets of this object include this position.
   */
  readonly base: number;
  /** Decrypts the encrypted parts of the chunk. Undefined if the chunk is not encrypted. */
  readonly secrets: ChunkSecrets | undefined;
  /** Row group and column, for errors. */
  readonly at: ErrorPlace;
}

/** The byte range of a chunk, and its column. */
export type ChunkExtent = Pick<ChunkLocation, 'leaf' | 'start' | 'end'>;

/** The part of a file that may contain chunks. */
interface ChunkBounds {
  /** File offset that no page may extend beyond. */
  readonly dataEnd: number;
  /** The external files that store columns of this file; undefined if the file was opened without `external`. */
  readonly external: ExternalFiles | undefined;
  /** The decryption keys of the file; undefined if it has no encrypted parts, or was opened without `decryption`. */
  readonly secrets: FileSecrets | undefined;
}

/**
 * Finds a chunk in the footer.
 * @param within The part of the file that may contain pages.
 * @param chunkOf Returns the chunk. Pass `briefChunkOf` if only the chunk's pages will be read.
 * @throws ParquetError UNSUPPORTED if the chunk is in another file and `external` is absent, or is encrypted and the
 * file was opened without keys; INVALID_ARGUMENT if the chunk is encrypted and the key of its column was not retrieved
 * before; CORRUPT if the footer contradicts itself.
 */
export function locateChunk(
  rowGroups: readonly RowGroup[],
  ordinal: number,
  leaf: LeafNode,
  within: ChunkBounds,
  chunkOf: typeof columnChunkOf = columnChunkOf,
): ChunkLocation {
  const at: ErrorPlace = { rowGroup: ordinal, column: formatPath(leaf.path) };
  const rowGroup = rowGroups[ordinal];
  if (rowGroup === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', `the file has only ${rowGroups.length} row groups`, at);
  }
  let stored = chunkOf(rowGroup, leaf.index);
  if (stored === undefined) throw new ParquetError('CORRUPT', 'the row group has no chunk for this column', at);
  let secrets: ChunkSecrets | undefined;
  if (stored.cryptoMetadata !== undefined) {
    if (within.secrets === undefined) {
      throw new ParquetError(
        'UNSUPPORTED',
        'the column is encrypted: open the file with `decryption` from @marquetry/encryption',
        at,
        { cure: 'keys' },
      );
    }
    ({ chunk: stored, secrets } = within.secrets.chunkOf(rowGroup, leaf, at));
  }
  const { filePath = '', metaData: storedMetaData } = stored;
  if (storedMetaData === undefined) throw new ParquetError('CORRUPT', 'the column chunk has no metadata', at);
  // Chunks must be in the order of the schema's leaves. In another order, a chunk would be read as the wrong column.
  const { pathInSchema } = storedMetaData;
  if (!isSamePath(pathInSchema, leaf.path)) {
    throw new ParquetError('CORRUPT', `the chunk at this position belongs to column ${formatPath(pathInSchema)}`, at);
  }
  if (storedMetaData.type !== leaf.type) {
    throw new ParquetError(
      'CORRUPT',
      `the chunk has the physical type ${storedMetaData.type}, but the schema has ${leaf.type}`,
      at,
    );
  }
  if (leaf.maxRepetitionLevel === 0 && storedMetaData.numValues !== rowGroup.numRows) {
    throw new ParquetError(
      'CORRUPT',
      `\`num_values\` is ${storedMetaData.numValues}, but the row group has ${rowGroup.numRows} rows`,
      at,
    );
  }
  const external = filePath === '' ? undefined : requireExternal(filePath, within, at);
  const base = external?.baseOf(filePath, at) ?? 0;
  const dataEnd = external === undefined ? within.dataEnd : base + external.mostBytes;
  const range = rangeOf(storedMetaData, dataEnd - base, at);
  const chunk = external?.shifted(stored, storedMetaData, base) ?? stored;
  const { metaData = storedMetaData } = chunk;
  const start = range.start === undefined ? undefined : range.start + base;
  const end = range.start === undefined ? 0 : range.end + base;
  return {
    rowGroup: ordinal,
    leaf,
    chunk,
    metaData,
    rowCount: rowGroup.numRows,
    start,
    end,
    dataEnd,
    base,
    secrets,
    at,
  };
}

function requireExternal(path: string, { external }: ChunkBounds, at: ErrorPlace): ExternalFiles {
  if (external !== undefined) return external;
  const how = 'open the file with `external: externalFiles(...)`';
  throw new ParquetError('UNSUPPORTED', `the column is in another file, ${path}: ${how}`, at);
}

function rangeOf(
  metaData: ColumnMetaData,
  dataEnd: number,
  at: ErrorPlace,
): { readonly start: number | undefined; readonly end: number } {
  // In a chunk without a dictionary page, the dictionary offset is 0 or absent. Old writers store the offset of the
  // dictionary page as the offset of the first data page.
  const { dataPageOffset: data, dictionaryPageOffset: dictionary = 0 } = metaData;
  const start = data > 0 && dictionary > 0 ? Math.min(data, dictionary) : Math.max(data, dictionary);
  if (start <= 0) {
    if (metaData.numValues > 0) throw new ParquetError('CORRUPT', 'the column chunk has values but no page offset', at);
    return { start: undefined, end: 0 };
  }
  const end = start + metaData.totalCompressedSize;
  if (metaData.totalCompressedSize < 0 || end > dataEnd) {
    throw new ParquetError('CORRUPT', `pages at offsets ${start} to ${end} overlap the footer at ${dataEnd}`, at);
  }
  return { start, end };
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  for (let depth = 0; depth < a.length; depth++) if (a[depth] !== b[depth]) return false;
  return a.length === b.length;
}
