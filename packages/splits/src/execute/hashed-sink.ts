/**
 * A sink that hashes bytes and passes them to another sink.
 */
import { type ByteSink, observedSink } from '@marquetry/file';
import { createSha256 } from '../sha256.js';

/** A sink, and the size and hash of the bytes written to it. */
export interface HashedSink {
  readonly sink: ByteSink;
  readonly byteLength: () => number;
  /** Returns the SHA-256 of the bytes in hexadecimal. It must be called only once. */
  readonly sha256: () => string;
}

/** Returns a sink that hashes its bytes and passes them to `sink`. */
export function hashedSink(sink: ByteSink): HashedSink {
  const hash = createSha256();
  let byteLength = 0;
  return {
    sink: observedSink(sink, {
      onWrite: (bytes) => {
        hash.update(bytes);
        byteLength += bytes.length;
      },
    }),
    byteLength: () => byteLength,
    sha256: hash.hex,
  };
}
