/** Describes which values integer columns accept. */

/** The range of an integer column, and the conversion of other values, such as Dates, to integers. */
export interface Scalar {
  /** The smallest and the largest value that the column accepts. */
  readonly min: bigint;
  readonly max: bigint;
  /** Describes the accepted values, for error messages. */
  readonly wanted: string;
  /**
   * Converts a value that is neither a number nor a bigint to an integer; returns undefined if that is not possible.
   */
  readonly parse?: (value: unknown) => number | bigint | undefined;
}

/** Returns a description of the values that an integer column of `bitWidth` bits accepts. */
export function integers(bitWidth: number, isSigned: boolean): Scalar {
  const span = 2n ** BigInt(bitWidth);
  const min = isSigned ? -span / 2n : 0n;
  const max = min + span - 1n;
  const types = bitWidth === 64 ? 'a bigint or safe integer' : 'an integer';
  return { min, max, wanted: `${types} from ${min} to ${max}` };
}
