/**
 * A writer of Parquet files that accepts rows.
 */
import type { NestedColumn } from '@marquetry/column';
import type { FileWriter, FileWriterOptions, OpenSinkOptions } from '@marquetry/file';
import type { RowsInput, RowsInputOf, WriteRowsOptions } from '@marquetry/records';
import type { WriteColumnsOf } from './columns-of.js';

/** The forms in which you can pass a schema for writing. */
export type SchemaInput = FileWriterOptions['schema'];

/**
 * Options for writing a file: the options of `createFileWriter` from `@marquetry/file`, with defaults for `encodings` and `codecs`.
 */
export interface ParquetWriterOptions<S extends SchemaInput = SchemaInput>
  extends Omit<FileWriterOptions, 'encodings' | 'schema'>,
    OpenSinkOptions {
  /**
   * The schema: the argument or the result of `defineSchema`, from which the compiler infers the types of rows and
   * columns; the schema of an open file; or the schema elements of a footer.
   */
  readonly schema: S;
  /**
   * The encodings to write with. Default: the standard encodings, which use `kernels` if you pass them.
   * `standardEncodings.with(mine)` from `marquetry/plug-ins` adds your own.
   */
  readonly encodings?: FileWriterOptions['encodings'];
  /** The codecs to write with. Default: the standard codecs, which use `kernels` if you pass them. */
  readonly codecs?: NonNullable<FileWriterOptions['codecs']>;
}

/** Options for writing rows with `writeRows`. */
export interface WriteParquetRowsOptions extends WriteRowsOptions {
  /**
   * Casts strings to the types of their columns, for example in rows read from CSV: `'7'` to 7 in an INT32 column, `''`
   * to null in an optional column that is not text. Strings in structs, lists and maps are also cast. Default false:
   * apart from text, only dates, times, decimals and UUIDs may be strings.
   */
  readonly cast?: boolean;
}

/**
 * A file writer with methods for rows and nested columns. If the compiler knows the schema, it checks the rows and
 * columns that you write.
 */
export interface ParquetWriter<S extends SchemaInput = SchemaInput> extends FileWriter {
  /** Writes columns, given as an object whose keys are column paths, like `FileWriter.write` from `@marquetry/file`. */
  write(columns: WriteColumnsOf<S>): Promise<void>;
  /** Writes row objects in which any value may be a string, and casts the strings. Returns the number of rows. */
  writeRows(rows: RowsInput, options: WriteParquetRowsOptions & { readonly cast: true }): Promise<number>;
  /** Writes row objects, like `writeRows` from `@marquetry/records`. Returns the number of rows. */
  writeRows(rows: RowsInputOf<S>, options?: WriteParquetRowsOptions): Promise<number>;
  /** Writes nested columns (offsets, validity and leaves), as `ParquetReader.nestedBatches` yields them. */
  writeNested(columns: readonly NestedColumn[]): Promise<void>;
}

/** Options for writing a file in one call; all have defaults. */
export interface WriteParquetOptions<S extends SchemaInput = SchemaInput>
  extends Omit<ParquetWriterOptions, 'schema'>,
    Pick<WriteParquetRowsOptions, 'unknownFields' | 'cast'> {
  /**
   * The schema. Default: inferred from the first rows; for columns, from the classes of their typed arrays. Nested
   * columns, and columns that are not typed arrays, require a schema.
   */
  readonly schema?: S;
  /** Number of rows from which to infer the schema if `schema` is not given; default 1000. */
  readonly sampleRows?: number;
}
