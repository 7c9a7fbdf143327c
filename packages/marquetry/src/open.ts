import type { SourceInput } from '@marquetry/file';
import type { Row } from '@marquetry/records';
import type { AlignedColumns, AlignedValues } from '@marquetry/records/aligned';
import { nameOfInput, openDatasetOf } from './open-dataset.js';
import { openOver } from './open-parquet.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';
import type { OpenDatasetOptions, ParquetDataset } from './parquet-dataset.js';
import { type ReadParquetColumnsOptions, readColumnsOver } from './read-columns.js';
import { type ReadParquetOptions, readOver } from './read-parquet.js';

/**
 * Opens a Parquet file, given as a path or FileHandle (Node), a URL or Request, a Response or stream (read completely),
 * a Blob or File, bytes, or your own `ByteSource`. Reads only the footer. Does not keep a file or connection open,
 * unless your `ByteSource` does.
 *
 * Uses the JavaScript kernels unless `kernels` is given. Under a content-security policy that forbids WebAssembly, an attempt to compile it would be
 * reported as a violation, so an application must opt in with `kernels: await loadSimdKernels()` from `@marquetry/simd`.
 * @throws ParquetError if the input is not a Parquet file, or is damaged; errors from the file system or network, unchanged.
 */
export async function openParquet(input: SourceInput, options: OpenParquetOptions = {}): Promise<ParquetReader> {
  return openOver(options.kernels, input, options);
}

/**
 * Reads all rows of a file into one array, and closes the file. Accepts the options of {@link openParquet} and of
 * `rows`.
 *
 * ```ts
 * const rows = await readParquet('flights.parquet', { columns: ['origin', 'delay'], limit: 100 });
 * ```
 * Values are plain by default, so timestamps are Dates, which cannot hold microseconds or nanoseconds. To keep these, pass `values: 'lossless'`. The
 * types of rows are not checked: `T`, such as `RowOf<typeof schema>`, must fit the file.
 * @throws ParquetError for the same reasons as {@link openParquet} and `rows`; LIMIT if the estimated size of the rows exceeds `limits.resultBytes`. In
 * that case, read them one at a time with `rows`. With `orderBy`, only `limit` bounds the number of rows.
 */
export async function readParquet<T extends object = Row>(
  input: SourceInput,
  options: ReadParquetOptions = {},
): Promise<T[]> {
  return (await readOver(openParquet, input, options)) as T[];
}

/**
 * Reads whole columns into typed arrays with one entry per row, and closes the file: entry `i` of each column belongs
 * to row `i`. Accepts the options of {@link openParquet} and of `columnBatches`.
 *
 * ```ts
 * const { delay, origin } = await readColumns<{ delay: BigInt64Array; origin: string[] }>('flights.parquet', { columns: ['delay', 'origin'] });
 * ```
 * In typed arrays, nulls are 0 or empty; in arrays of strings, they are null. `validity` has one bit per row. The types
 * of columns are not checked: `T` must fit the file.
 * @throws ParquetError for the same reasons as {@link openParquet} and `columnBatches`; UNSUPPORTED for a repeated column; LIMIT if the columns take
 * more than `limits.resultBytes`.
 */
export async function readColumns<T extends object = Readonly<Record<string, AlignedValues>>>(
  input: SourceInput,
  options: ReadParquetColumnsOptions = {},
): Promise<AlignedColumns<T>> {
  return (await readColumnsOver(openParquet, input, options)) as AlignedColumns<T>;
}

/**
 * Opens files as one table. The inputs are URLs, Blobs or Files, bytes, or your own `ByteSource`s. Reads their footers.
 * @throws ParquetError for the same reasons as {@link openParquet}; UNSUPPORTED if a column has different types in the
 * files and no common type can hold them.
 */
export async function openDataset(
  inputs: SourceInput | readonly SourceInput[],
  options: OpenDatasetOptions = {},
): Promise<ParquetDataset> {
  const all = Array.isArray(inputs) ? (inputs as readonly SourceInput[]) : [inputs as SourceInput];
  const named = all.map((input, i) => ({ path: nameOfInput(input, i), input }));
  return openDatasetOf(named, openParquet, options);
}
