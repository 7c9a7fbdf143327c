/**
 * A column chunk: what the footer says of it, checked before anything is read.
 */
import { type ErrorPlace, ParquetError } from '@marquetry/core';
import { type ColumnChunk, type ColumnMetaData, columnChunkOf, type RowGroup } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ExternalFiles } from './external-files.js';

/** A column chunk and where its pages lie. Offsets are in bytes of the file. */
export interface ChunkLocation {
  readonly rowGroup: number;
  readonly leaf: LeafNode;
  readonly chunk: ColumnChunk;
  readonly metaData: ColumnMetaData;
  /** Rows of the row group. */
  readonly rowCount: number;
  /** File offset of the first page; undefined when the chunk has none. */
  readonly start: number | undefined;
  /** File offset at which the footer says that the pages end. Some writers are a few bytes short. */
  readonly end: number;
  /** File offset behind which no page or index of the chunk can lie. */
  readonly dataEnd: number;
  /** What was added to all offsets: 0, unless the chunk lies in another file. */
  readonly base: number;
  /** Row group and column, for errors. */
  readonly at: ErrorPlace;
}

/** Where chunks lie. */
interface ChunkBounds {
  /** File offset behind which no page can lie. */
  readonly dataEnd: number;
  /** Undefined where other files are not read. */
  readonly external: ExternalFiles | undefined;
}

/**
 * Finds a chunk.
 * @param within What pages lie in.
 * @param chunkOf Gives the chunk: `briefChunkOf` where only its pages will be read.
 * @throws ParquetError UNSUPPORTED when it is encrypted or in another file; CORRUPT when the footer contradicts itself.
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
    throw new ParquetError('INVALID_ARGUMENT', `there are ${rowGroups.length} row groups`, at);
  }
  const stored = chunkOf(rowGroup, leaf.index);
  if (stored === undefined) throw new ParquetError('CORRUPT', 'the row group lacks the column', at);
  if (stored.cryptoMetadata !== undefined) {
    throw new ParquetError('UNSUPPORTED', 'the column is encrypted; decryption is not supported', at);
  }
  const { filePath = '', metaData: storedMetaData } = stored;
  if (storedMetaData === undefined) throw new ParquetError('CORRUPT', 'the column chunk has no metadata', at);
  // Chunks stand in the order of the schema's leaves: in another order, each would be read as another column.
  const { pathInSchema } = storedMetaData;
  if (!isSamePath(pathInSchema, leaf.path)) {
    throw new ParquetError('CORRUPT', `in place of its chunk stands one of column ${formatPath(pathInSchema)}`, at);
  }
  if (storedMetaData.type !== leaf.type) {
    throw new ParquetError(
      'CORRUPT',
      `the schema has physical type ${leaf.type}, the chunk ${storedMetaData.type}`,
      at,
    );
  }
  if (leaf.maxRepetitionLevel === 0 && storedMetaData.numValues !== rowGroup.numRows) {
    throw new ParquetError(
      'CORRUPT',
      `the chunk has ${storedMetaData.numValues} slots, the row group ${rowGroup.numRows} rows`,
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
  return { rowGroup: ordinal, leaf, chunk, metaData, rowCount: rowGroup.numRows, start, end, dataEnd, base, at };
}

function requireExternal(path: string, { external }: ChunkBounds, at: ErrorPlace): ExternalFiles {
  if (external !== undefined) return external;
  const how = 'open the file with `external`, which says how files beside it are opened';
  throw new ParquetError('UNSUPPORTED', `the column lies in another file, ${path}: ${how}`, at);
}

function rangeOf(
  metaData: ColumnMetaData,
  dataEnd: number,
  at: ErrorPlace,
): { readonly start: number | undefined; readonly end: number } {
  // Writers put 0, or nothing, where there is no such page; old ones call a dictionary page the first data page.
  const { dataPageOffset: data, dictionaryPageOffset: dictionary = 0 } = metaData;
  const start = data > 0 && dictionary > 0 ? Math.min(data, dictionary) : Math.max(data, dictionary);
  if (start <= 0) {
    if (metaData.numValues > 0) throw new ParquetError('CORRUPT', 'the column chunk has values but no page offset', at);
    return { start: undefined, end: 0 };
  }
  const end = start + metaData.totalCompressedSize;
  if (metaData.totalCompressedSize < 0 || end > dataEnd) {
    throw new ParquetError('CORRUPT', `pages from ${start} to ${end} do not lie before the footer at ${dataEnd}`, at);
  }
  return { start, end };
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  for (let depth = 0; depth < a.length; depth++) if (a[depth] !== b[depth]) return false;
  return a.length === b.length;
}
