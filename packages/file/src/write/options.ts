/** The options of a file writer. {@link planWrite} checks them and derives the settings of each column. */
import type { ChunkWriterOptions } from '@marquetry/column-writer';
import {
  type Codec,
  CodecId,
  type CodecRegistry,
  createCodecRegistry,
  EncodingId,
  type EncodingRegistry,
  type Kernels,
  type Limits,
  nearestName,
  type OptionNames,
  ParquetError,
  PhysicalType,
  requireContract,
  requireKnownOptions,
  withPlace,
} from '@marquetry/core';
import type { ColumnOrder, KeyValue, SchemaElement, SortingColumn } from '@marquetry/metadata';
import {
  createSchema,
  defineSchema,
  type FieldDefinitions,
  formatPath,
  type LeafNode,
  type Schema,
} from '@marquetry/schema';
import type { FileEncryption, FileEncryptor } from './file-encryption.js';
import { keyValuesOf } from './key-values.js';
import type { ParallelWriter } from './parallel-writer.js';
import { version } from './version.js';

/** Options for writing a column. */
export interface ColumnWriteOptions
  extends Omit<ChunkWriterOptions, 'leaf' | 'encodings' | 'encoding' | 'codec' | 'kernels' | 'limits' | 'pageIndex'> {
  /** Name or id of the codec, such as `'ZSTD'`. Default: UNCOMPRESSED. */
  readonly codec?: number | keyof typeof CodecId;
  /** Name or id of the encoding, or a policy that chooses an encoding. Default: `smallestEncoding`. */
  readonly encoding?: ChunkWriterOptions['encoding'] | keyof typeof EncodingId;
  /**
   * True to write page indexes (OffsetIndex and ColumnIndex), false to write statistics into page headers instead.
   * Default: true.
   */
  readonly pageIndex?: boolean;
}

/** A column by which the rows of each row group are sorted, and its direction. */
export interface SortedBy {
  /** Path of the column. */
  readonly column: string;
  /** True for descending order; default false. */
  readonly descending?: boolean;
  /** True if nulls are sorted before all values, false if after them. Default: false. */
  readonly nullsFirst?: boolean;
}

/**
 * Options for writing a file. Column options apply to every column for which {@link FileWriterOptions.columns} does not
 * set them. `bloomFilter` does not apply to BOOLEAN columns, which cannot have Bloom filters; setting it for a BOOLEAN
 * column in `columns` is an error.
 */
export interface FileWriterOptions extends ColumnWriteOptions {
  /**
   * The schema of the file: an argument or result of `defineSchema`, the schema of an open file, or the schema elements
   * of a footer.
   */
  readonly schema: Schema | readonly SchemaElement[] | FieldDefinitions;
  readonly encodings: EncodingRegistry;
  /**
   * The codecs from which {@link ColumnWriteOptions.codec} selects one. By default, only UNCOMPRESSED can be
   * selected.
   */
  readonly codecs?: CodecRegistry;
  /** Options for individual columns, by column path. Options for the path of a group apply to all columns below it. */
  readonly columns?: Readonly<Record<string, ColumnWriteOptions>>;
  /** Number of rows per row group. Default: 1,048,576. */
  readonly rowGroupRows?: number;
  /** A row group ends earlier if its encoded data reaches this many bytes. Default: 256 MiB. */
  readonly rowGroupBytes?: number;
  /**
   * The value of `created_by` in the footer, which names the application that wrote the file: for example, `name
   * version 1.2.3`. Default: this package and its version.
   */
  readonly createdBy?: string;
  readonly keyValueMetadata?: Readonly<Record<string, string>> | readonly KeyValue[];
  /** The columns by which each row group is sorted, as stated in the footer. The writer does not sort rows. */
  readonly sortingColumns?: readonly SortedBy[];
  /**
   * True to check that the rows passed to `write` are sorted by `sortingColumns`. The writer then throws
   * INVALID_ARGUMENT for a row that is out of order, and for row groups that are written or copied as a whole, which it
   * cannot check. Default: false.
   */
  readonly checkSorting?: boolean;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
  /**
   * Encodes columns in workers: pass the result of `createWorkerPool` from `@marquetry/parallel`. The written file is
   * the same. Default: columns are encoded in this thread.
   */
  readonly parallel?: ParallelWriter | undefined;
  /**
   * Encrypts the file: pass the result of `encryption` from `@marquetry/encryption`. Default: the file is not
   * encrypted.
   */
  readonly encryption?: FileEncryption | undefined;
  /** Aborts the writer, whose calls then reject with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each row group has been written. */
  readonly onProgress?: (progress: WriteProgress) => void;
}

