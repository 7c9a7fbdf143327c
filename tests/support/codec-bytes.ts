/** Creates bytes for tests of codecs, and compresses and decompresses them. */
import { type Codec, isParquetError } from '@marquetry/core';

/** Encodes text as UTF-8. */
export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Returns the bytes of an unsigned 32-bit number in big-endian order. */
export const bigEndian = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

export const littleEndian = (value: number): number[] => bigEndian(value).reverse();

/** Returns `length` random bytes with `kinds` distinct values. */
export function letters(length: number, kinds: number): Uint8Array {
  let state = length + kinds;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % kinds;
  });
}

/** Compresses bytes. @throws Error if the codec cannot compress. */
export function compress(codec: Codec, raw: Uint8Array): Uint8Array {
  if (codec.compress === undefined) throw new Error(`${codec.name} has no compressor`);
  return codec.compress(raw);
}

/** Decompresses a copy of the compressed bytes, which must yield `size` bytes. */
export function decompress(codec: Codec, packed: ArrayLike<number>, size: number): Uint8Array {
  const into = new Uint8Array(size);
  codec.decompress(Uint8Array.from(packed), into);
  return into;
}

/** Returns the code and offset of the error that decompressing the bytes throws. */
export function fault(codec: Codec, packed: ArrayLike<number>, size: number): [code: string, offset?: number] {
  try {
    decompress(codec, packed, size);
  } catch (error) {
    if (isParquetError(error)) return error.at.offset === undefined ? [error.code] : [error.code, error.at.offset];
    throw error;
  }
  throw new Error('no error');
}
