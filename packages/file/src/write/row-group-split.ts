/**
 * Copies parts of a row group. Each part starts and ends at a row at which every column has a page boundary.
 *
 *   a   |    page    |    page    |    page    |
 *   b   |  page |  page   |  page |    page    |
 *       0                         ^            end     the only row inside the row group at which both columns have a page boundary
 */
import { ParquetError } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ChunkLocation } from '../chunk.js';
import type { ParquetFile } from '../parquet-file.js';
import { copiedChunk, requireSameColumn } from './chunk-copy.js';
import { type ChunkPages, commonBoundaries, loadChunkPages } from './chunk-pages.js';
import { chunkPart } from './chunk-part.js';
import { type ChunkCopy, chunkCopy } from './chunk-to-copy.js';
import { createCopySource } from './copy-source.js';
import type { ColumnPlan } from './options.js';
import type { RowGroupPart } from './whole-row-group.js';

/** Options of `writer.copyRowGroup`: the columns and rows to copy. */
export interface CopyRowGroupOptions {
  /**
   * The columns whose paths differ between the files. Keys are paths in the new file, values are paths in the copied
   * file.
   */
  readonly columns?: Readonly<Record<string, string>>;
  /**
   * Rows to copy, as `[from, to)` within the row group. Default: all. In every column, a page must start at `from`, and
   * a page must end at `to`.
   */
  readonly rows?: readonly [from: number, to: number];
  /**
   * True to copy a chunk without parsing its page headers if an offset index lists all its pages. This is faster, but
   * detects neither damaged headers nor an index or a footer that contradicts them, nor wrong bounds in a column index.
   * Set it for files that you wrote or verified. Default: false. Has no effect with `rows`.
   */
  readonly trustIndex?: boolean;
}

/** Options of `writer.splitRowGroup`: the columns to copy and the number of rows per part. */
export interface SplitRowGroupOptions extends Pick<CopyRowGroupOptions, 'columns'> {
  /** Desired number of rows per part. Default: the writer's `rowGroupRows`. */
  readonly rowGroupRows?: number;
}

/** A column of the new file, and the chunk to copy into it. */
interface ColumnCopy {
  readonly plan: ColumnPlan;
  readonly copy: ChunkCopy;
}

/**
 * Returns each column with the chunk to copy into it: the chunk with the same path, or with the path in `names`.
 * Retrieves the decryption keys of encrypted chunks.
 */
export async function columnCopies(
  columns: readonly ColumnPlan[],
  from: { readonly file: ParquetFile; readonly rowGroup: number; readonly names: Readonly<Record<string, string>> },
  signal: AbortSignal | undefined,
): Promise<ColumnCopy[]> {
  const { file, rowGroup, names } = from;
  const pathOf = ({ path }: ColumnPlan): string => (Object.hasOwn(names, path) ? names[path] : undefined) ?? path;
  await file.unlock(columns.map(pathOf), signal);
  return columns.map((plan) => ({ plan, copy: chunkCopy(file, { rowGroup, column: pathOf(plan) }) }));
}

/**
 * Checks the `rows` option of `copyRowGroup`, and returns the rows to copy. If there is no such option, returns all
 * rows; only then does `trustIndex` have an effect.
 * @throws ParquetError INVALID_ARGUMENT if the rows are outside the row group, or if a column has no page boundary at
 * their start or end.
 */
export async function copiedRows(
  copies: readonly ColumnCopy[],
  { rows, trustIndex }: CopyRowGroupOptions,
  signal: AbortSignal | undefined,
): Promise<RowGroupPart> {
  const all = rowCountOf(copies);
  const [from, to] = rows ?? [0, all];
  if (rows === undefined || (from === 0 && to === all)) return whole(copies, signal, rows === undefined && trustIndex);
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= all)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`rows\` must be [from, to) within the ${all} rows of the row group, got [${from}, ${to})`,
    );
  }
  const chunks = await loadAll(copies, signal);
  const boundaries = commonBoundaries(chunks, all);
  for (const row of [from, to]) {
    if (boundaries.includes(row)) continue;
    const below = boundaries.filter((boundary) => boundary < row).at(-1);
    const above = boundaries.find((boundary) => boundary > row);
    const what = `not all columns have a page boundary at row ${row}; the nearest common ones are ${below} and ${above}`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  return part(copies, chunks, { from, to }, signal);
}

/**
 * Returns the row ranges into which to split the row group. Each has about `rowGroupRows` rows and ends at a row at
 * which all columns have a page boundary.
 */
export async function splitParts(
  copies: readonly ColumnCopy[],
  rowGroupRows: number,
  signal: AbortSignal | undefined,
): Promise<RowGroupPart[]> {
  if (!(Number.isInteger(rowGroupRows) && rowGroupRows > 0)) {
    throw new ParquetError('INVALID_ARGUMENT', `\`rowGroupRows\` must be a positive integer, got ${rowGroupRows}`);
  }
  const all = rowCountOf(copies);
  if (all <= rowGroupRows) return [whole(copies, signal)];
  const chunks = await loadAll(copies, signal);
  const cuts = cutsNear(commonBoundaries(chunks, all), rowGroupRows);
  if (cuts.length === 2) return [whole(copies, signal)];
  return cuts.slice(1).map((to, i) => part(copies, chunks, { from: cuts[i] as number, to }, signal));
}

/**
 * Returns the boundary nearest to each multiple of `rowGroupRows`, and the first and last boundary. If two boundaries
 * are equally near, the lower one is used.
 */
function cutsNear(boundaries: readonly number[], rowGroupRows: number): number[] {
  const cuts = boundaries.slice(0, 1);
  const last = boundaries.length - 1;
  for (let at = 0; at < last; ) {
    const wanted = (boundaries[at] as number) + rowGroupRows;
    const distance = (i: number): number => Math.abs((boundaries[i] as number) - wanted);
    at++;
    while (at < last && distance(at + 1) < distance(at)) at++;
    cuts.push(boundaries[at] as number);
  }
  return cuts;
}

function rowCountOf(copies: readonly ColumnCopy[]): number {
  const [first] = copies;
  return first === undefined ? 0 : first.copy.file.chunk(first.copy.address).rowCount;
}

function whole(copies: readonly ColumnCopy[], signal: AbortSignal | undefined, trustIndex = false): RowGroupPart {
  const [first] = copies;
  // A chunk may be copied into several columns.
  const locations = new Map<LeafNode, ChunkLocation>();
  for (const { copy } of copies) {
    const location = copy.file.chunk(copy.address);
    locations.set(location.leaf, location);
  }
  const shared = first && createCopySource(first.copy.file, [...locations.values()], signal, trustIndex);
  const chunks = copies.map(({ plan, copy }) => copiedChunk(copy, plan, signal, shared));
  return { rowCount: rowCountOf(copies), chunks };
}

async function loadAll(copies: readonly ColumnCopy[], signal: AbortSignal | undefined): Promise<ChunkPages[]> {
  const chunks: ChunkPages[] = [];
  for (const { plan, copy } of copies) {
    requireSameColumn(copy.file.chunk(copy.address).leaf, plan.leaf);
    chunks.push(await loadChunkPages(copy, signal));
  }
  return chunks;
}

function part(
  copies: readonly ColumnCopy[],
  chunks: readonly ChunkPages[],
  rows: { readonly from: number; readonly to: number },
  signal: AbortSignal | undefined,
): RowGroupPart {
  return {
    rowCount: rows.to - rows.from,
    chunks: chunks.map((chunk, i) => chunkPart(chunk, (copies[i] as ColumnCopy).plan, rows, signal)),
  };
}
