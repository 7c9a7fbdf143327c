/**
 * Anything that can be opened, to a source. In Node a string is a path unless it is an http(s) URL.
 */
import type { ByteSource } from './byte-source.js';
import { diskSource } from './disk.node.js';
import { httpSource } from './http.js';
import { memorySource, type SourceInput } from './open.js';

/**
 * Opens a source over the input.
 * @throws ParquetError INVALID_ARGUMENT for what is no input; what opening a URL or file throws.
 */
export async function openSource(input: SourceInput, signal?: AbortSignal): Promise<ByteSource> {
  if (typeof input !== 'string' && !(input instanceof URL)) return memorySource(input);
  if (/^https?:/i.test(String(input))) return httpSource(input, signal === undefined ? {} : { signal });
  return diskSource(input, signal);
}
