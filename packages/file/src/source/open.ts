/**
 * Anything that can be opened, to a source. In browsers and edge runtimes a string is a URL.
 */
import { ParquetError } from '@marquetry/core';
import { type ByteSource, isByteSource } from './byte-source.js';
import { httpSource } from './http.js';
import { blobSource, bytesSource } from './memory.js';

/** Bytes, a Blob or File, a URL, or a source of one's own. A string is a path in Node, else a URL. */
export type SourceInput = string | URL | Uint8Array | ArrayBuffer | Blob | ByteSource;

/**
 * Opens a source over the input.
 * @throws ParquetError INVALID_ARGUMENT for anything else; what opening a URL or file throws.
 */
export async function openSource(input: SourceInput, signal?: AbortSignal): Promise<ByteSource> {
  if (typeof input === 'string' || input instanceof URL)
    return httpSource(input, signal === undefined ? {} : { signal });
  return memorySource(input);
}

/** The inputs that are the same everywhere. */
export function memorySource(input: Exclude<SourceInput, string | URL>): ByteSource {
  if (input instanceof Uint8Array) return bytesSource(input);
  if (input instanceof ArrayBuffer) return bytesSource(new Uint8Array(input));
  if (input instanceof Blob) return blobSource(input);
  if (isByteSource(input)) return input;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    'a file is opened from a path, URL, Blob, Uint8Array, ArrayBuffer or source',
  );
}
