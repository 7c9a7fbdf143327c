/**
 * What is the same whichever runtime unpacks a GZIP stream (RFC 1952).
 *
 *   stream = member+
 *   member = 1F 8B, 08, FLG, MTIME (4), XFL, OS, [extra: u16 length, bytes], [name, 00], [comment, 00],
 *            [low half of the header's CRC-32], DEFLATE stream, CRC-32, size modulo 2^32
 *   FLG    = bit 0 text, 1 header CRC, 2 extra, 3 name, 4 comment; 5 to 7 are reserved
 *
 * Numbers are little endian. Zlib (RFC 1950) and bare DEFLATE streams are not GZIP, and are rejected.
 */
import { type ErrorPlace, ParquetError } from '@marquetry/core';

/**
 * The longest match of DEFLATE, 258 bytes, takes 2 bits at least, one for its length and one for its distance: the code
 * of lengths has the end of the block beside it, so that neither takes none.
 */
export const maxExpansion: number = (258 * 8) / 2;

/** Input ends within a member. */
export function cut(packed: Uint8Array, options?: ErrorOptions): ParquetError {
  return new ParquetError('TRUNCATED', 'GZIP member is cut', { offset: packed.length }, options);
}

/** Input ends after a member, before `into` is full. */
export function tooLittle(packed: Uint8Array, written: number, into: Uint8Array): ParquetError {
  const reason = `GZIP members end after ${written} of ${into.length} bytes`;
  return new ParquetError('TRUNCATED', reason, { offset: packed.length });
}

export function tooMuch(into: Uint8Array, at?: ErrorPlace): ParquetError {
  return new ParquetError('CORRUPT', `GZIP members unpack to more than ${into.length} bytes`, at);
}

/** With what zlib says is wrong. */
export function malformed(reason: string, at?: ErrorPlace, options?: ErrorOptions): ParquetError {
  return new ParquetError('CORRUPT', `GZIP member is malformed: ${reason}`, at, options);
}
