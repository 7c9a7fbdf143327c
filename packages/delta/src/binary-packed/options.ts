/** The options of the delta encoders: the size of blocks and miniblocks. */
import { type EncoderOptions, ParquetError } from '@marquetry/core';

/** Options of the delta encoders. */
export interface DeltaOptions extends EncoderOptions {
  /**
   * Number of values per block: a multiple of 128, up to 2^20. Default: 128, because some readers support no other
   * size.
   */
  readonly blockSize?: number;
  /** Number of miniblocks per block. Each miniblock must have a multiple of 32 values. Default: 4. */
  readonly miniblocks?: number;
}

export interface BlockShape {
  readonly blockSize: number;
  readonly miniblocks: number;
}

/**
 * Returns the block size and the number of miniblocks that the options select.
 * @throws ParquetError INVALID_ARGUMENT for sizes that the format does not allow, or for blocks of more than 2^20
 * values.
 */
export function blockShape(options: DeltaOptions = {}): BlockShape {
  const { blockSize = 128, miniblocks = 4 } = options;
  // Whole blocks are buffered. Without this maximum, a typo could allocate gigabytes.
  const legal = blockSize > 0 && blockSize <= 2 ** 20 && blockSize % 128 === 0;
  if (!legal || miniblocks <= 0 || (blockSize / miniblocks) % 32 !== 0) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`blockSize\` must be a multiple of 128 up to 2^20, and each miniblock a multiple of 32 values, got ${blockSize} in ${miniblocks} miniblocks`,
    );
  }
  return { blockSize, miniblocks };
}
