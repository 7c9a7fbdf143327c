/**
 * A sink that hashes the bytes on their way to another sink.
 */
import type { ByteSink } from '@marquetry/file';
import { createSha256 } from '../sha256.js';

/** A sink, and what has been written to it. */
export interface HashedSink {
  readonly sink: ByteSink;
  readonly byteLength: () => number;
  /** Returns the SHA-256 in hexadecimal. Call it once. */
  readonly sha256: () => string;
}

/** Returns a sink that passes its bytes on. */
export function hashedSink(sink: ByteSink): HashedSink {
  const hash = createSha256();
  let byteLength = 0;
  return {
    sink: {
      write: async (bytes, signal) => {
        hash.update(bytes);
        byteLength += bytes.length;
        await sink.write(bytes, signal);
      },
      close: () => sink.close(),
      abort: (reason) => sink.abort(reason),
    },
    byteLength: () => byteLength,
    sha256: hash.hex,
  };
}
