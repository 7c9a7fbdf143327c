/** Sends requests for byte ranges, and checks the responses (RFC 9110, sections 8.4 and 14.2). */
import { isParquetError, ParquetError } from '@marquetry/core';
import { discardBody } from './http-body.js';
import type { HttpSourceOptions } from './http-options.js';
import { PassingFailure, retryAfterMillis } from './retry.js';

/**
 * Sends one request, for the bytes `first` to `last` (inclusive) or for the whole file. Resolves with a response whose
 * status is a success or 416, and whose body has not been read.
 * @throws PassingFailure for failures that may be temporary; an Error with the status for other failures; the error
 * from `fetch` if the signal aborts.
 */
export type SendRequest = (
  range: { readonly first: number; readonly last: number } | undefined,
  signal: AbortSignal | undefined,
) => Promise<Response>;

/** The properties of the caller's `Request` that every range request copies. */
const keptMembers = ['credentials', 'mode', 'redirect', 'referrerPolicy'] as const;

/**
 * Returns the function that sends requests for byte ranges.
 * @throws ParquetError INVALID_ARGUMENT for a Request that is not a GET, and for invalid headers.
 */
export function createRequest(target: string | Request, options: HttpSourceOptions): SendRequest {
  const send = options.fetch ?? ((url: string, init: RequestInit): Promise<Response> => fetch(url, init));
  const address = typeof target === 'string' ? target : target.url;
  const shared: RequestInit = isChromium() ? { cache: 'no-store' } : {};
  if (typeof target !== 'string') {
    if (target.method !== 'GET') {
      throw new ParquetError('INVALID_ARGUMENT', `the Request must use GET, got ${target.method}: ${address}`);
    }
    for (const member of keptMembers) {
      const value = target[member] as string | undefined;
      if (value !== undefined) Object.assign(shared, { [member]: value });
    }
  }
  const own = headersOf(typeof target === 'string' ? {} : Object.fromEntries(target.headers), options.headers);
  return async (range, signal) => {
    const headers = range === undefined ? own : { ...own, Range: `bytes=${range.first}-${range.last}` };
    let response: Response;
    try {
      response = await send(address, { ...shared, headers, ...(signal !== undefined && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      // A `fetch` that the caller passed may check responses and throw a ParquetError. Repeating the request would not
      // help.
      if (isParquetError(error)) throw error;
      if (!isRedirectError(error)) throw new PassingFailure(error);
      const cure = 'open the final URL';
      throw new ParquetError('UNSUPPORTED', `too many redirects; ${cure}: ${address}`, {}, { cause: error });
    }
    const { ok, status, statusText } = response;
    if (ok || status === 416) return response;
    discardBody(response);
    const error = new Error(`HTTP ${status} ${statusText} for ${address}`.replace('  ', ' '));
    throw isPassingStatus(status) ? new PassingFailure(error, retryAfterMillis(response)) : error;
  };
}

/** Merges headers into an object with lower-case names. Headers in `more` take precedence. */
function headersOf(first: Record<string, string>, more: HeadersInit | undefined): Record<string, string> {
  try {
    return { ...first, ...Object.fromEntries(new Headers(more)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ParquetError('INVALID_ARGUMENT', `\`headers\` must be HTTP headers: ${why}`, {}, { cause: error });
  }
}

/**
 * True in Chromium, which locks its HTTP cache per URL: concurrent requests for ranges of one file wait for each other
 * unless they bypass the cache.
 */
function isChromium(): boolean {
  const agent = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;
  return /\bChrom(e|ium)\//.test(agent ?? '');
}

/** True for timeouts, too many requests and server errors, except for 501 and 505, which a retry would not change. */
export function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** True if the engine reports too many redirects; browsers do not report them. */
function isRedirectError(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error && /redirect/i.test(cause.message);
}

/**
 * Returns an error if a 206 response is compressed, because its range then refers to the compressed file. Otherwise
 * returns undefined.
 */
export function codingError({ headers }: Response, address: string): ParquetError | undefined {
  const coding = headers.get('Content-Encoding')?.trim() ?? '';
  if (coding === '' || /^identity$/i.test(coding)) return undefined;
  const why = `the server compresses its responses (Content-Encoding: ${coding}); serve the file uncompressed`;
  return new ParquetError('UNSUPPORTED', `${why}: ${address}`);
}
