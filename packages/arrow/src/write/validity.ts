/** Reads the validity of Arrow data, whose bitmaps may start at any bit. */
import { copyBits, countBits } from '@marquetry/bit-io';
import { type NoNulls, type NullBitmap, noNulls, ParquetError } from '@marquetry/core';
import { type Data, Type } from 'apache-arrow';

/**
 * Returns the nulls of `data`, with a bitmap that starts at bit 0. The entries of null structs are null, too; `around`
 * contains the nulls of the enclosing struct.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, for a bitmap that is too short.
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
    const what = `the validity bitmap has ${nullBitmap.length} bytes, too few for ${length} entries from bit ${offset}`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column });
  }
  copyBits(nullBitmap, offset, bits, 0, length);
  return bitmap(bits, length);
}

/** Returns the nulls that a validity bitmap describes. The bits of the bitmap from `length` on must be 0. */
export function bitmap(bits: Uint8Array, length: number): NoNulls | NullBitmap {
  const nullCount = length - countBits(bits, 0, length);
  return nullCount === 0 ? noNulls : { kind: 'bitmap', bits, nullCount };
}
