/**
 * The members of a GZIP stream (RFC 1952).
 *
 *   stream = member+
 *   member = 1F 8B, 08, FLG, MTIME (4), XFL, OS, [extra: u16 length, bytes], [name, 00], [comment, 00],
 *            [low half of the header's CRC-32], DEFLATE stream, CRC-32, size modulo 2^32
 *   FLG    = bit 0 text, 1 header CRC, 2 extra, 3 name, 4 comment; 5 to 7 are reserved
 *
 * Numbers are little endian. Zlib (RFC 1950) and bare DEFLATE streams are not GZIP, and are refused.
 */
import { ParquetError } from '@marquetry/core';

const Flag = { HEADER_CRC: 2, EXTRA: 4, NAME: 8, COMMENT: 16, RESERVED: 0xe0 } as const;

/** How far one DEFLATE stream went: the position behind it in the packed bytes, and behind its output. */
export interface Stretch {
  readonly position: number;
  readonly written: number;
}

/** What a runtime does the work with. */
export interface Engine {
  /**
   * Unpacks the DEFLATE stream at `from` to `into` from `at` on. Never grows past the end of `into`.
   * @throws ParquetError TRUNCATED or CORRUPT, and nothing else.
   */
  inflate(packed: Uint8Array, from: number, into: Uint8Array, at: number): Stretch;
  /** CRC-32, unsigned. */
  crc32(bytes: Uint8Array): number;
}

/** See {@link Codec.decompress}. Verifies each member's CRC and size, and the header's CRC where there is one. */
export function decompressMembers(packed: Uint8Array, into: Uint8Array, engine: Engine): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let position = 0;
  let written = 0;
  do {
    const stretch = engine.inflate(packed, readHeader(packed, view, position, engine), into, written);
    const trailer = stretch.position;
    if (packed.length - trailer < 8) throw truncated(trailer);
    if (engine.crc32(into.subarray(written, stretch.written)) !== view.getUint32(trailer, true)) {
      throw new ParquetError('CORRUPT', 'GZIP member does not match its CRC', { offset: trailer });
    }
    if ((stretch.written - written) >>> 0 !== view.getUint32(trailer + 4, true)) {
      throw new ParquetError('CORRUPT', 'GZIP member does not match its size', { offset: trailer + 4 });
    }
    position = trailer + 8;
    written = stretch.written;
  } while (position < packed.length);
  if (written !== into.length) {
    throw new ParquetError('TRUNCATED', `GZIP members end after ${written} of ${into.length} bytes`, {
      offset: position,
    });
  }
}

/** The position after a member's header. */
function readHeader(packed: Uint8Array, view: DataView, start: number, engine: Engine): number {
  const rest = packed.length - start;
  const matches = (at: number, byte: number): boolean => at >= rest || packed[start + at] === byte;
  if (!matches(0, 0x1f) || !matches(1, 0x8b) || !matches(2, 8)) {
    throw new ParquetError('CORRUPT', 'no GZIP member starts here', { offset: start });
  }
  if (rest < 10) throw truncated(start);
  const flags = view.getUint8(start + 3);
  if ((flags & Flag.RESERVED) !== 0) {
    throw new ParquetError('CORRUPT', `GZIP flags ${flags} are of no known version`, { offset: start + 3 });
  }
  let position = start + 10;
  if ((flags & Flag.EXTRA) !== 0) {
    if (packed.length - position < 2) throw truncated(position);
    position += 2 + view.getUint16(position, true);
  }
  if ((flags & Flag.NAME) !== 0) position = afterText(packed, position);
  if ((flags & Flag.COMMENT) !== 0) position = afterText(packed, position);
  if ((flags & Flag.HEADER_CRC) !== 0) {
    if (packed.length - position < 2) throw truncated(position);
    if ((engine.crc32(packed.subarray(start, position)) & 0xffff) !== view.getUint16(position, true)) {
      throw new ParquetError('CORRUPT', 'GZIP header does not match its CRC', { offset: position });
    }
    position += 2;
  }
  if (position >= packed.length) throw truncated(packed.length);
  return position;
}

function afterText(packed: Uint8Array, position: number): number {
  const end = packed.indexOf(0, position);
  if (end < 0) throw truncated(packed.length);
  return end + 1;
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'GZIP member is cut', { offset });
}
