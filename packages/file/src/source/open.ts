/**
 * Opens a source for a URL, stream, Blob or bytes. In browsers and edge runtimes, a string is a URL.
 */
import { type OnDemand, onDemand } from '@marquetry/core';
import { type ByteSource, isByteSource } from './byte-source.js';
import { blobSource, bytesSource } from './memory.js';
import type { OpenSourceOptions, RemoteInput, SourceInput } from './source-input.js';

/** Loads the code that opens URLs, Requests, Responses and streams. */
export const remote: OnDemand<typeof import('../remote.js')> = /* @__PURE__ */ onDemand(() => import('../remote.js'));

/**
 * Opens a source for the input.
 * @throws ParquetError INVALID_ARGUMENT for anything that is not a {@link SourceInput}, and for URLs such as `s3:`;
 * errors from opening the URL, stream or file.
 */
export async function openSource(input: SourceInput, options: OpenSourceOptions = {}): Promise<ByteSource> {
  return openLocal(input) ?? (await remote.load()).openRemote(input as RemoteInput, options);
}

/**
 * Returns a source for an input that every runtime supports: bytes, a Blob or a source. Returns undefined for other
 * inputs, which `@marquetry/file/remote` opens.
 */
export function openLocal(input: SourceInput, _signal?: AbortSignal): ByteSource | undefined {
  if (input instanceof Uint8Array) return bytesSource(input);
  if (input instanceof ArrayBuffer) return bytesSource(new Uint8Array(input));
  if (input instanceof Blob) return blobSource(input);
  return isByteSource(input) ? input : undefined;
}