/** How much of a file has been written so far. */
export interface WriteProgress {
  readonly rowGroups: number;
  readonly rows: number;
  /** Number of bytes written to the file so far. */
  readonly byteLength: number;
}

/** A column and the settings for writing it. */
export interface ColumnPlan {
  readonly leaf: LeafNode;
  readonly path: string;
  readonly options: ChunkWriterOptions;
  readonly pageIndex: boolean;
  readonly columnOrder: ColumnOrder;
}

/** The settings of a file: the options, with default values for those that the caller did not set. */
export interface WritePlan {
  readonly schema: Schema;
  /** The columns in schema order. */
  readonly columns: readonly ColumnPlan[];
  /** The paths of all columns. */
  readonly paths: ReadonlySet<string>;
  /** The codecs that at least one column uses. They must be prepared before the first page is written. */
  readonly codecs: ReadonlySet<Codec>;
  readonly rowGroupRows: number;
  readonly rowGroupBytes: number;
  readonly sortingColumns: readonly SortingColumn[];
  readonly checkSorting: boolean;
  readonly parallel: ParallelWriter | undefined;
  readonly encryptor: FileEncryptor | undefined;
  readonly createdBy: string;
  readonly keyValueMetadata: readonly KeyValue[];
  readonly signal: AbortSignal | undefined;
  readonly onProgress: FileWriterOptions['onProgress'];
}

function schemaOf({ schema, limits }: FileWriterOptions): Schema {
  if (Array.isArray(schema)) return createSchema(schema, limits);
  if (typeof schema === 'object' && schema !== null) {
    return typeof (schema as Schema).find === 'function'
      ? (schema as Schema)
      : defineSchema(schema as FieldDefinitions);
  }
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `\`schema\` must be field definitions, a result of defineSchema, or schema elements, got ${schema}`,
  );
}

const defaultRowGroupRows = 2 ** 20;
const defaultRowGroupBytes = 2 ** 28;

const columnOptionNames: OptionNames<ColumnWriteOptions> = {
  ...{ codec: true, encoding: true, encoderOptions: true, levelEncoding: true, dictionary: true, bloomFilter: true },
  ...{ pageVersion: true, pageBytes: true, pageRows: true, pageIndex: true, checksums: true, statistics: true },
  ...{ columnOrder: true, boundBytes: true },
};

const writerOptionNames: OptionNames<FileWriterOptions> = {
  ...columnOptionNames,
  ...{ schema: true, encodings: true, codecs: true, columns: true, rowGroupRows: true, rowGroupBytes: true },
  ...{ createdBy: true, keyValueMetadata: true, sortingColumns: true, checkSorting: true, kernels: true, limits: true },
  ...{ parallel: true, encryption: true, signal: true, onProgress: true },
};

/**
 * Checks the options and returns the settings of the file.
 * @throws ParquetError INVALID_ARGUMENT for options that contradict the schema; UNSUPPORTED for codecs that only
 * decompress.
 */
export function planWrite(options: FileWriterOptions): WritePlan {
  requireKnownOptions('createParquetWriter', options, writerOptionNames);
  if (options.kernels !== undefined) requireContract('kernels', options.kernels);
  if (options.encryption !== undefined) requireContract('encryption', options.encryption);
  const schema = schemaOf(options);
  const paths = writablePaths(schema);
  const { rowGroupRows = defaultRowGroupRows, rowGroupBytes = defaultRowGroupBytes } = options;
  if (!(Number.isInteger(rowGroupRows) && rowGroupRows > 0 && rowGroupBytes > 0)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`rowGroupRows\` (an integer) and \`rowGroupBytes\` must be positive, got ${rowGroupRows} and ${rowGroupBytes}`,
    );
  }
  const own = new Map<LeafNode, ColumnWriteOptions>();
  for (const [path, column] of Object.entries(options.columns ?? {})) {
    requireKnownOptions(`columns['${path}']`, column, columnOptionNames);
    const leaves = schema.find(path);
    const named = leaves.every(isBoolean) ? column : undefined;
    for (const leaf of leaves) own.set(leaf, { ...own.get(leaf), ...(named ?? optionsFor(leaf, column)) });
  }
  const codecs = options.codecs ?? createCodecRegistry();
  const columns = schema.leaves.map((leaf) => planColumn(leaf, options, own.get(leaf) ?? {}, codecs));
  const sortingColumns = (options.sortingColumns ?? []).map((sorted) => sortingColumn(schema, sorted));
  const used = new Set(columns.flatMap(({ options: { codec } }) => (codec === undefined ? [] : [codec])));
  return {
    schema,
    columns,
    paths,
    codecs: used,
    rowGroupRows,
    rowGroupBytes,
    sortingColumns,
    checkSorting: options.checkSorting ?? false,
    parallel: options.parallel,
    encryptor: options.encryption?.begin(schema),
    createdBy: options.createdBy ?? `marquetry version ${version}`,
    keyValueMetadata: keyValuesOf(schema, options.keyValueMetadata),
    signal: options.signal,
    onProgress: options.onProgress,
  };
}

