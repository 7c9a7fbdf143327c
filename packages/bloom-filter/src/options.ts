/** The options of `createBloomBuilder`. */
export interface BloomFilterOptions {
  /** The share of absent values that the filter may report as present, between 0 and 1. Default: 0.01. */
  readonly falsePositiveRate?: number;
  /** The expected number of distinct values. Default: the distinct values of the chunk are counted. */
  readonly distinctValues?: number;
}
