/**
 * Opens a Parquet file with the standard encodings and codecs.
 */
import { createStandardCodecs } from '@marquetry/codecs';
import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import {
  externalFiles,
  type NestedBatch,
  type OpenFileOptions,
  openFile,
  openSource,
  type ParquetFile,
  type ReadBatchesOptions,
  type ReadNestedOptions,
  type RowFilter,
  readNested,
  rowRanges,
  type SourceInput,
} from '@marquetry/file';
import type { ScanPlan } from '@marquetry/prune';
import { type ReadRowsOptions, type Row, readRowBatches, readRows } from '@marquetry/records';
import { filesBeside, isSummary, type OpenBeside } from './files-beside.js';
import { type ReadParquetRowsOptions, readOrderedRows } from './ordered-rows.js';

/** What a file is read with; all of it has defaults. */
export interface OpenParquetOptions extends Omit<OpenFileOptions, 'encodings' | 'filter' | 'external'> {
  /** Default: the standard set, over `kernels` where given. Add to it with `standardEncodings.with(mine)`. */
  readonly encodings?: EncodingRegistry;
  /** Default: the standard set, over `kernels` where given. */
  readonly codecs?: CodecRegistry;
  /**
   * Whether columns that lie in other files are read: from the folder of the file, and folders in it; or what opens these files by
   * their paths. Default: for summary files, that is paths and URLs that end in `_metadata`; elsewhere such columns are UNSUPPORTED,
   * so that a file from a stranger cannot name its neighbours.
   */
  readonly external?: boolean | OpenBeside;
}

/** An open file that gives rows and nested columns, too. */
export interface Parquet extends ParquetFile {
  /** Rows as objects; see `readRows`. */
  rows(options?: ReadParquetRowsOptions): AsyncGenerator<Row, void, undefined>;
  /** The same in arrays, which is faster where rows are counted in millions. */
  rowBatches(options?: ReadRowsOptions): AsyncGenerator<Row[], void, undefined>;
  /** Nested columns as offsets, validity and leaves; see `readNested`. */
  nested(options?: ReadNestedOptions): AsyncGenerator<NestedBatch, void, undefined>;
  /** What a read with this `where` will read and skip, and why, as JSON. Reads no data page. */
  plan(options?: Omit<ReadBatchesOptions, 'offset' | 'limit'>): Promise<ScanPlan>;
  /** The number of rows, or of those that pass `where`. Reads no column that is not in `where`. */
  count(options?: Omit<ReadBatchesOptions, 'columns'>): Promise<number>;
}

/** Loads what evaluates predicates when the first one is used. */
const filter: RowFilter = {
  batches: async function* (file, options) {
    const { scanBatches } = await import('@marquetry/prune');
    yield* scanBatches(file, options);
  },
};

/** A whole file, opened over these kernels, which the default encodings and codecs use too. */
export async function openOver(
  kernels: Kernels | undefined,
  input: SourceInput,
  options: OpenParquetOptions,
): Promise<Parquet> {
  const over = kernels === undefined ? {} : { kernels };
  const encodings = options.encodings ?? createStandardEncodings(over);
  const codecs = options.codecs ?? createStandardCodecs(over);
  const { external = isSummary(input), ...rest } = options;
  const beside = filesBeside(input, external);
  const file = await openFile(await openSource(input, options.signal), {
    ...rest,
    ...over,
    external: beside && externalFiles(beside),
    encodings,
    codecs,
    filter,
  });
  return {
    ...file,
    rows: (read = {}) => {
      const { orderBy, ...rest } = read;
      return orderBy === undefined ? readRows(file, rest) : readOrderedRows(file, { ...rest, orderBy });
    },
    rowBatches: (read) => readRowBatches(file, read),
    nested: (read) => readNested(file, read),
    plan: async (read) => (await import('@marquetry/prune')).planScan(file, { where: {}, ...read }),
    count: async (read = {}) => {
      const { where } = read;
      if (where === undefined) return countOf(file, read);
      return (await import('@marquetry/prune')).countRows(file, { ...read, where });
    },
  };
}

function countOf({ metadata }: ParquetFile, read: ReadBatchesOptions): number {
  return rowRanges(metadata.rowGroups, read).reduce((sum, { rowCount }) => sum + rowCount, 0);
}
