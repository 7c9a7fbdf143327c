/**
 * Rows from an iterable or an async iterable, one at a time.
 */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';

/** Rows to write. */
export type RowsInput = Iterable<unknown> | AsyncIterable<unknown>;

type Turn = IteratorResult<unknown>;

export interface RowSource {
  /** The next row, or a promise of it where it has to be waited for. Rejects with the reason of the signal. */
  next(): Turn | PromiseLike<Turn>;
  /** Tells whoever gives the rows that no more are wanted. */
  close(): Promise<void>;
}

/** Whether a row has to be waited for. Promises may be of another realm, or of a library. */
export function isPending(turn: Turn | PromiseLike<Turn>): turn is PromiseLike<Turn> {
  return typeof (turn as Partial<PromiseLike<Turn>>)?.then === 'function';
}

/** @throws ParquetError INVALID_ARGUMENT for what cannot be iterated. */
export function openRows(rows: RowsInput, signal: AbortSignal | undefined): RowSource {
  if (typeof rows === 'object' && rows !== null && Symbol.asyncIterator in rows) return asyncRows(rows, signal);
  if (typeof rows !== 'object' || rows === null || !(Symbol.iterator in rows)) {
    throw new ParquetError('INVALID_ARGUMENT', 'rows are an iterable or async iterable of objects');
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
  // A row that never comes must not hold up an abort.
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
      // A generator that is waiting would answer only then.
      const closed = Promise.resolve(iterator.return?.());
      if (signal.aborted) closed.catch(() => undefined);
      else await closed;
    },
  };
}

/** How the first rows of a source are kept. */
interface Peeking {
  /** Called with each of the first rows; returns what to keep of it, which must not change when the source goes on. */
  keep(row: unknown): unknown;
  readonly signal: AbortSignal | undefined;
}

/**
 * All rows of a source, of which the first `count` are read and kept at once. If the source is synchronous, so are the rows
 * that are returned.
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
  // No generator: one that was not started, or is still at the first rows, would not close the source.
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
  // Not a promise: the source waits for no row.
  return { [Symbol.iterator]: () => ({ next: () => next() as Turn, return: end }) };
}
