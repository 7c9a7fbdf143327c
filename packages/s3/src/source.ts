/**
 * Reads objects as sources of files, by range requests for one version of an object.
 *
 *   first request    GET, Range              -> size and ETag
 *   later requests   GET, Range, If-Match    -> 412 if the object was replaced
 */
import { ParquetError } from '@marquetry/core';
import type { ByteSource } from '@marquetry/file';
import { httpSource, isPassingStatus, PassingFailure } from '@marquetry/file/remote';
import { failureOf, readError } from './errors.js';
import type { S3Requests } from './request.js';
import { textIn } from './xml.js';

/** Options of `source`. */
export interface S3SourceOptions {
  /** Aborts opening the source. Each read has its own signal. */
  readonly signal?: AbortSignal | undefined;
  /** The ETag that the object must have. Opening rejects with CORRUPT if the object has changed since. */
  readonly version?: string;
  /**
   * The size of the object in bytes, if it is known together with `version`. Opening then sends no request, and no bytes are
   * kept. Reads reject with CORRUPT if the object has changed.
   */
  readonly byteLength?: number;
  /** Objects of at most this many bytes are read whole when they are opened. Default 1 MiB. With 0, each read sends a request. */
  readonly wholeBytes?: number;
}

/** An object as a source. */
export interface S3Source extends ByteSource {
  /** The ETag of the object, for the option `version`. Undefined if the server does not state or expose it. */
  readonly version: string | undefined;
}

/** Opens an object. See `S3Store.source`. */
export async function openObject(
  requests: S3Requests,
  key: string,
  { byteLength, signal, version, wholeBytes }: S3SourceOptions = {},
): Promise<S3Source> {
  const attempted = { action: 'cannot read', place: requests.place(key) };
  let etag = version === undefined ? undefined : quoted(version);
  const changed = (found: string | null): ParquetError =>
    new ParquetError(
      'CORRUPT',
      `${attempted.place} changed: its ETag is ${found ?? 'not stated'} instead of ${etag}; open it again`,
    );
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    // Only strong ETags are compared by If-Match.
    const headers = etag?.startsWith('"') ? { ...init.headers, 'If-Match': etag } : { ...init.headers };
    const response = await requests.signed(url, { ...init, headers });
    if (response.status === 416) return withSize(response, init.signal ?? undefined);
    if (isPassingStatus(response.status)) return response;
    if (!response.ok) {
      const failure = await failureOf(response, attempted, init.signal ?? undefined);
      throw failure instanceof PassingFailure ? failure.error : requireParquetError(failure);
    }
    const found = response.headers.get('ETag');
    if (etag === undefined) etag = found ?? undefined;
    else if (found !== etag) {
      await response.body?.cancel();
      throw changed(found);
    }
    return response;
  };
  const source = await httpSource(requests.url(key), {
    fetch: send,
    limits: requests.limits,
    signal,
    retry: requests.retry,
    ...(wholeBytes !== undefined && { wholeBytes }),
    ...(byteLength !== undefined && { known: { byteLength, version: etag } }),
  });
  const about = source.about === undefined ? {} : { about: { ...source.about, what: attempted.place } };
  return { ...source, ...about, version: etag };
}

/** Returns a ParquetError, because `httpSource` would repeat the request after any other error. */
function requireParquetError(error: unknown): ParquetError {
  if (error instanceof ParquetError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ParquetError('INVALID_ARGUMENT', reason, {}, { cause: error });
}

/** ETags of listings and of other clients may be without quotes. */
function quoted(version: string): string {
  return /^(W\/)?".*"$/.test(version) ? version : `"${version}"`;
}

/** S3 states the size of the object in the body of a 416 response, where HTTP has a header for it. */
async function withSize(response: Response, signal: AbortSignal | undefined): Promise<Response> {
  if (response.headers.get('Content-Range') !== null) return response;
  const root = await readError(response, signal);
  const size = root === undefined ? undefined : textIn(root, 'ActualObjectSize');
  return new Response(null, { status: 416, headers: size === undefined ? {} : { 'Content-Range': `bytes */${size}` } });
}
