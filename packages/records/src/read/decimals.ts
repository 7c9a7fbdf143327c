/** DECIMAL values stored as bytes: big-endian two's complement (LogicalTypes.md#decimal). */
import { type DirectValues, ParquetError } from '@marquetry/core';
import { bigEndianToBigint } from '@marquetry/logical';

/** Larger integers are not converted to digits, because the work grows faster than the number of bytes. */
const maxDecimalBytes = 2 ** 16;

/** @throws ParquetError LIMIT, naming the index of the value, if a value is too large. */
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
    `the DECIMAL value ${index} has ${byteLength} bytes, too many for digits: read the column as 'bytes'`,
  );
}

/** Returns the unscaled integer; zero bytes are 0. @throws ParquetError LIMIT if the value is too large. */
export function unscaledAt(bytes: Uint8Array, index: number): bigint {
  requireSize(bytes.length, index);
  return bigEndianToBigint(bytes);
}
