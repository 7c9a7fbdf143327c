/**
 * An open Parquet file.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  type CodecRegistry,
  createCodecRegistry,
  defaultLimits,
  type EncodingRegistry,
  type FlatValues,
  isTurnDue,
  type Kernels,
  type Limits,
  ParquetError,
  requireContract,
  runStepsInTurns,
  yieldToEventLoop,
} from '@marquetry/core';
import {
  type ColumnIndex,
  columnCountOf,
  type FileMetaData,
  type OffsetIndex,
  type ParsedMemory,
} from '@marquetry/metadata';
import { createSchemaInSteps, type LeafNode, type Schema } from '@marquetry/schema';
import {
  type Batch,
  type ColumnChunkPiece,
  type ReadBatchesOptions,
  type ReadColumnsOptions,
  readBatches,
  readKeyedBatches,
  readPieces,
} from './batches.js';
import { type ChunkLocation, locateChunk } from './chunk.js';
import { loadDictionary } from './chunk-dictionary.js';
import type { FileContext } from './context.js';
import type { ExternalFiles } from './external-files.js';
import { readFooter } from './footer.js';
import { indexesIn, type StoredBytes } from './footer-tail.js';
import { leafOf, leavesOf } from './named-leaves.js';
import { loadColumnIndex, loadOffsetIndex } from './page-index.js';
import { metadataOf } from './row-group-part.js';
import { type ByteSource, isByteSource } from './source/byte-source.js';
import { type OpenedPage, openedPages, type PageRange, type StoredPage, storedPages } from './stored-pages.js';
import type { TypedColumn } from './typed-column.js';
import type { Where } from './where.js';

/** What a file is read with. */
export interface OpenFileOptions {
  readonly encodings: EncodingRegistry;
  /** Default: none, which reads uncompressed files. */
  readonly codecs?: CodecRegistry;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
  /** Whether page checksums are compared; default true. */
  readonly verifyChecksums?: boolean;
  /** Whether the footer's statistics are parsed; default true. */
  readonly statistics?: boolean;
  /** Reads batches elsewhere than in this thread, such as `createWorkerPool` of `@marquetry/parallel`. Default: nowhere else. */
  readonly parallel?: ParallelReader | undefined;
  /** Reads the rows that pass `where`: `predicates` of `@marquetry/prune`. Default: none, and `where` is refused. */
  readonly filter?: RowFilter | undefined;
  /**
   * Where columns lie that are in other files, as those of summary files (`_metadata`) are: `externalFiles((path) => ...)`.
   * Default: such columns are UNSUPPORTED.
   */
  readonly external?: ((own: ByteSource) => ExternalFiles) | undefined;
  /** Aborts the opening only; reads take a signal of their own. */
  readonly signal?: AbortSignal;
}

/** Whatever reads the batches of files in workers. */
export interface ParallelReader {
  /** The same file, whose batches, and all that is made of them, are read in workers. See {@link withBatches}. */
  attach(file: ParquetFile): ParquetFile;
}

/** A read of the rows that pass a predicate. */
export interface FilteredRead extends ReadBatchesOptions {
  readonly where: Where;
}

/** Whatever reads the rows that pass: `predicates` of `@marquetry/prune`. */
export interface RowFilter {
  /** As `file.batches(options)`, of rows that pass `options.where`. */
  batches(file: ParquetFile, options: FilteredRead): AsyncGenerator<readonly TypedColumn[], void, undefined>;
}

/** A column chunk, by the ordinal of its row group and the column's path or leaf. */
export interface ChunkAddress {
  readonly rowGroup: number;
  readonly column: string | LeafNode;
}

