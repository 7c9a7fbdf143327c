/**
 * Repeats requests after failures that may be temporary.
 *
 *   wait before attempt n + 1   as long as the response's `Retry-After` states, or a random time of up to firstMillis * 2^n
 *   no further attempt          after `attempts` requests, or if the wait would exceed mostMillis; the last error is thrown
 */
import { ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';

/** Options for repeating a request. Times are in milliseconds. */
export interface RetryOptions {
  /** Maximum number of requests, including the first one; default 4. */
  readonly attempts?: number;
  /** Maximum wait before the second request, in milliseconds. It doubles before each further request. Default: 500. */
  readonly firstMillis?: number;
  /**
   * Maximum wait before any request, in milliseconds. If a server's `Retry-After` is longer, the request is not
   * repeated. Default: 20,000.
   */
  readonly mostMillis?: number;
}

/** A failure that may be temporary. `waitMillis` is the wait that the server requests, if any. */
export class PassingFailure {
  declare readonly error: unknown;
  readonly waitMillis: number | undefined;

  constructor(error: unknown, waitMillis?: number) {
    this.error = error;
    this.waitMillis = waitMillis;
  }
}

/**
 * A function that repeats an attempt as long as it throws a {@link PassingFailure} and further attempts are allowed.
 * Throws the error of the last attempt.
 */
export type Retrying = <T>(attempt: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

/**
 * Returns a function that repeats attempts according to the options.
 * @throws ParquetError INVALID_ARGUMENT for options that are not positive numbers.
 */
export function createRetrying(retry: boolean | RetryOptions = false): Retrying {
  const { attempts = 4, firstMillis = 500, mostMillis = 20_000 } = typeof retry === 'object' ? retry : {};
  for (const [name, value] of Object.entries({ attempts, firstMillis, mostMillis })) {
    if (value > 0) continue;
    throw new ParquetError('INVALID_ARGUMENT', `\`retry.${name}\` must be a positive number, got ${value}`);
  }
  const most = retry === false ? 1 : attempts;
  return async (attempt, signal) => {
    for (let sent = 1; ; sent++) {
      try {
        return await attempt();
      } catch (failure) {
        if (!(failure instanceof PassingFailure)) throw failure;
        signal?.throwIfAborted();
        const backoff = Math.min(mostMillis, firstMillis * 2 ** (sent - 1)) * (0.5 + Math.random() / 2);
        const waitMillis = failure.waitMillis ?? backoff;
        if (sent >= most || waitMillis > mostMillis) throw failure.error;
        await pause(waitMillis, signal);
      }
    }
  };
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await untilAborted(over, signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the wait in milliseconds from the `Retry-After` header, which states it in seconds or as a date (RFC 9110,
 * section 10.2.3). Returns undefined if there is no such header.
 */
export function retryAfterMillis({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return undefined;
  const millis = /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isNaN(millis) ? undefined : Math.max(0, millis);
}
