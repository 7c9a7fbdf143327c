/** Options of `createBloomBuilder`. */
export interface BloomFilterOptions {
  /** Share of absent values that the filter wrongly reports as possible, between 0 and 1; default 0.01. */
  readonly falsePositiveRate?: number;
  /** Expected number of distinct values. By default, the distinct values of the chunk are counted. */
  readonly distinctValues?: number;
}
