/** Reads rows from an iterable or an async iterable, one at a time. */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';

/** The rows to write. */
export type RowsInput = Iterable<unknown> | AsyncIterable<unknown>;

type Turn = IteratorResult<unknown>;

export interface RowSource {
  /** Returns the next row, or a promise if it must be awaited. The promise rejects with the reason of the signal. */
  next(): Turn | PromiseLike<Turn>;
  /** Closes the iterator, because no more rows are needed. */
  close(): Promise<void>;
}

/** True if the row must be awaited. The promise may be from another realm or a library. */
export function isPending(turn: Turn | PromiseLike<Turn>): turn is PromiseLike<Turn> {
  return typeof (turn as Partial<PromiseLike<Turn>>)?.then === 'function';
}

/** @throws ParquetError INVALID_ARGUMENT if `rows` is not iterable. */
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
  // A row that never arrives must not prevent an abort.
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
      // `return` of a generator resolves only after its pending `next`, which may never happen.
      const closed = Promise.resolve(iterator.return?.());
      if (signal.aborted) closed.catch(() => undefined);
      else await closed;
    },
  };
}

/** How the first rows of a source are kept. */
interface Peeking {
  /** Called with each of the first rows. Returns the row to keep, which must not change when the source continues. */
  keep(row: unknown): unknown;
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns all rows of a source, after reading and keeping the first `count`. If the source is synchronous, so is the
 * result.
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
  // Not a generator, because one that was never started, or is still at the first rows, would not close the source.
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
  // Not a promise, because the source is synchronous.
  return { [Symbol.iterator]: () => ({ next: () => next() as Turn, return: end }) };
}
