/**
 * Prepares to read the columns of a row group: finds the chunks, prepares their codecs, and creates a reader with a
 * queue of rows (a lane) per column.
 */
import { type Codec, isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { briefChunkOf, type RowGroup } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { type ChunkExtent, type ChunkLocation, locateChunk } from './chunk.js';
import { requireApart } from './chunk-overlap.js';
import { type ColumnLane, type ColumnLaneOptions, openLane } from './column-lane.js';
import { type FileContext, prepareCodec } from './context.js';
import type { MemoryBudget } from './memory-budget.js';
import type { RowGroupRange } from './row-range.js';
import type { ScratchPool } from './scratch.js';
import { shareReads } from './shared-reads.js';

/** The part of a row group to read, and the objects that the readers of all columns share. */
export interface OpenLanesOptions {
  /** True if values have one entry per slot, including nulls. See {@link ReadPiecesOptions.spaced}. */
  readonly spaced?: boolean | ((leaf: LeafNode) => boolean);
  readonly decodeDictionaries?: boolean | ((leaf: LeafNode) => boolean);
  readonly signal?: AbortSignal;
  readonly range: RowGroupRange;
  readonly budget: MemoryBudget;
  readonly windowBytes: number;
  readonly scratch: ScratchPool;
}

/**
 * Creates one reader (lane) per column, without reading any pages.
 * @throws ParquetError UNSUPPORTED if the codec is not registered. Also throws like `locateChunk`.
 */
export async function openLanes(
  context: FileContext,
  rowGroups: readonly RowGroup[],
  leaves: readonly LeafNode[],
  options: OpenLanesOptions,
): Promise<ColumnLane[]> {
  const {
    budget,
    range: { rowGroup },
    signal,
  } = options;
  const locate = (leaf: LeafNode): ChunkLocation => locateChunk(rowGroups, rowGroup, leaf, context, briefChunkOf);
  const leavesReader = leaves.length * readerBytes > Math.max(pettyReaders, budget.totalBytes * readersShare);
  const shared = { ...context };
  const codecs = new Map<number, Codec | undefined>();
  const chunks: ChunkExtent[] = [];
  const lanes: ColumnLane[] = [];
  let form: ColumnLaneOptions | undefined;
  for (const leaf of leaves) {
    const location = locate(leaf);
    const { start, end, metaData } = location;
    const { codec } = metaData;
    if (!codecs.has(codec)) codecs.set(codec, await prepareCodec(context, location));
    form = formOf(leaf, codecs.get(codec), leavesReader, locate, options, form);
    lanes.push(openLane(shared, location, form));
    chunks.push({ leaf, start, end });
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  requireApart(rowGroup, chunks);
  while (isTurnDue()) await yieldToEventLoop(signal);
  shared.source = shareReads(context.source, chunks, budget, signal);
  return lanes;
}

/**
 * Returns the options of a column reader: the same object as for the previous column if all options are equal, to save
 * memory.
 */
function formOf(
  leaf: LeafNode,
  codec: Codec | undefined,
  leavesReader: boolean,
  locate: (leaf: LeafNode) => ChunkLocation,
  options: OpenLanesOptions,
  last: ColumnLaneOptions | undefined,
): ColumnLaneOptions {
  const {
    budget,
    decodeDictionaries: decodes = false,
    range,
    scratch,
    signal,
    spaced: isSpaced = false,
    windowBytes,
  } = options;
  const spaced = typeof isSpaced === 'function' ? isSpaced(leaf) : isSpaced;
  const decodeDictionaries = typeof decodes === 'function' ? decodes(leaf) : decodes;
  if (
    last !== undefined &&
    last.codec === codec &&
    last.spaced === spaced &&
    last.decodeDictionaries === decodeDictionaries
  )
    return last;
  return { codec, spaced, decodeDictionaries, budget, scratch, range, signal, windowBytes, leavesReader, locate };
}

/** Memory of a chunk reader, in bytes, without its pages. Measured in V8 and rounded up. */
const readerBytes = 12_288;
/**
 * The fraction of the memory budget that chunk readers may use between batches. They may always use `pettyReaders`
 * bytes.
 */
const readersShare = 1 / 4;
const pettyReaders = 2 ** 23;
