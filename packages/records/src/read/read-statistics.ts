/** Reads the statistics of a file as JavaScript values, in the same forms as the values of rows. */
import {
  type DirectValues,
  fixedValues,
  isParquetError,
  isTurnDue,
  limitError,
  type OptionNames,
  ParquetError,
  PhysicalType,
  requireKnownOptions,
  yieldToEventLoop,
} from '@marquetry/core';
import type { ChunkAddress, ParquetFile } from '@marquetry/file';
import {
  type BoundValue,
  boundValueOf,
  createStatisticsReader,
  type StoredBound,
  type TrustedStatistics,
} from '@marquetry/logical';
import type { GeospatialStatistics } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { Convert } from './conversion.js';
import { conversionOf } from './conversions.js';
import { chooseForms, type RowValues } from './row-form.js';

/** A minimum or maximum, as a value of the same JavaScript type as the values of the column in rows. */
export type StatisticsValue = BoundValue | Date;

/** Options for reading statistics. */
export interface StatisticsOptions {
  /** The form of minimum and maximum values, as for rows; default `plain`. */
  readonly values?: Exclude<RowValues, 'temporal'>;
  readonly signal?: AbortSignal;
}

const optionNames: OptionNames<StatisticsOptions> = { values: true, signal: true };

/**
 * The statistics that a file stores for a column chunk or page. A field is undefined if it is not stored or cannot be
 * trusted.
 */
export interface ColumnStatistics {
  /** A lower bound: no value is less. NaN if all values are NaN. */
  readonly min: StatisticsValue | undefined;
  /** An upper bound: no value is greater. NaN if all values are NaN. */
  readonly max: StatisticsValue | undefined;
  /** True if `min` occurs in the column, false if it may be less than all values; undefined if `min` is undefined. */
  readonly isMinExact: boolean | undefined;
  /**
   * True if `max` occurs in the column, false if it may be greater than all values; undefined if `max` is undefined.
   */
  readonly isMaxExact: boolean | undefined;
  /** Number of nulls. In a repeated column, empty and null lists count as nulls, too. */
  readonly nullCount: number | undefined;
  /** Number of NaN values. `min` and `max` do not include NaN. */
  readonly nanCount: number | undefined;
  readonly distinctCount: number | undefined;
  /**
   * The reason, in words, why a stored minimum or maximum is not returned, such as an unreliable writer or an unknown
   * sort order.
   */
  readonly ignored: string | undefined;
  /**
   * The stored bounding box and geometry types of a GEOMETRY or GEOGRAPHY chunk. If `xmin > xmax`, the box crosses the
   * antimeridian. Undefined for pages.
   */
  readonly geospatial: GeospatialStatistics | undefined;
}

/** The statistics of one data page, from the column index and the offset index of its chunk. */
export interface PageStatistics extends ColumnStatistics {
  /** The number of the page's first row within the row group, counted from 0. */
  readonly firstRow: number;
  /** Number of rows that start in the page. */
  readonly rowCount: number;
  /** True for a page that contains only nulls. */
  readonly isNullPage: boolean;
}

/**
 * Returns the statistics of a column chunk as values. Reads only the footer.
 * @returns undefined if the footer has no statistics for the chunk, or was parsed without them.
 * @throws ParquetError as `file.chunk` does; LIMIT for a value that a Date cannot represent (use `values: 'lossless'`);
 * INVALID_ARGUMENT for unknown `values`.
 */
export function readStatistics(
  file: ParquetFile,
  address: ChunkAddress,
  options: StatisticsOptions = {},
): ColumnStatistics | undefined {
  requireKnownOptions('statistics', options, optionNames);
  const { leaf, metaData } = file.chunk(address);
  const bound = boundReader(file, leaf, options);
  const { statistics, geospatialStatistics, numValues } = metaData;
  if (statistics === undefined && geospatialStatistics === undefined) return undefined;
  return valuesOf(createStatisticsReader(leaf, file.metadata).of(statistics, numValues), bound, geospatialStatistics);
}

/** Approximate memory that the statistics of a page take, in bytes, excluding the minimum and maximum. */
const pageBytes = 256;

/**
 * Reads the statistics of a chunk's data pages as values, from its column index and offset index.
 * @returns undefined if the chunk does not have both indexes.
 * @throws ParquetError as {@link readStatistics} and `file.columnIndex` do; CORRUPT if the two indexes do not describe
 * the same pages; LIMIT above `limits.resultBytes`.
 */
