/** Creates the object for an open file from its footer. The code that reads pages is loaded by the first read. */
import { columnKernels } from '@marquetry/bit-io';
import {
  createCodecRegistry,
  defaultLimits,
  onDemand,
  ParquetError,
  requireContract,
  requireLimits,
} from '@marquetry/core';
import { type ChunkLocation, locateChunk } from './chunk.js';
import type { FileContext } from './context.js';
import { keyedBy, withBatches } from './keyed-batches.js';
import { leafOf, leavesOf } from './named-leaves.js';
import type { ChunkAddress, OpenedFooter, OpenFileOptions, ParquetFile, RowFilter } from './parquet-file.js';
import { metadataOf } from './row-group-part.js';
import { type ByteSource, isByteSource } from './source/byte-source.js';

const reading = /* @__PURE__ */ onDemand(() => import('./reading.js'));

/** Loads the code for reading files, calls `read` with it, and yields the batches that `read` yields. */
async function* generated<T>(
  read: (loaded: typeof import('./reading.js')) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  yield* read(await reading.load());
}

const indexes = /* @__PURE__ */ onDemand(() => import('./located-pages.js'));

const footers = /* @__PURE__ */ onDemand(() => import('./opened-footer.js'));

/** Opens a Parquet file: reads the footer, and checks that its row groups match the schema. */
export async function openFile(source: ByteSource, options: OpenFileOptions): Promise<ParquetFile> {
  const { limits = defaultLimits, kernels = columnKernels } = options;
  requireContract('kernels', kernels);
  requireLimits(limits);
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
  const file = fileOver(context, opened, options.decryption);
  // Workers cannot read columns from other files, and do not have the decryption keys.
  const { parallel } = options;
  const isHere = parallel === undefined || external !== undefined || secrets !== undefined;
  return withFilter(isHere ? file : parallel.attach(file), options.filter);
}

/**
 * Above this number of row ranges, reads use the `filter` that the file was opened with. It selects rows by a bitmap,
 * which is faster for many ranges.
 */
const fewRanges = 16;

/** Returns a copy of the file object whose batches support `where`. */
function withFilter(file: ParquetFile, filter: RowFilter | undefined): ParquetFile {
  return withBatches(file, (read, options = {}) => {
    const { where, rows } = options;
    if (where === undefined && !(filter !== undefined && Array.isArray(rows) && rows.length > fewRanges)) {
      return read.leafBatches(options);
    }
    if (filter !== undefined) return filter.leafBatches(read, options);
    const what =
      '`where` needs a filter: open the file with `filter: predicates` from @marquetry/prune, or with openParquet';
    throw new ParquetError('INVALID_ARGUMENT', what);
  });
}

/**
 * Creates the object for an open file.
 * @param decryption Decrypts the encrypted parts of the file.
 */
function fileOver(context: FileContext, opened: OpenedFooter, decryption: OpenFileOptions['decryption']): ParquetFile {
  const { source, limits, kernels, verifyChecksums } = context;
  const { metadata, schema } = opened;
  const { rowGroups } = metadata;
  const locate = ({ rowGroup, column }: ChunkAddress): ChunkLocation =>
    locateChunk(rowGroups, rowGroup, leafOf(schema, column), context);
  const batches: ParquetFile['leafBatches'] = (read = {}) => {
    const leaves = leavesOf(schema, read.columns);
    return generated(({ readBatches }) => readBatches(context, rowGroups, leaves, read));
  };
  const file: ParquetFile = {
    ...opened,
    source,
    limits,
    kernels,
    verifyChecksums,
    columnBatches: keyedBy(schema, batches),
    leafBatches: batches,
    columnPieces: (path, read = {}) => {
      const leaf = leafOf(schema, path);
      return generated(({ readPieces }) => readPieces(context, rowGroups, leaf, read));
    },
    unlock: async () => {},
    chunk: locate,
    pages: (address, abort, within) => {
      const location = locate(address);
      return generated(({ storedPages }) => storedPages(context, location, abort, within));
    },
    openPages: (address, abort) => {
      const location = locate(address);
      return generated(({ openedPages }) => openedPages(context, location, abort));
    },
    offsetIndex: async (address, abort) => {
      const location = locate(address);
      return (await indexes.load()).loadOffsetIndex(context, location, abort);
    },
    columnIndex: async (address, abort) => {
      const location = locate(address);
      return (await indexes.load()).loadColumnIndex(context, location, abort);
    },
    dictionary: async (address, abort) => (await reading.load()).loadDictionary(context, locate(address), abort),
    external: context.external,
    context,
    part: (ordinals) => fileOver(context, partOf(opened, ordinals), decryption),
    over: (other) => fileOver({ ...context, source: requireSame(other, source) }, opened, decryption),
    close: async () => source.close?.(),
  };
  const { secrets } = context;
  const unlocked = (secrets && decryption?.unlocking(file, secrets)) ?? file;
  return context.external?.placingErrors(unlocked) ?? unlocked;
}

function partOf(opened: OpenedFooter, ordinals: readonly number[]): OpenedFooter {
  const metadata = metadataOf(opened.metadata, ordinals);
  return { ...opened, metadata, rowCount: metadata.numRows };
}

function requireSame(source: ByteSource, { byteLength }: ByteSource): ByteSource {
  if (isByteSource(source) && source.byteLength === byteLength) return source;
  const found = isByteSource(source) ? `${source.byteLength} bytes` : typeof source;
  throw new ParquetError('INVALID_ARGUMENT', `\`over\` needs a source of ${byteLength} bytes, got ${found}`);
}
