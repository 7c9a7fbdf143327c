/** Decompresses Zstandard in JavaScript with the library fzstd, which does not verify checksums. */
import { isParquetError, ParquetError } from '@marquetry/core';
import { Decompress } from 'fzstd';

/** Decompresses a ZSTD frame in JavaScript, as {@link UnpackFrame} specifies. */
export function unpackWithJavaScript(frame: Uint8Array, into: Uint8Array): number {
  let written = 0;
  // The library's streaming interface is used, because its other interface cannot be stopped before it has collected
  // all output.
  const decompress = new Decompress((block) => {
    if (block.length > into.length - written) {
      throw new ParquetError('CORRUPT', `the ZSTD frame decompresses to more than ${into.length} bytes`);
    }
    into.set(block, written);
    written += block.length;
  });
  try {
    decompress.push(frame, true);
  } catch (cause) {
    if (isParquetError(cause)) throw cause;
    throw new ParquetError('CORRUPT', 'the ZSTD frame is malformed', {}, { cause });
  }
  return written;
}
