/**
 * Rows from an iterable or an async iterable, one at a time.
 */
import { ParquetError } from '@marquetry/core';

/** Rows to write. */
export type RowsInput = Iterable<unknown> | AsyncIterable<unknown>;

export interface RowSource {
  /** The next row, or a promise of it where it has to be waited for. Rejects with the reason of the signal. */
  next(): IteratorResult<unknown> | Promise<IteratorResult<unknown>>;
  /** Tells whoever gives the rows that no more are wanted. */
  close(): Promise<void>;
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
  return {
    next: () =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        interrupt = reject;
        iterator.next().then(resolve, reject);
      }),
    close: async () => {
      signal.removeEventListener('abort', onAbort);
      // A generator that is waiting would answer only then.
      const closed = iterator.return?.();
      if (signal.aborted) closed?.catch(() => undefined);
      else await closed;
    },
  };
}

/** The first rows, for a look at them, and all rows, those included. Of what waits for no row, neither does the rest. */
export async function peekRows(
  source: RowSource,
  count: number,
): Promise<{ readonly first: readonly unknown[]; readonly all: RowsInput }> {
  const first: unknown[] = [];
  let isAsync = false;
  let isDone = false;
  while (first.length < count && !isDone) {
    const result = source.next();
    isAsync = result instanceof Promise;
    const { done, value } = result instanceof Promise ? await result : result;
    if (done === true) isDone = true;
    else first.push(value);
  }
  const next = (): ReturnType<RowSource['next']> => (isDone ? { done: true, value: undefined } : source.next());
  return { first, all: isAsync ? asyncRest(first, next, source) : rest(first, next, source) };
}

async function* asyncRest(
  first: readonly unknown[],
  next: RowSource['next'],
  source: RowSource,
): AsyncGenerator<unknown, void, undefined> {
  yield* first;
  try {
    for (;;) {
      const { done, value } = await next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await source.close();
  }
}

function* rest(
  first: readonly unknown[],
  next: RowSource['next'],
  source: RowSource,
): Generator<unknown, void, undefined> {
  yield* first;
  try {
    for (;;) {
      // Not a promise: the source waits for no row.
      const { done, value } = next() as IteratorResult<unknown>;
      if (done === true) return;
      yield value;
    }
  } finally {
    void source.close();
  }
}
