/**
 * Decompresses a GZIP stream with pako, a port of zlib. pako reads the headers, and verifies the CRC and the size of
 * each member.
 */
import { Z_BUF_ERROR, Z_FINISH, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2, zlibInflateReset } from 'pako';
import { cut, malformed, tooLittle, tooMuch } from './format.js';

/** The `windowBits` argument of zlib: 15 for a window of 2^15 bytes, plus 16, which makes zlib accept only GZIP. */
const windowBits = 15 + 16;

/**
 * Decompresses GZIP, as {@link Codec.decompress} specifies. The library writes directly to `into`, and never beyond its
 * end.
 */
export function decompress(packed: Uint8Array, into: Uint8Array): void {
  const stream = new ZStream();
  stream.input = packed;
  stream.avail_in = packed.length;
  // The cast is necessary because the declared type allows only arrays that the library creates itself.
  stream.output = into as Uint8Array<ArrayBuffer>;
  stream.avail_out = into.length;
  zlibInflateInit2(stream, windowBits);
  for (;;) {
    const status = zlibInflate(stream, Z_FINISH);
    if (status === Z_STREAM_END) {
      if (stream.avail_in === 0) break;
      zlibInflateReset(stream);
    } else if (status !== Z_BUF_ERROR) {
      throw malformed(stream.msg, { offset: stream.next_in });
    } else {
      // At this point, the library has stopped because it needs more input or more room for output.
      throw stream.avail_in === 0 ? cut(packed) : tooMuch(into, { offset: stream.next_in });
    }
  }
  if (stream.next_out < into.length) throw tooLittle(packed, stream.next_out, into);
}
