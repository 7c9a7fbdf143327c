/**
 * Bounds on the memory that a file can make a read allocate. A legal file that exceeds a bound throws LIMIT, and the error names
 * the limit to raise.
 */
import { type ErrorPlace, ParquetError } from './errors.js';
import { requireKnownOptions } from './known-options.js';

/** The upper limits. Each is inclusive. */
export interface Limits {
  /**
   * Bytes that one read may keep in memory at once: windows of stored bytes, decompressed pages, dictionaries, levels
   * and the columns of the batch that is being built. Batches are made small enough to fit, whatever the size of row
   * groups: LIMIT is thrown only if a single page, dictionary or row exceeds it. Each read (each call of
   * `columnBatches`, `rows`, ...) has its own budget. A batch does not count after it has been returned. The parsed
   * footer and page indexes count, too: opening a file throws LIMIT if they alone exceed it. Reads have the remaining
   * bytes, but at least a quarter of the limit.
   *
   * The process uses more, for the engine itself, for garbage not yet collected and for the working memory of codecs.
   */
  readonly memoryBytes: number;
  /**
   * Bytes that one call may return or read as a whole, such as the table of `toArrow`, a stream, or a file from a
   * server without byte ranges.
   */
  readonly resultBytes: number;
  /** Maximum number of slots of one data page. */
  readonly pageSlots: number;
  /** Maximum size of one page after decompression, in bytes. */
  readonly pageBytes: number;
  /** Maximum number of entries of one dictionary page. */
  readonly dictionaryValues: number;
  /** Maximum size of one page header, in bytes. */
  readonly headerBytes: number;
  /** Maximum size of the bits of one Bloom filter, in bytes. */
  readonly bloomFilterBytes: number;
  /** Maximum size of the footer, in bytes. */
  readonly footerBytes: number;
  /** Maximum number of entries of any Thrift list, set or map. */
  readonly listLength: number;
  /** Maximum nesting depth of Thrift structs and containers, including skipped ones. */
  readonly thriftDepth: number;
  /** Maximum number of elements of the schema. */
  readonly schemaElements: number;
  /** Maximum nesting depth of the schema tree. */
  readonly schemaDepth: number;
  /**
   * Maximum size in bytes of one array of decoded data: indices, offsets or values. A few bytes, such as one run of
   * 2^31 values, can legally need gigabytes.
   */
  readonly decodedBytes: number;
}

/** The default limits. A process that reads any one file needs less than 1 GiB of resident memory. */
export const defaultLimits: Limits = {
  memoryBytes: 3 * 2 ** 27,
  resultBytes: 3 * 2 ** 27,
  pageSlots: 2 ** 27,
  pageBytes: 2 ** 31 - 1,
  dictionaryValues: 2 ** 26,
  headerBytes: 2 ** 24,
  bloomFilterBytes: 2 ** 27,
  footerBytes: 2 ** 29,
  listLength: 2 ** 24,
  thriftDepth: 32,
  schemaElements: 2 ** 20,
  schemaDepth: 64,
  decodedBytes: 2 ** 31 - 1,
};

/**
 * Limits for servers that read untrusted files. They are chosen so that one read at a time keeps a process of Node
 * below 200 MiB of resident memory. Each additional concurrent read adds its `memoryBytes` of 64 MiB.
 */
export const serverLimits: Limits = /* @__PURE__ */ createLimits({
  // Numbers are written out, because bundlers do not evaluate powers and shifts, and would keep this object even if it is unused.
  memoryBytes: 67_108_864,
  resultBytes: 67_108_864,
  headerBytes: 1_048_576,
  bloomFilterBytes: 33_554_432,
  footerBytes: 8_388_608,
  schemaElements: 131_072,
});

/**
 * Returns {@link defaultLimits} with some limits changed.
 * @throws ParquetError INVALID_ARGUMENT for a name that is not a limit.
 */
export function createLimits(changes: Partial<Limits> = {}): Limits {
  requireKnownOptions('createLimits', changes, defaultLimits);
  return { ...defaultLimits, ...changes };
}

/**
 * Returns the error for an exceeded limit, for example "a page of 300 bytes exceeds the limit pageBytes = 200: raise it with
 * createLimits({ pageBytes: ... })".
 * @param what What exceeded the limit, with its size.
 */
export function limitError(limit: keyof Limits, limits: Limits, what: string, at?: ErrorPlace): ParquetError {
  const cure = `raise it with createLimits({ ${limit}: ... })`;
  return new ParquetError('LIMIT', `${what} exceeds the limit ${limit} = ${limits[limit]}: ${cure}`, at);
}
