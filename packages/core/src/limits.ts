/**
 * Bounds on the memory that reading a file may take. Reading a valid file that exceeds a bound throws a LIMIT error,
 * which names the bound to raise.
 */
import { type ErrorPlace, ParquetError } from './errors.js';
import { requireKnownOptions } from './known-options.js';

/** Bounds on the memory that reading a file may take. A value equal to its bound is allowed. */
export interface Limits {
  /**
   * Maximum number of bytes that one read may keep in memory at once: ranges of stored bytes, decompressed pages,
   * dictionaries, levels and the columns of the batch that is being built. Batches are made as small as necessary,
   * whatever the size of the row groups, so LIMIT is thrown only if a single page, dictionary or row exceeds this
   * limit. Each read (each call of `columnBatches`, `rows`, ...) has its own budget. A batch no longer counts once it
   * has been returned. The parsed footer and the page indexes also count: opening a file throws LIMIT if these alone
   * exceed the limit. Each read may use the rest of the limit, but at least a quarter of the limit.
   *
   * The process uses more memory than this, for example for the JavaScript engine, uncollected garbage and the working
   * memory of codecs.
   */
  readonly memoryBytes: number;
  /**
   * Maximum number of bytes that one call may return or read as a whole. Examples: the table that `toArrow` returns, a
   * stream, or a file from a server that does not support byte ranges.
   */
  readonly resultBytes: number;
  /** Maximum number of slots (values and nulls) in one data page. */
  readonly pageSlots: number;
  /** Maximum size of one page after decompression, in bytes. */
  readonly pageBytes: number;
  /** Maximum number of entries in one dictionary page. */
  readonly dictionaryValues: number;
  /** Maximum size of one page header, in bytes. */
  readonly headerBytes: number;
  /** Maximum size of one Bloom filter's bitset, in bytes. */
  readonly bloomFilterBytes: number;
  /** Maximum size of the footer, in bytes. */
  readonly footerBytes: number;
  /** Maximum number of entries in any Thrift list, set or map. */
  readonly listLength: number;
  /** Maximum nesting depth of Thrift structs and containers. It applies to skipped fields as well. */
  readonly thriftDepth: number;
  /** Maximum number of elements in the schema. */
  readonly schemaElements: number;
  /** Maximum nesting depth of the schema tree. */
  readonly schemaDepth: number;
  /**
   * Maximum size in bytes of one array of decoded data: indices, offsets or values. A few bytes of a file, such as one
   * run of 2^31 values, can legally decode to gigabytes.
   */
  readonly decodedBytes: number;
  /**
   * Bytes of freed memory that a thread keeps for later reads instead of returning them to the system. Getting new
   * memory from the system takes several times as long as reusing memory. The memory is reserved once per thread, when
   * reads have allocated 32 MiB in total; its size does not change after that. With 0, no memory is kept. The limit
   * has an effect only on Linux.
   */
  readonly retainedBytes: number;
}

/**
 * The default limits. With these, a process that reads one file needs less than 1 GiB of resident memory, regardless of
 * the file.
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
 * Limits for servers that read untrusted files. With these, a Node process that performs one read at a time needs less
 * than 200 MiB of resident memory. Each additional concurrent read adds its `memoryBytes` of 64 MiB.
 */
export const serverLimits: Limits = /* @__PURE__ */ createLimits({
  // These numbers are written as literals, because bundlers do not evaluate powers and shifts, and would keep this
  // object in bundles that do not use it.
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
 * @throws ParquetError INVALID_ARGUMENT for a name that is not a limit, or a value that is not a number of at least 0.
 */
export function createLimits(changes: Partial<Limits> = {}): Limits {
  requireKnownOptions('createLimits', changes, defaultLimits);
  const limits = { ...defaultLimits, ...changes };
  requireLimits(limits);
  return limits;
}

/**
 * Checks that an object has all limits, because a missing limit would not be enforced.
 * @throws ParquetError INVALID_ARGUMENT if a limit is missing, or is not a number of at least 0.
 */
export function requireLimits(limits: Limits): void {
  for (const name of Object.keys(defaultLimits) as (keyof Limits)[]) {
    if (limits[name] >= 0) continue;
    const cure = `set it with createLimits({ ${name}: ... })`;
    throw new ParquetError('INVALID_ARGUMENT', `the limit ${name} must be at least 0, got ${limits[name]}: ${cure}`);
  }
}

/**
 * Returns the LIMIT error for an exceeded limit. Example: "a page of 300 bytes exceeds the limit pageBytes = 200: raise
 * it with createLimits({ pageBytes: ... })".
 * @param what The thing that exceeds the limit, with its size: `a page of 300 bytes`.
 */
export function limitError(limit: keyof Limits, limits: Limits, what: string, at?: ErrorPlace): ParquetError {
  const cure = `raise it with createLimits({ ${limit}: ... })`;
  return new ParquetError('LIMIT', `${what} exceeds the limit ${limit} = ${limits[limit]}: ${cure}`, at);
}
