/**
 * DECIMAL values in bytes: big-endian two's complement (LogicalTypes.md#decimal).
 */
import { type DirectValues, ParquetError } from '@marquetry/core';
import { bigEndianToBigint } from '@marquetry/logical';

/** Larger integers are not turned into digits: the work grows faster than the bytes. */
const maxDecimalBytes = 2 ** 16;

/** @throws ParquetError LIMIT, naming the index of the value. */
export function requireDecimalSize(values: DirectValues): void {
  if (values.layout === 'fixed' && values.length > 0) requireSize(values.width, 0);
  if (values.layout !== 'bytes') return;
  const { offsets, length } = values;
  for (let i = 0; i < length; i++) requireSize((offsets[i + 1] as number) - (offsets[i] as number), i);
}

function requireSize(byteLength: number, index: number): void {
  if (byteLength <= maxDecimalBytes) return;
  throw new ParquetError('LIMIT', `the DECIMAL value ${index} has ${byteLength} bytes; ask for 'bytes'`);
}

/** The unscaled integer; no bytes are 0. @throws ParquetError LIMIT. */
export function unscaledAt(bytes: Uint8Array, index: number): bigint {
  requireSize(bytes.length, index);
  return bigEndianToBigint(bytes);
}
