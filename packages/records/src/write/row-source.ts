/** Reads rows from an iterable or an async iterable, one at a time. */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';

/** The rows to write. */
export type RowsInput = Iterable<unknown> | AsyncIterable<unknown>;

type Turn = IteratorResult<unknown>;

export interface RowSource {
  /**
   * Returns the next row, or a promise if it must be awaited. If the signal is aborted, the promise rejects with its
   * reason.
   */
  next(): Turn | PromiseLike<Turn>;
  /** Closes the iterator, so that it can release its resources. */
  close(): Promise<void>;
}

/**
 * Returns true if the next row is a promise. Any object with a `then` method counts, because promises may come from
 * another realm or from a library.
 */
export function isPending(turn: Turn | PromiseLike<Turn>): turn is PromiseLike<Turn> {
  return typeof (turn as Partial<PromiseLike<Turn>>)?.then === 'function';
}

/**
 * Starts the iteration of `rows`.
 * @throws ParquetError INVALID_ARGUMENT if `rows` is not iterable.
 */
export function openRows(rows: RowsInput, signal: AbortSignal | undefined): RowSource {
  if (typeof rows === 'object' && rows !== null && Symbol.asyncIterator in rows) return asyncRows(rows, signal);
  if (typeof rows !== 'object' || rows === null || !(Symbol.iterator in rows)) {
    throw new ParquetError('INVALID_ARGUMENT', '`rows` must be an iterable or async iterable of objects');
  }
  const iterator = rows[Symbol.iterator]();
  return {
    next: () => iterator.next(),
    close: async () => {
      iterator.return?.();
    },
  };
}

function asyncRows(rows: AsyncIterable<unknown>, signal: AbortSignal | undefined): RowSource {
  const iterator = rows[Symbol.asyncIterator]();
  if (signal === undefined) return { next: () => iterator.next(), close: async () => void (await iterator.return?.()) };
  // When the signal is aborted, reject the promise for the next row, because that row may never arrive.
  let interrupt: (reason: unknown) => void = () => {};
  const onAbort = (): void => interrupt(signal.reason);
  signal.addEventListener('abort', onAbort);
  const forget = (): void => signal.removeEventListener('abort', onAbort);
  return {
    next: () =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        interrupt = reject;
        Promise.resolve(iterator.next()).then((turn) => {
          if (turn.done === true) forget();
          resolve(turn);
        }, reject);
      }),
    close: async () => {
      forget();
      // A generator's `return` settles only after its pending `next`, which may never settle.
      const closed = Promise.resolve(iterator.return?.());
      if (signal.aborted) closed.catch(() => undefined);
      else await closed;
    },
  };
}

/** Options for keeping the first rows in memory while more rows are read. */
interface Peeking {
  /**
   * Called with each of the first rows. Returns the row to keep: a copy if the source may change the row object later.
   */
  keep(row: unknown): unknown;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the first `count` rows of a source, and returns an iterable over all its rows, including these. It is a
 * synchronous iterable if the source is synchronous.
 */
export async function peekRows(source: RowSource, count: number, { keep, signal }: Peeking): Promise<RowsInput> {
  const first: unknown[] = [];
  let isAsync = false;
  let isDone = false;
  while (first.length < count && !isDone) {
    const turn = source.next();
    isAsync = isPending(turn);
    const { done, value } = isPending(turn) ? await turn : turn;
    if (done === true) isDone = true;
    else first.push(keep(value));
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  let at = 0;
  // Do not use a generator: if it were closed before its first row, it would not close the source.
  const next = (): Turn | PromiseLike<Turn> => {
    if (at < first.length) return { done: false, value: first[at++] };
    return isDone ? { done: true, value: undefined } : source.next();
  };
  const close = async (): Promise<Turn> => {
    if (!isDone) await source.close();
    return { done: true, value: undefined };
  };
  if (isAsync) return { [Symbol.asyncIterator]: () => ({ next: async () => next(), return: close }) };
  const end = (): Turn => {
    close().catch(() => undefined);
    return { done: true, value: undefined };
  };
  // The source is synchronous, so `next` never returns a promise here.
  return { [Symbol.iterator]: () => ({ next: () => next() as Turn, return: end }) };
}
