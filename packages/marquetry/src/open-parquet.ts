/**
 * Opens a Parquet file with the standard encodings and codecs.
 */
import { standardCodecs } from '@marquetry/codecs';
import type { CodecRegistry, EncodingRegistry } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import {
  type NestedBatch,
  type OpenFileOptions,
  openFile,
  openSource,
  type ParquetFile,
  type ReadNestedOptions,
  readNested,
  type SourceInput,
} from '@marquetry/file';
import { type ReadRowsOptions, type Row, readRowBatches, readRows } from '@marquetry/records';

/** What a file is read with; all of it has defaults. */
export interface OpenParquetOptions extends Omit<OpenFileOptions, 'encodings'> {
  /** Default: the standard set, over `kernels` where given. Add to it with `standardEncodings.with(mine)`. */
  readonly encodings?: EncodingRegistry;
  /** Default: the standard set. */
  readonly codecs?: CodecRegistry;
}

/** An open file that gives rows and nested columns, too. */
export interface Parquet extends ParquetFile {
  /** Rows as objects; see `readRows`. */
  rows(options?: ReadRowsOptions): AsyncGenerator<Row, void, undefined>;
  /** The same in arrays, which is faster where rows are counted in millions. */
  rowBatches(options?: ReadRowsOptions): AsyncGenerator<Row[], void, undefined>;
  /** Nested columns as offsets, validity and leaves; see `readNested`. */
  nested(options?: ReadNestedOptions): AsyncGenerator<NestedBatch, void, undefined>;
}

/**
 * Opens a file: a path (Node) or URL, a Blob or File, bytes, or a `ByteSource` of one's own. Reads the footer only.
 * Nothing stays open, but for what a source of one's own holds.
 * @throws ParquetError when it is no Parquet file or a broken one; errors of the file system or network, unchanged.
 */
export async function openParquet(input: SourceInput, options: OpenParquetOptions = {}): Promise<Parquet> {
  const { kernels, codecs = standardCodecs } = options;
  const encodings = options.encodings ?? createStandardEncodings(kernels === undefined ? {} : { kernels });
  const file = await openFile(await openSource(input, options.signal), { ...options, encodings, codecs });
  return {
    ...file,
    rows: (read) => readRows(file, read),
    rowBatches: (read) => readRowBatches(file, read),
    nested: (read) => readNested(file, read),
  };
}
