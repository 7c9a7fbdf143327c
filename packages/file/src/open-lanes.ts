/**
 * Opens the lanes of a row group: finds its chunks, starts their codecs, and shares what chunks have in common.
 */
import { type Codec, isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { briefChunkOf, type RowGroup } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { type ChunkLocation, locateChunk } from './chunk.js';
import { requireApart } from './chunk-overlap.js';
import { type ColumnLane, type ColumnLaneOptions, openLane } from './column-lane.js';
import { type FileContext, prepareCodec } from './context.js';
import { keepClasses } from './kept-classes.js';
import type { MemoryBudget } from './memory-budget.js';
import type { RowGroupRange } from './row-range.js';
import type { ScratchPool } from './scratch.js';
import { shareReads } from './shared-reads.js';

/** A row group, and what its lanes share. */
export interface OpenLanesOptions {
  /** As of `ReadPiecesOptions`. */
  readonly spaced?: boolean | ((leaf: LeafNode) => boolean);
  readonly decodeDictionaries?: boolean | ((leaf: LeafNode) => boolean);
  readonly signal?: AbortSignal;
  readonly range: RowGroupRange;
  readonly budget: MemoryBudget;
  readonly windowBytes: number;
  readonly scratch: ScratchPool;
}

/** Lanes that are opened between two looks at the clock. */
const quickLanes = 64;

/** The lanes of some columns; reads nothing. @throws ParquetError as `locateChunk`; UNSUPPORTED for an unknown codec. */
export async function openLanes(
  context: FileContext,
  rowGroups: readonly RowGroup[],
  leaves: readonly LeafNode[],
  options: OpenLanesOptions,
): Promise<ColumnLane[]> {
  keepClasses();
  const { budget, range, signal } = options;
  const locations: ChunkLocation[] = [];
  for (const leaf of leaves) {
    locations.push(locateChunk(rowGroups, range.rowGroup, leaf, context, briefChunkOf));
    if (locations.length % quickLanes === 0) while (isTurnDue()) await yieldToEventLoop(signal);
  }
  requireApart(locations);
  while (isTurnDue()) await yieldToEventLoop(signal);
  const codecs = await prepareCodecs(context, locations);
  const leavesReader = locations.length * readerBytes > Math.max(pettyReaders, budget.totalBytes * readersShare);
  const source = shareReads(context.source, locations, budget, signal);
  const shared = source === context.source ? context : { ...context, source };
  const lanes: ColumnLane[] = [];
  let form: ColumnLaneOptions | undefined;
  for (const location of locations) {
    form = formOf(location, codecs.get(location.metaData.codec), leavesReader, options, form);
    lanes.push(openLane(shared, location, form));
    if (lanes.length % quickLanes === 0) while (isTurnDue()) await yieldToEventLoop(signal);
  }
  return lanes;
}

/** The options of a lane: those of the lane before it where they are the same. */
function formOf(
  { leaf }: ChunkLocation,
  codec: Codec | undefined,
  leavesReader: boolean,
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
  return { codec, spaced, decodeDictionaries, budget, scratch, range, signal, windowBytes, leavesReader };
}

/** What the reader of a chunk takes without its pages, measured on V8 and rounded up. */
const readerBytes = 12_288;
/** The share of a budget that readers may take which wait for the next batch, and what they may take in any case. */
const readersShare = 1 / 4;
const pettyReaders = 2 ** 23;

/** The codecs of the chunks by id, started. @throws ParquetError UNSUPPORTED, naming the first chunk that needs the codec. */
async function prepareCodecs(
  context: FileContext,
  locations: readonly ChunkLocation[],
): Promise<ReadonlyMap<number, Codec | undefined>> {
  const codecs = new Map<number, Codec | undefined>();
  for (const location of locations) {
    const { codec } = location.metaData;
    if (!codecs.has(codec)) codecs.set(codec, await prepareCodec(context, location));
  }
  return codecs;
}
