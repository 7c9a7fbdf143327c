/**
 * The format of GZIP (RFC 1952), and the errors that decompression throws in all runtimes.
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
 * The largest ratio of output to input bytes: the longest match of DEFLATE, 258 bytes, takes at least 2 bits, one for
 * its length and one for its distance. Neither code can have 0 bits, because the length code also encodes the end of
 * the block.
 */
export const maxExpansion: number = (258 * 8) / 2;

/** Returns the error for input that ends inside a member. */
export function cut(packed: Uint8Array, options?: ErrorOptions): ParquetError {
  return new ParquetError('TRUNCATED', 'the GZIP member is truncated', { offset: packed.length }, options);
}

/** Returns the error for input that ends after a complete member, but before the output buffer is full. */
export function tooLittle(packed: Uint8Array, written: number, into: Uint8Array): ParquetError {
  const reason = `the GZIP members decompress to only ${written} of ${into.length} bytes`;
  return new ParquetError('TRUNCATED', reason, { offset: packed.length });
}

export function tooMuch(into: Uint8Array, at?: ErrorPlace): ParquetError {
  return new ParquetError('CORRUPT', `the GZIP members decompress to more than ${into.length} bytes`, at);
}

/** Returns the error for a malformed member. `reason` is zlib's message. */
export function malformed(reason: string, at?: ErrorPlace, options?: ErrorOptions): ParquetError {
  return new ParquetError('CORRUPT', `the GZIP member is malformed: ${reason}`, at, options);
}
