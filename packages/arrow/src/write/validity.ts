/**
 * Validity of Arrow data, whose bitmaps start at any bit.
 */
import { copyBits, countBits } from '@marquetry/bit-io';
import { type NoNulls, type NullBitmap, noNulls, ParquetError } from '@marquetry/core';
import { type Data, Type } from 'apache-arrow';

/**
 * The nulls of `data` and those of the struct around it, from bit 0.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, for a bitmap that ends early.
 */
export function nullsOf(data: Data, around: NoNulls | NullBitmap, column: string): NoNulls | NullBitmap {
  const own = ownNulls(data, column);
  if (own.kind === 'none') return around;
  if (around.kind === 'none') return own;
  return bitmap(
    own.bits.map((byte, i) => byte & (around.bits[i] as number)),
    data.length,
  );
}

function ownNulls({ type, length, offset, nullCount, nullBitmap }: Data, column: string): NoNulls | NullBitmap {
  const bits = new Uint8Array(Math.ceil(length / 8));
  if (type.typeId === Type.Null) return bitmap(bits, length);
  if (nullCount <= 0 || nullBitmap === undefined || nullBitmap === null || nullBitmap.length === 0) return noNulls;
  if (8 * nullBitmap.length < offset + length) {
    const what = `${nullBitmap.length} bytes of validity for ${length} entries from bit ${offset}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column });
  }
  copyBits(nullBitmap, offset, bits, 0, length);
  return bitmap(bits, length);
}

/** Nulls of bits that are 0 beyond `length`. */
export function bitmap(bits: Uint8Array, length: number): NoNulls | NullBitmap {
  const nullCount = length - countBits(bits, 0, length);
  return nullCount === 0 ? noNulls : { kind: 'bitmap', bits, nullCount };
}