/** An open file: its footer was read, all else is read when asked for. Reads may run side by side. */
export interface ParquetFile {
  readonly source: ByteSource;
  /** What its bytes may ask for. */
  readonly limits: Limits;
  /** The hot loops that it is read with. */
  readonly kernels: Kernels;
  /** Whether page checksums are compared. */
  readonly verifyChecksums: boolean;
  /** The footer as stored. */
  readonly metadata: FileMetaData;
  readonly schema: Schema;
  /** Rows of all row groups. The footer's own `numRows` may be wrong. */
  readonly rowCount: number;
  /** File offset and size of the footer, in bytes; and what it keeps alive, with the column chunks that were looked at. */
  readonly footer: {
    readonly offset: number;
    readonly byteLength: number;
    readonly memory: Readonly<ParsedMemory>;
    /** Page indexes that were read with it, at most 64 KiB: no read asks the source for them again. Undefined where there are none. */
    readonly indexes: StoredBytes | undefined;
  };
  /**
   * Typed columns, a batch a row group or `batchRows`. In a batch, `batch['path'].values` narrows by `layout` and `type`.
   * @throws ParquetError for unknown columns and whatever the bytes do; the reason of an aborted signal.
   */
  columns(options?: ReadBatchesOptions): AsyncGenerator<Batch, void, undefined>;
  /** As {@link columns}, in an array in the order that they were asked for: their names may repeat. */
  batches(options?: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /** The pieces of one column: as {@link columns}, but nothing is joined or flattened where dictionaries change. */
  column(
    path: string | LeafNode,
    options?: Omit<ReadColumnsOptions, 'columns'>,
  ): AsyncGenerator<ColumnChunkPiece, void, undefined>;
  /** What the footer says of a chunk, checked. @throws ParquetError CORRUPT, UNSUPPORTED or INVALID_ARGUMENT. */
  chunk(address: ChunkAddress): ChunkLocation;
  /** The pages of a chunk as stored, or those that lie `within`. Works whatever their encodings and codec. */
  pages(address: ChunkAddress, signal?: AbortSignal, within?: PageRange): AsyncGenerator<StoredPage, void, undefined>;
  /** The pages of a chunk, opened. */
  openPages(address: ChunkAddress, signal?: AbortSignal): AsyncGenerator<OpenedPage, void, undefined>;
  /** Undefined when the chunk has none. */
  offsetIndex(address: ChunkAddress, signal?: AbortSignal): Promise<OffsetIndex | undefined>;
  /** Undefined when the chunk has none. */
  columnIndex(address: ChunkAddress, signal?: AbortSignal): Promise<ColumnIndex | undefined>;
  /** The dictionary of a chunk; undefined when it has none. @throws ParquetError whatever its page does. */
  dictionary(address: ChunkAddress, signal?: AbortSignal): Promise<FlatValues | undefined>;
  /**
   * The same file over another source of the same bytes, such as one that fetches ahead: nothing is read or parsed again.
   * @throws ParquetError INVALID_ARGUMENT for what is not a source, or one of another length.
   */
  over(source: ByteSource): ParquetFile;
  /**
   * Some row groups of the file, by their ordinals, as a file: they are then counted from 0.
   * @throws ParquetError INVALID_ARGUMENT for an ordinal that is none.
   */
  part(rowGroups: readonly number[]): ParquetFile;
  /** What offsets of columns of other files mean; undefined for a file without `external`. */
  readonly external: Pick<ExternalFiles, 'placeOf'> | undefined;
  /** Closes the source, where it holds anything open: none of ours does. */
  close(): Promise<void>;
}

/** Row groups of an opened file between two looks at the clock. */
const quickGroups = 2 ** 10;

/**
 * Opens a file: reads the footer, nothing else.
 * @throws ParquetError when it is no Parquet file, or its footer or schema is broken, or the kernels are of another
 *   contract; errors of the source, unchanged.
 */
export async function openFile(source: ByteSource, options: OpenFileOptions): Promise<ParquetFile> {
  const { signal, statistics = true, limits = defaultLimits, kernels = javascriptKernels } = options;
  requireContract('kernels', kernels);
  const footerMemory = { heldBytes: 0 };
  const footer = await readFooter(source, { limits, signal, statistics, memory: footerMemory });
  const { metadata } = footer;
  const { rowGroups } = metadata;
  const schema = await runStepsInTurns(createSchemaInSteps(metadata.schema, limits), signal);
  // Bytes in memory are not read twice anyway.
  const indexes = source.sharesMemory === true ? undefined : indexesIn(footer.before, rowGroups);
  footerMemory.heldBytes += indexes?.bytes.length ?? 0;
  const external = options.external?.(source);
  const context: FileContext = {
    source: external?.source ?? source,
    encodings: options.encodings,
    codecs: options.codecs ?? createCodecRegistry(),
    kernels,
    limits,
    verifyChecksums: options.verifyChecksums ?? true,
    footerMemory,
    indexes,
    external,
    dataEnd: footer.offset,
  };
  let rowCount = 0;
  for (const [rowGroup, group] of rowGroups.entries()) {
    const columnCount = columnCountOf(group);
    if (columnCount !== schema.leaves.length) {
      const what = `the row group has ${columnCount} columns, the schema ${schema.leaves.length}`;
      throw new ParquetError('CORRUPT', what, { rowGroup });
    }
    if (group.numRows < 0) throw new ParquetError('CORRUPT', `the row group has ${group.numRows} rows`, { rowGroup });
    rowCount += group.numRows;
    if (rowGroup % quickGroups === quickGroups - 1) while (isTurnDue()) await yieldToEventLoop(signal);
  }
  const { offset, byteLength } = footer;
  const opened = { metadata, schema, rowCount, footer: { offset, byteLength, memory: footerMemory, indexes } };
  const file = openedOver(context, opened);
  // Workers do not read other files.
  const { parallel } = options;
  return withFilter(parallel === undefined || external !== undefined ? file : parallel.attach(file), options.filter);
}

/** The same file, whose batches take a `where`. */
function withFilter(file: ParquetFile, filter: RowFilter | undefined): ParquetFile {
  return withBatches(file, (read, options = {}) => {
    const { where } = options;
    if (where === undefined) return read.batches(options);
    if (filter !== undefined) return filter.batches(read, { ...options, where });
    const what =
      '`where` needs a filter: open the file with `filter: predicates` of @marquetry/prune, or with openParquet';
    throw new ParquetError('INVALID_ARGUMENT', what);
  });
}

/** What is known of a file from its footer. */
type Opened = Pick<ParquetFile, 'metadata' | 'schema' | 'rowCount' | 'footer'>;

function openedOver(context: FileContext, opened: Opened): ParquetFile {
  const file = fileOver(context, opened);
  return context.external === undefined ? file : withExternalErrors(file, context.external);
}

/** A file that was opened, with what its reads need. */
function fileOver(context: FileContext, opened: Opened): ParquetFile {
  const { source, limits, kernels, verifyChecksums } = context;
  const { metadata, schema } = opened;
  const { rowGroups } = metadata;
  const locate = ({ rowGroup, column }: ChunkAddress): ChunkLocation =>
    locateChunk(rowGroups, rowGroup, leafOf(schema, column), context);
  const batches: ReadBatches = (read = {}) => readBatches(context, rowGroups, leavesOf(schema, read.columns), read);
  return {
    ...opened,
    source,
    limits,
    kernels,
    verifyChecksums,
    columns: keyedBy(schema, batches),
    batches,
    column: (path, read = {}) => readPieces(context, rowGroups, leafOf(schema, path), read),
    chunk: locate,
    pages: (address, abort, within) => storedPages(context, locate(address), abort, within),
    openPages: (address, abort) => openedPages(context, locate(address), abort),
    offsetIndex: async (address, abort) => loadOffsetIndex(context, locate(address), abort),
    columnIndex: async (address, abort) => loadColumnIndex(context, locate(address), abort),
    dictionary: (address, abort) => loadDictionary(context, locate(address), abort),
    external: context.external,
    part: (ordinals) => fileOver(context, partOf(opened, ordinals)),
    over: (other) => fileOver({ ...context, source: requireSame(other, source) }, opened),
    close: async () => source.close?.(),
  };
}

/** The same file, whose errors name the file that a column lies in. */
function withExternalErrors(file: ParquetFile, external: ExternalFiles): ParquetFile {
  const each = async function* <T>(items: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    try {
      yield* items;
    } catch (error) {
      throw external.told(error);
    }
  };
  const one = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw external.told(error);
    });
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

