/**
 * Bounds on what bytes may make us allocate. A legal file above one fails with LIMIT, and names the limit to raise.
 */

/** Upper bounds, each inclusive. */
export interface Limits {
  /** Slots that one data page may hold. */
  readonly pageSlots: number;
  /** Bytes of one page after decompression. */
  readonly pageBytes: number;
  /** Entries of one dictionary page. */
  readonly dictionaryValues: number;
  /** Bytes of one page header. */
  readonly headerBytes: number;
  /** Bytes of the bits of one Bloom filter. */
  readonly bloomFilterBytes: number;
  /** Bytes of the footer. */
  readonly footerBytes: number;
  /** Entries of any Thrift list, set or map. */
  readonly listLength: number;
  /** Nesting of Thrift structs and containers, skipped ones too. */
  readonly thriftDepth: number;
  /** Elements of the schema. */
  readonly schemaElements: number;
  /** Nesting of the schema tree. */
  readonly schemaDepth: number;
  /**
   * Bytes that one array of decoded values may take: indices, offsets, values. Guards against a few bytes (one run of
   * 2^31 values) that legally ask for gigabytes.
   */
  readonly decodedBytes: number;
}

/** What is used where the caller says nothing. */
export const defaultLimits: Limits = {
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

/** {@link defaultLimits} with some of them changed. */
export function createLimits(changes: Partial<Limits> = {}): Limits {
  return { ...defaultLimits, ...changes };
}
