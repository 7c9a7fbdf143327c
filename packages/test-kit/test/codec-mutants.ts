/**
 * A correct codec, and codecs with one error each, keyed by the name of the conformance case that must detect the
 * error.
 *
 *   packed   'S', then a count and a byte for each run of at most 255 bytes
 */
import { type Codec, ParquetError } from '@marquetry/core';

function pack(raw: Uint8Array): Uint8Array {
  const packed = [0x53];
  for (let at = 0; at < raw.length; ) {
    let count = 1;
    while (count < 255 && raw[at + count] === raw[at] && at + count < raw.length) count++;
    packed.push(count, raw[at] ?? 0);
    at += count;
  }
  return Uint8Array.from(packed);
}

function unpack(packed: Uint8Array, into: Uint8Array): void {
  if (packed[0] !== 0x53)
    throw new ParquetError(packed.length === 0 ? 'TRUNCATED' : 'CORRUPT', 'the page must start with S');
  let done = 0;
  let at = 1;
  for (; at < packed.length; at += 2) {
    const count = packed[at] ?? 0;
    const byte = packed[at + 1];
    if (byte === undefined) throw new ParquetError('TRUNCATED', 'a run ends early');
    if (count > into.length - done) throw new ParquetError('CORRUPT', 'there are more bytes than requested');
    into.fill(byte, done, done + count);
    done += count;
  }
  if (done < into.length) throw new ParquetError('TRUNCATED', 'there are fewer bytes than requested');
}

export const soundCodec = {
  contract: 1,
  id: 300,
  name: 'SOUND',
  maxExpansion: 128,
  decompress: unpack,
  compress: pack,
} as const satisfies Codec;

const decompressing = (decompress: Codec['decompress']): Codec => ({ ...soundCodec, decompress });

let before = new Uint8Array(0);

export const codecMutants: Readonly<Record<string, Codec>> = {
  'contract, id and name are valid': { ...soundCodec, name: '' },
  'compressed bytes decompress to the original bytes': decompressing((packed, into) => {
    unpack(packed, into);
    if (into.length > 100) into[100] = 1;
  }),
  'compressed bytes may start at any address, and surrounding bytes are not read': decompressing((packed, into) =>
    unpack(new Uint8Array(packed.buffer, 0, packed.length), into),
  ),
  'decompressing does not change the compressed bytes, and can be repeated': decompressing((packed, into) => {
    unpack(packed, into);
    packed[0] = 0;
  }),
  'maxExpansion is not exceeded': { ...soundCodec, maxExpansion: 100 },
  'a wrong size throws a ParquetError': decompressing((packed, into) => {
    const room = new Uint8Array(2 ** 17);
    try {
      unpack(packed, room);
    } catch {}
    into.set(room.subarray(0, into.length));
  }),
  'truncated bytes yield a ParquetError, or the same page if no missing byte is needed': decompressing((packed, into) =>
    // This codec reads one byte beyond the end.
    unpack(new Uint8Array(packed.buffer, packed.byteOffset, packed.length + (packed.length & 1 ? 0 : 1)), into),
  ),
  'every flipped bit yields a ParquetError or the right number of bytes': decompressing((packed, into) => {
    if (packed[0] === 0x52) throw new RangeError('the page starts with R');
    unpack(packed, into);
  }),
  'noise yields a ParquetError or the right number of bytes': decompressing((packed, into) => {
    if ((packed[0] ?? 0) > 0xd3) throw new RangeError('the page does not start with a letter');
    unpack(packed, into);
  }),
  'flipping a bit at the start does not allocate excessive memory': decompressing((packed, into) => {
    if (packed[0] !== 0x53) new Uint8Array((packed[0] ?? 0) << 20);
    unpack(packed, into);
  }),
  'bytes to compress may start at any address, and are not changed': {
    ...soundCodec,
    compress: (raw) => pack(new Uint8Array(raw.buffer, 0, raw.length)),
  },
  'compressed bytes alias neither the original bytes nor earlier results': {
    ...soundCodec,
    compress: (raw) => {
      const packed = pack(raw);
      if (before.length < packed.length) before = new Uint8Array(2 * packed.length);
      before.set(packed);
      return before.subarray(0, packed.length);
    },
  },
};
