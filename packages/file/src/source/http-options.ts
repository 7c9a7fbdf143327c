/**
 * Options for reading a file from an HTTP server.
 */
import type { Limits } from '@marquetry/core';
import type { RetryOptions } from './retry.js';

/** Options for requests to a server. */
export interface HttpSourceOptions {
  /** Headers that are sent with every request. */
  readonly headers?: HeadersInit;
  /**
   * The function that sends requests. Default: the global `fetch`. A `ParquetError` that it throws ends the read without a
   * retry; other errors count as a failed connection.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Repeats requests after a status of 408, 429 or 5xx, or after a failed or lost connection. Pass `true`, or options
   * that state how often and when. Waits respect `Retry-After` and the signal. Default: false.
   */
  readonly retry?: boolean | RetryOptions;
  /** The limits. `resultBytes` is the maximum size of a file that can only be read whole. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /**
   * Files of at most this many bytes are read whole when they are opened, in two requests. Default 1 MiB. With 0, no
   * bytes are kept, and each read sends a request.
   */
  readonly wholeBytes?: number;
  /**
   * The size of the file in bytes, and the `version` of its source, from an earlier opening. Opening then sends no request, and
   * no bytes are kept. Reads reject with CORRUPT if the file has changed since.
   */
  readonly known?: { readonly byteLength: number; readonly version?: string | undefined } | undefined;
  /** Aborts opening the source. Each read has its own signal. */
  readonly signal?: AbortSignal | undefined;
}