function partOf(opened: Opened, ordinals: readonly number[]): Opened {
  const metadata = metadataOf(opened.metadata, ordinals);
  return { ...opened, metadata, rowCount: metadata.numRows };
}

function requireSame(source: ByteSource, { byteLength }: ByteSource): ByteSource {
  if (isByteSource(source) && source.byteLength === byteLength) return source;
  const found = isByteSource(source) ? `one of ${source.byteLength} bytes` : typeof source;
  throw new ParquetError('INVALID_ARGUMENT', `\`over\` takes a source of the same ${byteLength} bytes, got ${found}`);
}

type ReadBatches = ParquetFile['batches'];

/**
 * The same file, with batches that `read` reads of it, of the file over another source, or of a part of it; `columns` reads them
 * too.
 */
export function withBatches(
  file: ParquetFile,
  read: (file: ParquetFile, options?: ReadBatchesOptions) => ReturnType<ReadBatches>,
  part: ParquetFile['part'] = (rowGroups) => withBatches(file.part(rowGroups), read),
): ParquetFile {
  const batches: ReadBatches = (options) => read(file, options);
  return {
    ...file,
    batches,
    columns: keyedBy(file.schema, batches),
    part,
    over: (source) => withBatches(file.over(source), read),
  };
}

function keyedBy(schema: Schema, batches: ReadBatches): ParquetFile['columns'] {
  return (read = {}) => {
    const leaves = leavesOf(schema, read.columns);
    return readKeyedBatches(batches({ ...read, columns: leaves }), leaves, read.signal);
  };
}
