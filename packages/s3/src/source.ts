/**
 * Implements the source that reads a file from an object, with range requests for one version of the object.
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

/** Options for `S3Store.source`. */
export interface S3SourceOptions {
  /** Aborts opening the source. Each read has its own signal. */
  readonly signal?: AbortSignal | undefined;
  /** The ETag that the object must have. Opening rejects with CORRUPT if the object has a different ETag. */
  readonly version?: string;
  /**
   * The size of the object in bytes. If it is given together with `version`, opening does not send a request, and no
   * bytes are read in advance. Reads reject with CORRUPT if the object has changed.
   */
  readonly byteLength?: number;
  /**
   * Objects of at most this many bytes are read as a whole when they are opened. If 0, each read sends a request.
   * Default: 1 MiB.
   */
  readonly wholeBytes?: number;
}

/** A byte source that reads an object. */
export interface S3Source extends ByteSource {
  /** The ETag of the object, or undefined if the server does not send or expose it. */
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
      `${attempted.place} changed: its ETag is ${found ?? 'missing'}, not ${etag}; open it again`,
    );
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    // `If-Match` never matches a weak ETag, so send the header only for a strong one.
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

/** Converts an error to a ParquetError, because `httpSource` would repeat the request after any other error. */
function requireParquetError(error: unknown): ParquetError {
  if (error instanceof ParquetError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ParquetError('INVALID_ARGUMENT', reason, {}, { cause: error });
}

/** Adds quotes to an ETag that lacks them, for example because another client removed them. */
function quoted(version: string): string {
  return /^(W\/)?".*"$/.test(version) ? version : `"${version}"`;
}

/**
 * Adds a `Content-Range` header with the size of the object to a 416 response that lacks it. S3 states the size only in
 * the body.
 */
async function withSize(response: Response, signal: AbortSignal | undefined): Promise<Response> {
  if (response.headers.get('Content-Range') !== null) return response;
  const root = await readError(response, signal);
  const size = root === undefined ? undefined : textIn(root, 'ActualObjectSize');
  return new Response(null, { status: 416, headers: size === undefined ? {} : { 'Content-Range': `bytes */${size}` } });
}
