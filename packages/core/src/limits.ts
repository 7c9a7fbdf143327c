/**
 * Bounds on the memory that reading a file may take. A legal file that exceeds a bound throws LIMIT, and the error
 * names the limit to raise.
 */
import { type ErrorPlace, ParquetError } from './errors.js';
import { requireKnownOptions } from './known-options.js';

/** The bounds. A value equal to a bound is still allowed. */
export interface Limits {
  /**
   * Bytes that one read may keep in memory at once: windows of stored bytes, decompressed pages, dictionaries, levels
   * and the columns of the batch that is being built. Batches are made small enough, whatever the size of row groups.
   * So LIMIT is thrown only if a single page, dictionary or row exceeds this limit. Each read (each call of
   * `columnBatches`, `rows`, ...) has its own budget. A batch does not count after it was returned. The parsed footer
   * and the page indexes also count: opening a file throws LIMIT if these alone exceed the limit. A read has the
   * remaining bytes, but at least a quarter of the limit.
   *
   * The process uses more memory than this: for the JavaScript engine, for garbage that was not collected yet, and for
   * the working memory of codecs.
   */
  readonly memoryBytes: number;
  /**
   * Bytes that one call may return or read as a whole. Examples: the table of `toArrow`, a stream, or a file from a
   * server that does not support byte ranges.
   */
  readonly resultBytes: number;
  /** Maximum number of slots (values and nulls) of one data page. */
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
  /** Maximum nesting depth of Thrift structs and containers. It also applies to fields that are skipped. */
  readonly thriftDepth: number;
  /** Maximum number of elements of the schema. */
  readonly schemaElements: number;
  /** Maximum nesting depth of the schema tree. */
  readonly schemaDepth: number;
  /**
   * Maximum size in bytes of one array of decoded data: indices, offsets or values. A few bytes of a file, such as one
   * run of 2^31 values, can legally decode to gigabytes.
   */
  readonly decodedBytes: number;
  /**
   * Bytes of freed memory that a thread keeps for later reads instead of returning them to the system. New memory from
   * the system takes several times as long as memory that was used before. The memory is reserved once per thread, when
   * reads have allocated 32 MiB; later reads cannot change its size. 0 keeps nothing. The limit has an effect only on
   * Linux.
   */
  readonly retainedBytes: number;
}

/**
 * The default limits. With these, a process that reads one file needs less than 1 GiB of resident memory, whatever the
 * file.
 */
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
  retainedBytes: 2 ** 28,
};

/**
 * Limits for servers that read untrusted files. With these, a Node process that makes one read at a time needs less
 * than 200 MiB of resident memory. Each additional concurrent read adds its `memoryBytes` of 64 MiB.
 */
export const serverLimits: Limits = /* @__PURE__ */ createLimits({
  // These numbers are written out, because bundlers do not evaluate powers and shifts, and would keep this object in a
  // bundle that does not use it.
  memoryBytes: 67_108_864,
  resultBytes: 67_108_864,
  headerBytes: 1_048_576,
  bloomFilterBytes: 33_554_432,
  footerBytes: 8_388_608,
  schemaElements: 131_072,
  retainedBytes: 0,
});

/**
 * Returns {@link defaultLimits} with the given limits changed.
 * @throws ParquetError INVALID_ARGUMENT for a name that is not a limit.
 */
export function createLimits(changes: Partial<Limits> = {}): Limits {
  requireKnownOptions('createLimits', changes, defaultLimits);
  return { ...defaultLimits, ...changes };
}

/**
 * Returns the error for an exceeded limit. Example: "a page of 300 bytes exceeds the limit pageBytes = 200: raise it
 * with createLimits({ pageBytes: ... })".
 * @param what The thing that exceeds the limit, with its size: `a page of 300 bytes`.
 */
export function limitError(limit: keyof Limits, limits: Limits, what: string, at?: ErrorPlace): ParquetError {
  const cure = `raise it with createLimits({ ${limit}: ... })`;
  return new ParquetError('LIMIT', `${what} exceeds the limit ${limit} = ${limits[limit]}: ${cure}`, at);
}
