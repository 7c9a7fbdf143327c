/** Opens the bytes that the user chose. */
import { type ByteSource, openSource } from '@marquetry/file';
import type { FileInput } from '../protocol.js';

/** @throws ParquetError or the error of the request if the file cannot be read. */
export function openInput(input: FileInput, signal: AbortSignal): Promise<ByteSource> {
  return openSource(input.kind === 'blob' ? input.blob : input.url, { signal });
}

/** Returns the name of the file, without its folder. */
export function nameOf(input: FileInput): string {
  if (input.kind === 'blob') return input.name;
  const path = new URL(input.url).pathname;
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)) || input.url;
}
