/**
 * Compresses zeros as much as each codec allows, for decompression bombs.
 *
 * SNAPPY takes 3 bytes per 64 zeros, LZ4 1 byte per 255 and GZIP 1 byte per 1,000. BROTLI and ZSTD take almost nothing.
 */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { CodecId } from '@marquetry/core';
import { join } from '@marquetry/test-support/hex.js';

/** The codecs of the decompression bombs, by name. */
export const bombCodecs: Readonly<Record<string, number>> = {
  snappy: CodecId.SNAPPY,
  gzip: CodecId.GZIP,
  brotli: CodecId.BROTLI,
  zstd: CodecId.ZSTD,
  lz4: CodecId.LZ4,
  lz4raw: CodecId.LZ4_RAW,
};

const made = new Map<string, Uint8Array>();

/** Returns `byteLength` zeros, compressed by `codec`; `byteLength` must be at least 1 KiB. */
export function packedZeros(codec: number, byteLength: number): Uint8Array {
  const key = `${codec} ${byteLength}`;
  const known = made.get(key) ?? pack(codec, byteLength);
  made.set(key, known);
  return known;
}

function pack(codec: number, byteLength: number): Uint8Array {
  switch (codec) {
    case CodecId.UNCOMPRESSED:
      return new Uint8Array(byteLength);
    case CodecId.SNAPPY:
      return snappyZeros(byteLength);
    case CodecId.LZ4_RAW:
      return lz4Zeros(byteLength);
    case CodecId.LZ4: {
      // LZ4 in Hadoop's framing: both lengths in big-endian order, then the block.
      const block = lz4Zeros(byteLength);
      const frame = new Uint8Array(8);
      const view = new DataView(frame.buffer);
      view.setUint32(0, byteLength);
      view.setUint32(4, block.length);
      return join(frame, block);
    }
    default:
      return packBytes(codec, new Uint8Array(byteLength));
  }
}

/** Compresses any bytes with a codec that is built into Node. */
export function packBytes(codec: number, bytes: Uint8Array): Uint8Array {
  switch (codec) {
    case CodecId.GZIP:
      return gzipSync(bytes, { level: 9 });
    case CodecId.BROTLI:
      return brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
      });
    case CodecId.ZSTD:
      return zstdCompressSync(bytes);
    default:
      throw new Error(`codec ${codec} cannot compress here: Node does not have it`);
  }
}

/** Returns SNAPPY data: one literal byte, then copies of 64 bytes and a shorter last copy. Each copy has an offset of 1. */
function snappyZeros(byteLength: number): Uint8Array {
  const length = varint(byteLength);
  const copies = Math.ceil((byteLength - 1) / 64);
  const bytes = new Uint8Array(length.length + 2 + 3 * copies);
  bytes.set(length);
  // The two bytes after the length remain 0: the tag of a one-byte literal, then the literal.
  for (let i = 0, at = length.length + 2, left = byteLength - 1; i < copies; i++, at += 3, left -= 64) {
    bytes[at] = ((Math.min(left, 64) - 1) << 2) | 2;
    bytes[at + 1] = 1;
  }
  return bytes;
}

/** Returns an LZ4 block: a literal, one match at distance 1, and the last five bytes as literals, as the format requires. */
function lz4Zeros(byteLength: number): Uint8Array {
  const extra = byteLength - 1 - 5 - 19;
  const full = Math.floor(extra / 255);
  const bytes = new Uint8Array(4 + full + 1 + 6);
  bytes.set([0x1f, 0, 1, 0]);
  bytes.fill(255, 4, 4 + full);
  bytes[4 + full] = extra % 255;
  bytes[4 + full + 1] = 0x50;
  return bytes;
}

/** Encodes an integer as a ULEB128 varint. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}
