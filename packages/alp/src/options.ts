/** The options of the ALP encoder: the size of vectors and their scale. */
import { type EncoderOptions, ParquetError } from '@marquetry/core';

/** Options of the ALP encoder. */
export interface AlpOptions extends EncoderOptions {
  /** Values per vector: a power of two, 8 to 32768. Default: 1024. */
  readonly vectorSize?: number;
  /**
   * The exponents of the powers of ten that scale all vectors: 0 <= `factor` <= `exponent` <= 10 (FLOAT) or 18
   * (DOUBLE). Default: the encoder chooses a pair for each vector, based on a sample of its values. `factor` requires
   * `exponent`; `exponent` alone means a factor of 0.
   */
  readonly exponent?: number;
  readonly factor?: number;
}

/** The exponents of the two powers of ten that scale a vector. */
export interface Scale {
  readonly exponent: number;
  readonly factor: number;
}

/** The smallest and the largest log2 of a vector size that the format allows. */
export const leastLogVectorSize = 3;
export const largestLogVectorSize = 15;

/**
 * Returns log2 of the requested vector size.
 * @throws ParquetError INVALID_ARGUMENT for a size that the format does not allow.
 */
export function logVectorSize({ vectorSize = 1024 }: AlpOptions): number {
  const log = Math.log2(vectorSize);
  if (!Number.isInteger(log) || log < leastLogVectorSize || log > largestLogVectorSize) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`vectorSize\` must be a power of two from 8 to 32768, got ${vectorSize}`,
    );
  }
  return log;
}

/**
 * Returns the scale that the options give, or undefined if they give none.
 * @throws ParquetError INVALID_ARGUMENT for a scale that the format does not allow.
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
