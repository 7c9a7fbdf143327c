/** Opens sources for URLs, Requests, Responses and streams. */
import { defaultLimits, ParquetError } from '@marquetry/core';
import type { ByteSource } from './byte-source.js';
import { httpSource } from './http.js';
import { discardBody, readWhole } from './http-body.js';
import { bytesSource } from './memory.js';
import type { OpenSourceOptions, RemoteInput } from './source-input.js';

/** Matches the URL schemes that `fetch` supports. Other schemes belong to object stores, databases and so on. */
const fetched = /^(https?|blob|data):/i;
const scheme = /^[a-z][a-z0-9+.-]+:\/\//i;

/**
 * Opens a source for the input.
 * @throws ParquetError INVALID_ARGUMENT for anything that is not a {@link RemoteInput}, and for URLs that `fetch`
 * cannot read, such as `s3:`; LIMIT for a stream of more than `limits.resultBytes` bytes. For a URL or
 * Request, also throws like {@link httpSource}.
 */
export async function openRemote(input: RemoteInput, options: OpenSourceOptions = {}): Promise<ByteSource> {
  if (typeof input === 'string' || input instanceof URL) {
    requireFetched(String(input));
    return httpSource(input, options);
  }
  if (typeof input === 'object' && input !== null) {
    if (input instanceof Request) return httpSource(input, options);
    if (input instanceof Response) return responseSource(input, options);
    if (input instanceof ReadableStream) return streamSource(input, options);
    if (Symbol.asyncIterator in input) return streamSource(input, options);
  }
  const known =
    'a path, URL, Request, Response, ReadableStream, Blob, File, FileHandle, Uint8Array, ArrayBuffer or source';
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `the input must be ${known}, got ${input === null ? 'null' : typeof input}`,
  );
}

/** Checks the scheme of a URL. In browsers, a string without a scheme is a relative URL. */
function requireFetched(address: string): void {
  if (fetched.test(address) || !scheme.test(address)) return;
  const cure = 'pass a presigned https URL, or a ByteSource: docs/object-stores.md has one for S3, R2, GCS and Azure';
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `${address.split('://')[0]}: URLs cannot be read by fetch; ${cure}: ${address}`,
  );
}

async function streamSource(stream: Parameters<typeof readWhole>[0], options: OpenSourceOptions): Promise<ByteSource> {
  const { limits = defaultLimits, signal } = options;
  const bytes = await readWhole(stream, { what: 'the stream', limits, signal });
  return {
    ...bytesSource(bytes),
    about: { what: 'stream', access: 'whole', why: 'a stream cannot be read in ranges' },
  };
}

async function responseSource(response: Response, options: OpenSourceOptions): Promise<ByteSource> {
  const { body, bodyUsed, headers, ok, status, url } = response;
  const what = url === '' ? 'response' : url;
  if (bodyUsed)
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `the body of the response has already been read; fetch it again: ${what}`,
    );
  if (!ok || status === 206) {
    discardBody(response);
    const cure =
      status === 206 ? 'pass the URL or Request instead, or fetch it without Range' : 'check `response.ok` first';
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `the Response must contain a whole file, but its status is ${status}; ${cure}: ${what}`,
    );
  }
  const { limits = defaultLimits, signal } = options;
  const byteLength = Number(headers.get('Content-Length') ?? 0);
  const bytes =
    body === null ? new Uint8Array(0) : await readWhole(body, { what: 'the response', limits, byteLength, signal });
  return { ...bytesSource(bytes), about: { what, access: 'whole', why: 'a response cannot be read in ranges' } };
}
