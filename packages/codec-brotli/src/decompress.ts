/**
 * Brotli stream to bytes (RFC 7932, section 9).
 *
 *   stream     = window size, meta-block+
 *   meta-block = last (1 bit), [empty (1 bit)], length, [stored (1 bit)], body
 *              | last (1 bit), 11, 0, length of metadata, to the next byte, metadata
 *   body       = codes, command+ | to the next byte, bytes
 *   command    = insert and copy lengths, literals, [distance]
 *
 * The output is its own window: `into` holds all of it, so that no ring buffer is needed.
 */
import { ParquetError } from '@marquetry/core';
import { BitReader } from './bit-reader.js';
import { readCommands } from './commands.js';

/** See {@link Codec.decompress}. Never writes more than a meta-block announces, nor believes one that is too long. */
export function decompress(packed: Uint8Array, into: Uint8Array, dictionary: Uint8Array): void {
  const reader = new BitReader(packed);
  const state = {
    into,
    target: new DataView(into.buffer, into.byteOffset, into.length),
    written: 0,
    window: readWindow(reader),
    distances: Int32Array.of(16, 15, 11, 4),
    lastDistance: 3,
    dictionary,
  };
  let last = false;
  while (!last) {
    last = reader.take(1) === 1;
    if (last && reader.take(1) === 1) break;
    const nibbles = reader.take(2);
    if (nibbles === 3) {
      skipMetadata(reader);
    } else {
      const length = readLength(reader, 4 + nibbles);
      const room = into.length - state.written;
      if (length > room) throw reader.fault(`Brotli stream unpacks to more than ${into.length} bytes`);
      if (!last && reader.take(1) === 1) {
        copyStored(reader, into, state.written, length);
        state.written += length;
      } else {
        readCommands(reader, state, length);
      }
    }
    if (reader.overrun()) throw reader.fault('');
  }
  if (!reader.align()) throw reader.fault('bits behind the Brotli stream are not 0');
  if (reader.overrun()) throw reader.fault('');
  if (reader.position < packed.length) throw reader.fault('bytes follow the Brotli stream');
  if (state.written < into.length) {
    const reason = `Brotli stream ends after ${state.written} of ${into.length} bytes`;
    throw new ParquetError('TRUNCATED', reason, { offset: packed.length });
  }
}

/** How far back a distance reaches. */
function readWindow(reader: BitReader): number {
  let bits = 16;
  if (reader.take(1) === 1) {
    const high = reader.take(3);
    if (high > 0) {
      bits = 17 + high;
    } else {
      const low = reader.take(3);
      if (low === 1) throw reader.fault('Brotli window is of an extension that Parquet does not have');
      bits = low === 0 ? 17 : 8 + low;
    }
  }
  return (1 << bits) - 16;
}

function readLength(reader: BitReader, nibbles: number): number {
  let length = 0;
  for (let i = 0; i < nibbles; i++) {
    const nibble = reader.take(4);
    if (i >= 4 && i === nibbles - 1 && nibble === 0) throw reader.fault('Brotli length has a nibble too many');
    length |= nibble << (4 * i);
  }
  return length + 1;
}

function skipMetadata(reader: BitReader): void {
  if (reader.take(1) !== 0) throw reader.fault('Brotli meta-block has its reserved bit set');
  const width = reader.take(2);
  let length = 0;
  for (let i = 0; i < width; i++) {
    const byte = reader.take(8);
    if (i > 0 && i === width - 1 && byte === 0) throw reader.fault('Brotli metadata length has a byte too many');
    length |= byte << (8 * i);
  }
  if (width > 0) length++;
  if (!reader.align()) throw reader.fault('bits before Brotli metadata are not 0');
  reader.position += length;
}

function copyStored(reader: BitReader, into: Uint8Array, written: number, length: number): void {
  if (!reader.align()) throw reader.fault('bits before stored bytes are not 0');
  const { bytes, position } = reader;
  if (length > bytes.length - position) {
    throw new ParquetError('TRUNCATED', 'Brotli stream is cut', { offset: position });
  }
  into.set(bytes.subarray(position, position + length), written);
  reader.position += length;
}
