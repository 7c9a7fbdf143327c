/**
 * Opens a source for a path, URL, stream, Blob or bytes. In Node, a string is a path unless it is a URL.
 */
import type { ByteSource } from './byte-source.js';
import { diskSource } from './disk.node.js';
import { handleSource, isFileHandle } from './handle.node.js';
import { openLocal as openMemory, remote } from './open.js';
import type { OpenSourceOptions, RemoteInput, SourceInput } from './source-input.js';

/**
 * Opens a source for the input.
 * @throws ParquetError INVALID_ARGUMENT for anything that is not a {@link SourceInput}, and for URLs such as `s3:`;
 * errors from opening the URL, stream or file.
 */
export async function openSource(input: SourceInput, options: OpenSourceOptions = {}): Promise<ByteSource> {
  return (await openLocal(input, options.signal)) ?? (await remote.load()).openRemote(input as RemoteInput, options);
}

/**
 * Returns a source for bytes, a Blob, a source, an open file or a path. Returns undefined for other inputs, which
 * `@marquetry/file/remote` opens.
 */
export async function openLocal(input: SourceInput, signal?: AbortSignal): Promise<ByteSource | undefined> {
  if (typeof input === 'string' || input instanceof URL) {
    return isElsewhere(String(input)) ? undefined : diskSource(input, signal);
  }
  return openMemory(input) ?? (isFileHandle(input) ? handleSource(input, signal) : undefined);
}

/** True for URLs other than `file:` URLs. A "scheme" of one letter is a Windows drive. */
function isElsewhere(text: string): boolean {
  return /^([a-z][a-z0-9+.-]+:\/\/|(blob|data):)/i.test(text) && !/^file:/i.test(text);
}
