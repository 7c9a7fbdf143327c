/** How large a Bloom filter becomes. */
export interface BloomFilterOptions {
  /** Share of values that are not there and yet may be; default 0.01. */
  readonly falsePositiveRate?: number;
  /** Distinct values to expect; default: those of the chunk are counted. */
  readonly distinctValues?: number;
}
