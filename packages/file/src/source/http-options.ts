/**
 * Options for reading a file from an HTTP server.
 */
import type { Limits } from '@marquetry/core';
import type { RetryOptions } from './retry.js';

/** Options for requests to a server. */
export interface HttpSourceOptions {
  /** Headers to send with every request. */
  readonly headers?: HeadersInit;
  /**
   * The function that sends requests. Default: the global `fetch`. If it throws a `ParquetError`, the read ends without
   * a retry. Other errors count as failed connections.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Repeats requests after a status of 408, 429 or 5xx, or after a failed or lost connection. Pass `true`, or the
   * number of attempts and the delays between them. Delays respect `Retry-After` and the signal. Default: false.
   */
  readonly retry?: boolean | RetryOptions;
  /**
   * The limits. `resultBytes` is the maximum size of a file that can only be read as a whole. Default:
   * `defaultLimits`.
   */
  readonly limits?: Limits;
  /**
   * Files of at most this many bytes are read completely when they are opened, in two requests. Default: 1 MiB. With 0,
   * bytes are not kept in memory, and each read sends a request.
   */
  readonly wholeBytes?: number;
  /**
   * The size of the file in bytes, and the `version` of its source, if the file was opened before. Opening then does
   * not send a request, and bytes are not kept in memory. Reads reject with CORRUPT if the file has changed since.
   */
  readonly known?: { readonly byteLength: number; readonly version?: string | undefined } | undefined;
  /** Aborts opening the source. Each read has its own signal. */
  readonly signal?: AbortSignal | undefined;
}
