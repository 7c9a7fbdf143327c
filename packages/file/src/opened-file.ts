/** Creates the object for an open file from its footer. The code that reads pages is loaded by the first read. */
import { columnKernels } from '@marquetry/bit-io';
import { createCodecRegistry, defaultLimits, onDemand, ParquetError, requireContract } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type ChunkLocation, locateChunk } from './chunk.js';
import type { FileContext } from './context.js';
import { keyedBy, withBatches } from './keyed-batches.js';
import { leafOf, leavesOf } from './named-leaves.js';
import type { ChunkAddress, OpenedFooter, OpenFileOptions, ParquetFile, RowFilter } from './parquet-file.js';
import { metadataOf } from './row-group-part.js';
import { type ByteSource, isByteSource } from './source/byte-source.js';

type Reading = typeof import('./reading.js');

const reading = /* @__PURE__ */ onDemand((): Promise<Reading> => import('./reading.js'));

const indexes = /* @__PURE__ */ onDemand(() => import('./located-pages.js'));

const footers = /* @__PURE__ */ onDemand(() => import('./opened-footer.js'));

/** See `open-file.ts`. */
export async function openFile(source: ByteSource, options: OpenFileOptions): Promise<ParquetFile> {
  const { limits = defaultLimits, kernels = columnKernels } = options;
  requireContract('kernels', kernels);
  const { openFooter } = await footers.load();
  const { opened, secrets } = await openFooter(source, options);
  const { offset, memory, indexes } = opened.footer;
  const external = options.external?.(source);
  const context: FileContext = {
    source: external?.source ?? source,
    encodings: options.encodings,
    codecs: options.codecs ?? createCodecRegistry(),
    kernels,
    limits,
    verifyChecksums: options.verifyChecksums ?? true,
    footerMemory: memory,
    indexes,
    external,
    secrets,
    dataEnd: offset,
  };
  const file = fileOver(context, opened);
  // Workers cannot read columns in other files, and do not have the keys.
  const isHere = external !== undefined || secrets !== undefined;
  const { parallel } = options;
  return withFilter(parallel === undefined || isHere ? file : parallel.attach(file), options.filter);
}

/** If the caller selects more ranges than this, the filter reads them, because it can select rows by a bitmap, which is faster. */
const fewRanges = 16;

/** Returns the same file with batches that support `where`. */
function withFilter(file: ParquetFile, filter: RowFilter | undefined): ParquetFile {
  return withBatches(file, (read, options = {}) => {
    const { where, rows } = options;
    if (where === undefined && !(filter !== undefined && Array.isArray(rows) && rows.length > fewRanges)) {
      return read.leafBatches(options);
    }
    if (filter !== undefined) return filter.leafBatches(read, options);
    const what =
      '`where` needs a filter: open the file with `filter: predicates` of @marquetry/prune, or with openParquet';
    throw new ParquetError('INVALID_ARGUMENT', what);
  });
}

/** Creates the object for an open file. */
function fileOver(context: FileContext, opened: OpenedFooter): ParquetFile {
  const { source, limits, kernels, verifyChecksums, secrets } = context;
  const { metadata, schema } = opened;
  const { rowGroups } = metadata;
  const locate = ({ rowGroup, column }: ChunkAddress): ChunkLocation =>
    locateChunk(rowGroups, rowGroup, leafOf(schema, column), context);
  /** Like `locate`, after it has got the key of the column. */
  const unlocked = async (address: ChunkAddress, signal: AbortSignal | undefined): Promise<ChunkLocation> => {
    if (secrets !== undefined) await secrets.unlock([leafOf(schema, address.column)], signal);
    return locate(address);
  };
  /** Yields what `read` yields for a chunk. Without encryption, a bad address throws at once. */
  const ofChunk = <T>(
    address: ChunkAddress,
    signal: AbortSignal | undefined,
    read: (loaded: Reading, location: ChunkLocation) => AsyncGenerator<T, void, undefined>,
  ): AsyncGenerator<T, void, undefined> => {
    const location = secrets === undefined ? locate(address) : undefined;
    return (async function* (): AsyncGenerator<T, void, undefined> {
      yield* read(await reading.load(), location ?? (await unlocked(address, signal)));
    })();
  };
  /** Yields what `read` yields for columns. */
  const ofLeaves = async function* <T>(
    leaves: readonly LeafNode[],
    signal: AbortSignal | undefined,
    read: (loaded: Reading) => AsyncGenerator<T, void, undefined>,
  ): AsyncGenerator<T, void, undefined> {
    if (secrets !== undefined) await secrets.unlock(leaves, signal);
    yield* read(await reading.load());
  };
  const batches: ParquetFile['leafBatches'] = (read = {}) => {
    const leaves = leavesOf(schema, read.columns);
    return ofLeaves(leaves, read.signal, ({ readBatches }) => readBatches(context, rowGroups, leaves, read));
  };
  const file: ParquetFile = {
    ...opened,
    source,
    limits,
    kernels,
    verifyChecksums,
    unlock: async (columns, signal) => secrets?.unlock(leavesOf(schema, columns), signal),
    columnBatches: keyedBy(schema, batches),
    leafBatches: batches,
    columnPieces: (path, read = {}) => {
      const leaf = leafOf(schema, path);
      return ofLeaves([leaf], read.signal, ({ readPieces }) => readPieces(context, rowGroups, leaf, read));
    },
    chunk: locate,
    pages: (address, abort, within) =>
      ofChunk(address, abort, ({ storedPages }, location) => storedPages(context, location, abort, within)),
    openPages: (address, abort) =>
      ofChunk(address, abort, ({ openedPages }, location) => openedPages(context, location, abort)),
    offsetIndex: async (address, abort) => {
      const location = await unlocked(address, abort);
      return (await indexes.load()).loadOffsetIndex(context, location, abort);
    },
    columnIndex: async (address, abort) => {
      const location = await unlocked(address, abort);
      return (await indexes.load()).loadColumnIndex(context, location, abort);
    },
    dictionary: async (address, abort) =>
      (await reading.load()).loadDictionary(context, await unlocked(address, abort), abort),
    external: context.external,
    part: (ordinals) => fileOver(context, partOf(opened, ordinals)),
    over: (other) => fileOver({ ...context, source: requireSame(other, source) }, opened),
    close: async () => source.close?.(),
  };
  return context.external?.placingErrors(file) ?? file;
}

function partOf(opened: OpenedFooter, ordinals: readonly number[]): OpenedFooter {
  const metadata = metadataOf(opened.metadata, ordinals);
  return { ...opened, metadata, rowCount: metadata.numRows };
}

function requireSame(source: ByteSource, { byteLength }: ByteSource): ByteSource {
  if (isByteSource(source) && source.byteLength === byteLength) return source;
  const found = isByteSource(source) ? `${source.byteLength} bytes` : typeof source;
  throw new ParquetError('INVALID_ARGUMENT', `\`over\` needs a source of the same ${byteLength} bytes, got ${found}`);
}
