/** Computes the size of a filter from its false-positive rate and the number of distinct values. */
import { ParquetError } from '@marquetry/core';
import { blockBytes } from './blocks.js';

/** The size in bytes of the largest filter that parquet-java and Arrow C++ accept. */
const largestFilter = 2 ** 27;

/**
 * Returns the size in bytes of a filter with about the given false-positive rate. Each of the n distinct values sets
 * eight bits, one per word of a block, so
 *
 *   rate = (1 - e^(-8 n / bits))^8
 *
 * The size is a power of two, because some readers require that, and at most 128 MiB. If there are too many values for
 * 128 MiB, the rate is higher than requested.
 * @throws ParquetError INVALID_ARGUMENT unless `falsePositiveRate` is between 0 and 1, both exclusive.
 */
export function filterBytes(distinctValues: number, falsePositiveRate: number): number {
  if (!(falsePositiveRate > 0 && falsePositiveRate < 1)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`falsePositiveRate\` must be between 0 and 1, got ${falsePositiveRate}`,
    );
  }
  const bits = (-8 * distinctValues) / Math.log(1 - falsePositiveRate ** (1 / 8));
  const bytes = 2 ** Math.ceil(Math.log2(Math.max(bits / 8, blockBytes)));
  return Math.min(bytes, largestFilter);
}
