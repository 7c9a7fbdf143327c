/** The options of `createBloomBuilder`. */
export interface BloomFilterOptions {
  /**
   * The fraction of absent values that the filter may report as present: greater than 0, less than 1. Default: 0.01.
   */
  readonly falsePositiveRate?: number;
  /** The expected number of distinct values. Default: the builder counts the distinct values in the chunk. */
  readonly distinctValues?: number;
}
