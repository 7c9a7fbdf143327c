/**
 * How a delta stream is cut into blocks.
 */
import { type EncoderOptions, ParquetError } from '@marquetry/core';

/** Options of the delta encoders. */
export interface DeltaOptions extends EncoderOptions {
  /** Values of a block, a multiple of 128. Default: 128, the only size that some readers know. */
  readonly blockSize?: number;
  /** Miniblocks of a block; divides it into multiples of 32 values. Default: 4. */
  readonly miniblocks?: number;
}

export interface BlockShape {
  readonly blockSize: number;
  readonly miniblocks: number;
}

/** The shape that options ask for. @throws ParquetError INVALID_ARGUMENT for one that the format does not have. */
export function blockShape(options: DeltaOptions = {}): BlockShape {
  const { blockSize = 128, miniblocks = 4 } = options;
  // Blocks are buffered whole: a bound keeps a typo from taking gigabytes.
  const legal = blockSize > 0 && blockSize <= 2 ** 20 && blockSize % 128 === 0;
  if (!legal || miniblocks <= 0 || (blockSize / miniblocks) % 32 !== 0) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `delta blocks cannot have ${blockSize} values in ${miniblocks} miniblocks: multiples of 128 and of 32 are legal`,
    );
  }
  return { blockSize, miniblocks };
}
