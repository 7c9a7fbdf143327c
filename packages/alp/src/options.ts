/** Options for the size and the scale of vectors. */
import { type EncoderOptions, ParquetError } from '@marquetry/core';

/** Options of the ALP encoder. */
export interface AlpOptions extends EncoderOptions {
  /** Values per vector: a power of two, 8 to 32768. Default: 1024. */
  readonly vectorSize?: number;
  /**
   * Powers of ten for all vectors: 0 <= `factor` <= `exponent` <= 10 (FLOAT) or 18 (DOUBLE). Default: the pair that
   * makes each vector smallest. `factor` requires `exponent`; `exponent` alone means a factor of 0.
   */
  readonly exponent?: number;
  readonly factor?: number;
}

/** The powers of ten of a vector. */
export interface Scale {
  readonly exponent: number;
  readonly factor: number;
}

/** log2 of the vector sizes that the format allows. */
export const leastLogVectorSize = 3;
export const largestLogVectorSize = 15;

/**
 * Returns log2 of the vector size. @throws ParquetError INVALID_ARGUMENT for a size that the format does not allow.
 */
export function logVectorSize({ vectorSize = 1024 }: AlpOptions): number {
  const log = Math.log2(vectorSize);
  if (!Number.isInteger(log) || log < leastLogVectorSize || log > largestLogVectorSize) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`vectorSize\` of ALP must be a power of two from 8 to 32768, got ${vectorSize}`,
    );
  }
  return log;
}

/**
 * Returns the requested scale, if any. @throws ParquetError INVALID_ARGUMENT for a scale that the format does not
 * allow.
 */
export function forcedScale({ exponent, factor = 0 }: AlpOptions, maxExponent: number): Scale | undefined {
  if (exponent === undefined && factor === 0) return undefined;
  const legal =
    exponent !== undefined &&
    Number.isInteger(exponent) &&
    Number.isInteger(factor) &&
    factor >= 0 &&
    factor <= exponent &&
    exponent <= maxExponent;
  if (!legal) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `ALP requires 0 <= factor <= exponent <= ${maxExponent}, got factor ${factor} and exponent ${exponent}`,
    );
  }
  return { exponent, factor };
}
