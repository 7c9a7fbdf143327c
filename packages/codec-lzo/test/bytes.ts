import { type Codec, isParquetError } from '@marquetry/core';
import { hex } from '../../../tests/support/hex.js';

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** An unsigned 32-bit number. */
export const bigEndian = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

/** `length` bytes of `kinds` values in no order. */
export function letters(length: number, kinds: number): Uint8Array {
  let state = length + kinds;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % kinds;
  });
}

export function compress(codec: Codec, raw: Uint8Array): Uint8Array {
  if (codec.compress === undefined) throw new Error(`${codec.name} has no compressor`);
  return codec.compress(raw);
}

export function decompress(codec: Codec, packed: ArrayLike<number>, size: number): Uint8Array {
  const into = new Uint8Array(size);
  codec.decompress(Uint8Array.from(packed), into);
  return into;
}

/** Where two arrays first differ, -1 if nowhere: `toEqual` takes its time over long ones. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  return a.findIndex((byte, i) => byte !== b[i]);
}

/** Streams that unpack to `size` bytes together, as one group of Hadoop's framing. */
export function framed(size: number, ...streams: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const parts = streams.flatMap((stream) => {
    const bytes = Array.from(typeof stream === 'string' ? hex(stream) : stream);
    return [...bigEndian(bytes.length), ...bytes];
  });
  return Uint8Array.from([...bigEndian(size), ...parts]);
}

/** Code and offset of the error that the bytes give. */
export function fault(codec: Codec, packed: ArrayLike<number>, size: number): [code: string, offset?: number] {
  try {
    decompress(codec, packed, size);
  } catch (error) {
    if (isParquetError(error)) return error.at.offset === undefined ? [error.code] : [error.code, error.at.offset];
    throw error;
  }
  throw new Error('no error');
}