/**
 * Returns the paths of all columns.
 * @throws ParquetError for schemas that are accepted when reading but must not be written.
 */
function writablePaths({ leaves }: Schema): ReadonlySet<string> {
  if (leaves.length === 0) {
    throw new ParquetError(
      'UNSUPPORTED',
      'a file needs at least one column: few readers accept a file without columns',
    );
  }
  const paths = new Set(leaves.map(({ path }) => formatPath(path)));
  if (paths.size < leaves.length) {
    throw new ParquetError('INVALID_ARGUMENT', 'the schema has two columns with the same path');
  }
  return paths;
}

function planColumn(
  leaf: LeafNode,
  all: FileWriterOptions,
  own: ColumnWriteOptions,
  codecs: CodecRegistry,
): ColumnPlan {
  const path = formatPath(leaf.path);
  const {
    schema: _schema,
    codecs: _codecs,
    columns: _columns,
    rowGroupRows: _rows,
    rowGroupBytes: _bytes,
    createdBy: _createdBy,
    keyValueMetadata: _keyValues,
    sortingColumns: _sorting,
    checkSorting: _checkSorting,
    parallel: _parallel,
    encryption: _encryption,
    signal: _signal,
    onProgress: _onProgress,
    ...shared
  } = all;
  const merged = { ...optionsFor(leaf, shared), ...own };
  const { pageIndex = true, columnOrder = 'TYPE_ORDER' } = merged;
  const codec = codecToWrite(merged.codec ?? CodecId.UNCOMPRESSED, codecs, path);
  const encoding =
    typeof merged.encoding === 'string' ? idOf('encoding', merged.encoding, EncodingId, path) : merged.encoding;
  return {
    leaf,
    path,
    options: { ...merged, leaf, codec, encoding, pageIndex, columnOrder },
    pageIndex,
    columnOrder: { kind: columnOrder } as ColumnOrder,
  };
}

/**
 * Adapts options that were set for several columns to one of them: omits the Bloom filter of a BOOLEAN column, which
 * cannot have one. Not used if `columns` sets options for the BOOLEAN column itself; the chunk writer then throws an
 * error.
 */
function optionsFor<Options extends ColumnWriteOptions>(leaf: LeafNode, options: Options): Options {
  return isBoolean(leaf) && options.bloomFilter !== undefined ? { ...options, bloomFilter: false } : options;
}

function isBoolean({ type }: LeafNode): boolean {
  return type === PhysicalType.BOOLEAN;
}

/**
 * Returns the id of a codec or encoding by its name.
 * @throws ParquetError INVALID_ARGUMENT for a name that the format does not define.
 */
function idOf(option: string, name: string, ids: Readonly<Record<string, number>>, column: string): number {
  const id = Object.hasOwn(ids, name) ? ids[name] : undefined;
  if (id !== undefined) return id;
  const near = nearestName(name, Object.keys(ids));
  const cure = near === undefined ? `use one of ${Object.keys(ids).join(', ')}` : `did you mean ${near}?`;
  throw new ParquetError('INVALID_ARGUMENT', `unknown ${option} ${name}: ${cure}`, { column });
}

function codecToWrite(given: number | string, codecs: CodecRegistry, column: string): Codec | undefined {
  const id = typeof given === 'string' ? idOf('codec', given, CodecId, column) : given;
  if (id === CodecId.UNCOMPRESSED) return undefined;
  try {
    if (typeof id !== 'number')
      throw new ParquetError('INVALID_ARGUMENT', `\`codec\` must be a name or an id, got ${id}`);
    const codec = codecs.resolve(id);
    if (codec.compress !== undefined) return codec;
    const other = id === CodecId.ZSTD ? '`zstd` from @marquetry/codec-zstd-wasm' : 'one that compresses';
    throw new ParquetError('UNSUPPORTED', `codec ${codec.name} (${id}) cannot compress here: register ${other}`);
  } catch (error) {
    throw withPlace(error, { column });
  }
}

function sortingColumn(schema: Schema, { column, descending = false, nullsFirst = false }: SortedBy): SortingColumn {
  const [leaf, ...others] = schema.find(column);
  if (leaf === undefined || others.length > 0) {
    throw new ParquetError('INVALID_ARGUMENT', `\`sortingColumns\` must name single columns, but ${column} is a group`);
  }
  return { columnIdx: leaf.index, descending, nullsFirst };
}
