/** Options for the size of a delta stream's blocks. */
import { type EncoderOptions, ParquetError } from '@marquetry/core';

/** Options of the delta encoders. */
export interface DeltaOptions extends EncoderOptions {
  /**
   * Number of values per block, a multiple of 128 up to 2^20. Default: 128, the only size that some readers support.
   */
  readonly blockSize?: number;
  /** Number of miniblocks per block, which must divide `blockSize` into multiples of 32 values. Default: 4. */
  readonly miniblocks?: number;
}

export interface BlockShape {
  readonly blockSize: number;
  readonly miniblocks: number;
}

/**
 * Returns the block shape that the options specify.
 * @throws ParquetError INVALID_ARGUMENT for a shape that the format does not allow, or that is larger than any writer needs.
 */
export function blockShape(options: DeltaOptions = {}): BlockShape {
  const { blockSize = 128, miniblocks = 4 } = options;
  // Whole blocks are buffered, so without this maximum a typo could allocate gigabytes.
  const legal = blockSize > 0 && blockSize <= 2 ** 20 && blockSize % 128 === 0;
  if (!legal || miniblocks <= 0 || (blockSize / miniblocks) % 32 !== 0) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `blockSize must be a multiple of 128 and miniblocks of 32 values, got ${blockSize} in ${miniblocks} miniblocks`,
    );
  }
  return { blockSize, miniblocks };
}