export async function readPageStatistics(
  file: ParquetFile,
  address: ChunkAddress,
  options: StatisticsOptions = {},
): Promise<readonly PageStatistics[] | undefined> {
  requireKnownOptions('pageStatistics', options, optionNames);
  await file.unlock([address.column], options.signal);
  const { leaf, rowCount, at } = file.chunk(address);
  const bound = boundReader(file, leaf, options);
  const { signal } = options;
  const index = await file.columnIndex(address, signal);
  const offsetIndex = index && (await file.offsetIndex(address, signal));
  if (index === undefined || offsetIndex === undefined) return undefined;
  const pages = createStatisticsReader(leaf, file.metadata).ofPages(index, offsetIndex, rowCount);
  if (pages === undefined) {
    const what = `the column index has ${index.nullPages.length} pages, but the offset index has ${offsetIndex.pageLocations.length}`;
    throw new ParquetError('CORRUPT', what, at);
  }
  const { starts } = pages;
  const count = starts.length - 1;
  let byteLength = pageBytes * count;
  const all: PageStatistics[] = [];
  for (let page = 0; page < count; page++) {
    const trusted = pages.of(page);
    const { min, max } = trusted.bounds ?? {};
    // A string takes up to two bytes of memory per byte of UTF-8.
    byteLength += 2 * ((min?.bytes.length ?? 0) + (max?.bytes.length ?? 0));
    if (byteLength > file.limits.resultBytes) {
      throw limitError('resultBytes', file.limits, `the memory for the statistics of ${count} pages`, at);
    }
    const firstRow = starts[page] as number;
    const rows = (starts[page + 1] as number) - firstRow;
    all.push({ ...valuesOf(trusted, bound), firstRow, rowCount: rows, isNullPage: pages.isNullPage(page) });
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  return all;
}

type ReadBound = (bytes: Uint8Array) => StatisticsValue;

function valuesOf(
  trusted: TrustedStatistics,
  read: ReadBound,
  geospatial?: GeospatialStatistics | undefined,
): ColumnStatistics {
  const { bounds, nullCount, nanCount, distinctCount, ignored } = trusted;
  const onlyNans = bounds?.onlyNans === true;
  const value = (bound: StoredBound | undefined): StatisticsValue | undefined =>
    onlyNans ? Number.NaN : bound && read(bound.bytes);
  return {
    min: value(bounds?.min),
    max: value(bounds?.max),
    isMinExact: onlyNans ? true : bounds?.min?.isExact,
    isMaxExact: onlyNans ? true : bounds?.max?.isExact,
    // The number of slots in a null page of a repeated column is unknown.
    nullCount: nullCount === Number.POSITIVE_INFINITY ? undefined : nullCount,
    nanCount,
    distinctCount,
    ignored,
    geospatial,
  };
}

/**
 * Returns a function that converts a stored minimum or maximum to a value. Bytes that are not a valid value of the
 * column, such as truncated text, remain bytes, or become base64 text in the form `json`.
 */
function boundReader(file: ParquetFile, leaf: LeafNode, { values }: StatisticsOptions): ReadBound {
  const form = chooseForms(file.schema, values === undefined ? {} : { values })(leaf);
  const convert = conversionOf(leaf, form, false);
  const cut: ReadBound = (bytes) => {
    if (form !== 'json') return boundValueOf(leaf, new Uint8Array(bytes)) ?? new Uint8Array(bytes);
    const { annotation: _, ...plain } = leaf;
    return only(conversionOf({ ...plain, type: PhysicalType.BYTE_ARRAY }, form, false), bytesValue(bytes));
  };
  return (bytes) => {
    if (leaf.type === PhysicalType.FIXED_LEN_BYTE_ARRAY && bytes.length !== leaf.width) return cut(bytes);
    try {
      return only(convert, valueOfBytes(leaf, bytes));
    } catch (error) {
      if (form === 'date' || !isParquetError(error)) throw error;
      return cut(bytes);
    }
  };
}

function only(convert: Convert, values: DirectValues): StatisticsValue {
  return convert(values)[0] as StatisticsValue;
}

/**
 * Returns the bytes of a minimum or maximum as a column with one value. The bytes must be as long as a value of the
 * column.
 */
function valueOfBytes(leaf: LeafNode, bytes: Uint8Array): DirectValues {
  const { type } = leaf;
  if (type === PhysicalType.BYTE_ARRAY) return bytesValue(bytes);
  // Copy the bytes, because they may be unaligned in the footer.
  const data = new Uint8Array(bytes);
  return type === PhysicalType.BOOLEAN ? { layout: 'bits', type, length: 1, data } : fixedValues(leaf, data, 0, 1);
}

function bytesValue(data: Uint8Array): DirectValues {
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: 1, offsets: Int32Array.of(0, data.length), data };
}
