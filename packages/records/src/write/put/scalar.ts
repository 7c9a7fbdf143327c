/**
 * What integer columns take.
 */

/** Range and other forms of the values of an integer column. */
export interface Scalar {
  /** Least and greatest value. */
  readonly min: bigint;
  readonly max: bigint;
  /** What it takes, for messages. */
  readonly wanted: string;
  /** What is neither number nor bigint as an integer; undefined for what it cannot be. */
  readonly parse?: (value: unknown) => number | bigint | undefined;
}

/** Integers of `bitWidth` bits. */
export function integers(bitWidth: number, isSigned: boolean): Scalar {
  const span = 2n ** BigInt(bitWidth);
  const min = isSigned ? -span / 2n : 0n;
  const max = min + span - 1n;
  const types = bitWidth === 64 ? 'bigint or safe integer' : 'integer';
  return { min, max, wanted: `${types} from ${min} to ${max}` };
}
