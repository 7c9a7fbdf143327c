/**
 * How values are cut into vectors, and scaled.
 */
import { type EncoderOptions, ParquetError } from '@marquetry/core';

/** Options of the ALP encoder. */
export interface AlpOptions extends EncoderOptions {
  /** Values of a vector: a power of two, 8 to 32768. Default: 1024. */
  readonly vectorSize?: number;
  /**
   * Powers of ten for all vectors: 0 <= `factor` <= `exponent` <= 10 (FLOAT) or 18 (DOUBLE). Default: those that make
   * the vector smallest. `factor` alone has no meaning; without it, `exponent` goes with a factor of 0.
   */
  readonly exponent?: number;
  readonly factor?: number;
}

/** The powers of ten of a vector. */
export interface Scale {
  readonly exponent: number;
  readonly factor: number;
}

/** log2 of the vector sizes that the format has. */
export const leastLogVectorSize = 3;
export const largestLogVectorSize = 15;

/** log2 of the vector size. @throws ParquetError INVALID_ARGUMENT for one that the format does not have. */
export function logVectorSize({ vectorSize = 1024 }: AlpOptions): number {
  const log = Math.log2(vectorSize);
  if (!Number.isInteger(log) || log < leastLogVectorSize || log > largestLogVectorSize) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `ALP vectors cannot have ${vectorSize} values: powers of two from 8 to 32768 are legal`,
    );
  }
  return log;
}

/** The scale that is asked for. @throws ParquetError INVALID_ARGUMENT for one that the format does not have. */
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
      `ALP cannot scale by exponent ${exponent} and factor ${factor}: 0 <= factor <= exponent <= ${maxExponent} is legal`,
    );
  }
  return { exponent, factor };
}
