/** Reads DECIMAL values that are stored as bytes: big-endian two's complement (LogicalTypes.md#decimal). */
import { type DirectValues, ParquetError } from '@marquetry/core';
import { bigEndianToBigint } from '@marquetry/logical';

/**
 * Maximum number of bytes of a DECIMAL value. Larger values are rejected, because the time to convert them to digits
 * grows faster than their length.
 */
const maxDecimalBytes = 2 ** 16;

/**
 * Checks that no DECIMAL value is too large to convert.
 * @throws ParquetError LIMIT, with the index of the first value that is too large.
 */
export function requireDecimalSize(values: DirectValues): void {
  if (values.layout === 'fixed' && values.length > 0) requireSize(values.width, 0);
  if (values.layout !== 'bytes') return;
  const { offsets, length } = values;
  for (let i = 0; i < length; i++) requireSize((offsets[i + 1] as number) - (offsets[i] as number), i);
}

function requireSize(byteLength: number, index: number): void {
  if (byteLength <= maxDecimalBytes) return;
  throw new ParquetError(
    'LIMIT',
    `the DECIMAL value ${index} has ${byteLength} bytes, too many to convert to digits: read the column as 'bytes'`,
  );
}

/**
 * Returns the unscaled integer of a DECIMAL value. A value without bytes is 0.
 * @throws ParquetError LIMIT if the value is too large.
 */
export function unscaledAt(bytes: Uint8Array, index: number): bigint {
  requireSize(bytes.length, index);
  return bigEndianToBigint(bytes);
}
