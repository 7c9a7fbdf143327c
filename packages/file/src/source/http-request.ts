/**
 * Requests for byte ranges, and the answers that cannot hold one (RFC 9110, sections 8.4 and 14.2).
 */
import { ParquetError } from '@marquetry/core';
import { discardBody } from './http-body.js';
import type { HttpSourceOptions } from './http-options.js';
import { PassingFailure, retryAfterMillis } from './retry.js';

/**
 * Sends one request: for bytes `first` to `last`, both included, or for the whole file. The status of the answer is a success or
 * 416, its body is unread.
 * @throws PassingFailure for what may pass; an Error that names any other status; what `fetch` throws for an aborted signal.
 */
export type SendRequest = (
  range: { readonly first: number; readonly last: number } | undefined,
  signal: AbortSignal | undefined,
) => Promise<Response>;

/** What of a Request goes with each range of it. */
const keptMembers = ['credentials', 'mode', 'redirect', 'referrerPolicy'] as const;

/** @throws ParquetError INVALID_ARGUMENT for a Request that is not a GET, and for headers that are none. */
export function createRequest(target: string | Request, options: HttpSourceOptions): SendRequest {
  const send = options.fetch ?? ((url: string, init: RequestInit): Promise<Response> => fetch(url, init));
  const address = typeof target === 'string' ? target : target.url;
  const shared: RequestInit = isChromium() ? { cache: 'no-store' } : {};
  if (typeof target !== 'string') {
    if (target.method !== 'GET') {
      throw new ParquetError('INVALID_ARGUMENT', `a file is read by a GET request, got ${target.method} ${address}`);
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
      if (!isRedirectError(error)) throw new PassingFailure(error);
      const cure = 'open the address that it leads to';
      throw new ParquetError(
        'UNSUPPORTED',
        `the server redirects without end; ${cure}: ${address}`,
        {},
        { cause: error },
      );
    }
    const { ok, status, statusText } = response;
    if (ok || status === 416) return response;
    discardBody(response);
    const error = new Error(`HTTP ${status} ${statusText} for ${address}`.replace('  ', ' '));
    throw isPassing(status) ? new PassingFailure(error, retryAfterMillis(response)) : error;
  };
}

/** The headers of both, those of `more` where both have one; names in lower case, as plain members. */
function headersOf(first: Record<string, string>, more: HeadersInit | undefined): Record<string, string> {
  try {
    return { ...first, ...Object.fromEntries(new Headers(more)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ParquetError('INVALID_ARGUMENT', `\`headers\` must be headers of HTTP: ${why}`, {}, { cause: error });
  }
}

/**
 * Chromium keeps a lock per URL on its HTTP cache: of requests for ranges of a file, each waits for the one before it, unless the
 * cache is left out.
 */
function isChromium(): boolean {
  const agent = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;
  return /\bChrom(e|ium)\//.test(agent ?? '');
}

/** Timeouts, too many requests, and faults of the server. 501 and 505 would be the same the next time. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** True where an engine says that it followed too many redirects; browsers do not say it. */
function isRedirectError(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error && /redirect/i.test(cause.message);
}

/** Why an answer of the status 206 cannot hold a range; undefined where it can. */
export function codingError({ headers }: Response, address: string): ParquetError | undefined {
  const coding = headers.get('Content-Encoding')?.trim() ?? '';
  if (coding === '' || /^identity$/i.test(coding)) return undefined;
  // The range is then one of the compressed bytes.
  const why = `the server compresses its answers (Content-Encoding: ${coding}); serve the file without`;
  return new ParquetError('UNSUPPORTED', `${why}: ${address}`);
}
