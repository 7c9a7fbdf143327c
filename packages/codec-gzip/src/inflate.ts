/**
 * DEFLATE stream to bytes (RFC 1951).
 *
 *   stream  = block+                 the last has its first bit set
 *   block   = last (1 bit), kind (2 bits), body
 *   STORED  = to the next byte; length (u16), its complement (u16), bytes
 *   FIXED   = symbols in the code of section 3.2.6
 *   DYNAMIC = two codes, then symbols
 *   symbol  = literal below 256, end of block 256, else a match: length symbol, extra bits, distance symbol, extra bits
 */
import { ParquetError } from '@marquetry/core';
import { BitReader } from './bit-reader.js';
import { readDynamicCodes, setFixedCodes } from './block-codes.js';
import { repeatMatch } from './match.js';
import type { Stretch } from './members.js';
import { PrefixCode, rootBits } from './prefix-code.js';

const BlockKind = { STORED: 0, FIXED: 1, DYNAMIC: 2 } as const;
const endOfBlock = 256;
/** Up to here a match is copied byte by byte. */
const shortMatch = 12;
const rootMask = (1 << rootBits) - 1;

// Section 3.2.5. Where a match's symbol is not of the format, its base is 0.
const lengthBase = Uint16Array.of(
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31],
  ...[35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258, 0, 0, 0],
);
const lengthExtra = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
  ...[3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0, 0, 0, 0],
);
const distanceBase = Uint16Array.of(
  ...[1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193],
  ...[257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577, 0, 0],
);

/** Unpacks the stream at `from` to `into` from `at` on. Matches reach no further back than `at`. */
export function inflate(packed: Uint8Array, from: number, into: Uint8Array, at: number): Stretch {
  const reader = new BitReader(packed, from);
  const target = new DataView(into.buffer, into.byteOffset, into.length);
  const literals = new PrefixCode();
  const distances = new PrefixCode();
  let written = at;
  let last = false;
  while (!last) {
    last = reader.take(1) === 1;
    const kind = reader.take(2);
    if (kind === BlockKind.STORED) {
      written = copyStored(reader, into, written);
    } else {
      if (kind === BlockKind.FIXED) setFixedCodes(literals, distances);
      else if (kind !== BlockKind.DYNAMIC || !readDynamicCodes(reader, literals, distances)) {
        throw fault(reader, 'DEFLATE block has no valid codes');
      }
      written = readSymbols(reader, literals, distances, into, target, at, written);
    }
    if (reader.overrun()) throw fault(reader, '');
  }
  reader.align();
  return { position: reader.position, written };
}

function copyStored(reader: BitReader, into: Uint8Array, written: number): number {
  reader.align();
  const { bytes, view, position } = reader;
  if (bytes.length - position < 4) throw new ParquetError('TRUNCATED', 'DEFLATE stream is cut', { offset: position });
  const length = view.getUint16(position, true);
  if (length !== (view.getUint16(position + 2, true) ^ 0xffff)) throw fault(reader, 'stored length is damaged');
  const start = position + 4;
  if (bytes.length - start < length) throw new ParquetError('TRUNCATED', 'DEFLATE stream is cut', { offset: start });
  if (into.length - written < length) throw overflow(reader, into);
  into.set(bytes.subarray(start, start + length), written);
  reader.position = start + length;
  return written + length;
}

/**
 * The symbols of one block. The reader's state is in locals while it lasts: twice as fast. `| 0` behind `>>>` keeps the
 * bits an int32; without it engines take them for a double, which costs a quarter.
 */
function readSymbols(
  reader: BitReader,
  literals: PrefixCode,
  distances: PrefixCode,
  into: Uint8Array,
  target: DataView,
  floor: number,
  written: number,
): number {
  const { bytes, view } = reader;
  const literalRoot = literals.root;
  const distanceRoot = distances.root;
  const fastEnd = bytes.length - 4;
  const size = into.length;
  let { position, hold, count } = reader;
  for (;;) {
    // A length takes 15 bits and 5 more.
    if (count < 20) {
      if (position <= fastEnd) {
        hold |= view.getInt32(position, true) << count;
        position += (31 - count) >> 3;
        count |= 24;
      } else {
        for (; count < 24; count += 8) hold |= (bytes[position++] ?? 0) << count;
      }
    }
    const entry = (literalRoot[hold & rootMask] as number) || literals.long(hold);
    hold = (hold >>> (entry & 15)) | 0;
    count -= entry & 15;
    const symbol = entry >>> 4;
    if (symbol < endOfBlock && entry !== 0) {
      if (written >= size) break;
      into[written++] = symbol;
      continue;
    }
    if (symbol === endOfBlock) {
      reader.position = position;
      reader.hold = hold;
      reader.count = count;
      return written;
    }
    const lengthSymbol = symbol - 257;
    const length =
      entry === 0
        ? 0
        : (lengthBase[lengthSymbol] as number) + (hold & ((1 << (lengthExtra[lengthSymbol] as number)) - 1));
    if (length < 3) break;
    hold = (hold >>> (lengthExtra[lengthSymbol] as number)) | 0;
    count -= lengthExtra[lengthSymbol] as number;

    // A distance takes 15 bits and then 13.
    if (count < 15) {
      if (position <= fastEnd) {
        hold |= view.getInt32(position, true) << count;
        position += (31 - count) >> 3;
        count |= 24;
      } else {
        for (; count < 24; count += 8) hold |= (bytes[position++] ?? 0) << count;
      }
    }
    const distanceEntry = (distanceRoot[hold & rootMask] as number) || distances.long(hold);
    hold = (hold >>> (distanceEntry & 15)) | 0;
    count -= distanceEntry & 15;
    const distanceSymbol = distanceEntry >>> 4;
    const extra = distanceSymbol < 2 ? 0 : (distanceSymbol >>> 1) - 1;
    if (count < extra) {
      if (position <= fastEnd) {
        hold |= view.getInt32(position, true) << count;
        position += (31 - count) >> 3;
        count |= 24;
      } else {
        for (; count < 24; count += 8) hold |= (bytes[position++] ?? 0) << count;
      }
    }
    const base = distanceEntry === 0 ? 0 : (distanceBase[distanceSymbol] as number);
    const distance = base + (hold & ((1 << extra) - 1));
    if (base === 0 || distance > written - floor || length > size - written) break;
    hold = (hold >>> extra) | 0;
    count -= extra;
    if (length <= shortMatch) {
      // Most matches are; bytes are right at any distance, and faster than a call.
      const end = written + length;
      for (let from = written - distance; written < end; ) into[written++] = into[from++] as number;
    } else {
      written = repeatMatch(into, target, written, distance, length);
    }
  }
  reader.position = position;
  reader.hold = hold;
  reader.count = count;
  throw written >= size ? overflow(reader, into) : fault(reader, 'DEFLATE symbol is invalid or does not fit');
}

/** What went wrong may be that zero bits behind the end were read. */
function fault(reader: BitReader, reason: string): ParquetError {
  if (reader.overrun()) {
    return new ParquetError('TRUNCATED', 'DEFLATE stream is cut', { offset: reader.bytes.length });
  }
  return new ParquetError('CORRUPT', reason, { offset: reader.position });
}

function overflow(reader: BitReader, into: Uint8Array): ParquetError {
  return fault(reader, `GZIP members unpack to more than ${into.length} bytes`);
}
