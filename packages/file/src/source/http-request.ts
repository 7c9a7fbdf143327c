/**
 * Requests for byte ranges, and the answers that cannot hold one (RFC 9110, sections 8.4 and 14.2).
 */
import { ParquetError } from '@marquetry/core';
import { discardBody } from './http-body.js';

/** How a server is asked. */
export interface HttpSourceOptions {
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Aborts the opening only; reads take a signal of their own. */
  readonly signal?: AbortSignal;
}

/** Asks for bytes `first` to `last`, both included. The answer has the status 206 or 416, its body unread. */
export type RangeRequest = (first: number, last: number, signal: AbortSignal | undefined) => Promise<Response>;

export function createRangeRequest(address: string, options: HttpSourceOptions): RangeRequest {
  const send = options.fetch ?? ((target: string, init: RequestInit): Promise<Response> => fetch(target, init));
  return async (first, last, signal) => {
    const headers = { ...options.headers, Range: `bytes=${first}-${last}` };
    const response = await send(address, signal === undefined ? { headers } : { headers, signal });
    const error = errorOf(response, address);
    if (error === undefined) return response;
    discardBody(response);
    throw error;
  };
}

function errorOf({ status, statusText, ok, headers }: Response, address: string): Error | undefined {
  if (status === 416) return undefined;
  if (ok && status !== 206) return new ParquetError('UNSUPPORTED', `the server ignores range requests: ${address}`);
  if (status !== 206) return new Error(`HTTP ${status} ${statusText} for ${address}`.replace('  ', ' '));
  const coding = headers.get('Content-Encoding')?.trim() ?? '';
  if (coding === '' || /^identity$/i.test(coding)) return undefined;
  // The range is then one of the compressed bytes.
  const why = `the server compresses its answers (Content-Encoding: ${coding}); serve the file without`;
  return new ParquetError('UNSUPPORTED', `${why}: ${address}`);
}
