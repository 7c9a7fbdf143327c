/**
 * Iterates over batches of rows, one row at a time. The iterator is written by hand, because a generator function takes
 * longer to yield a row than it takes to build one.
 */
import { generatorOf } from '@marquetry/core';
import type { Row } from './assemble.js';

type Turn = IteratorResult<Row, void>;
type RowGenerator = AsyncGenerator<Row, void, undefined>;

/** Returns an async generator that yields the rows of the batches, in order. */
export function eachRow(batches: AsyncGenerator<readonly Row[], void, undefined>): RowGenerator {
  let rows: readonly Row[] = [];
  let at = 0;
  let isEnded = false;
  /** Number of `next` calls that are waiting for a batch. */
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const end = (): void => {
    isEnded = true;
    rows = [];
    at = 0;
  };
  const turn = async (): Promise<Turn> => {
    while (at === rows.length && !isEnded) {
      // Release the rows of the previous batch before the next ones are built.
      rows = [];
      at = 0;
      const { done, value } = await batches.next();
      if (done === true) end();
      else rows = value;
    }
    return isEnded ? { done: true, value: undefined } : { done: false, value: rows[at++] as Row };
  };
  const wait = (): Promise<Turn> => {
    waiting++;
    const own = last.then(turn).finally(() => {
      waiting--;
    });
    last = own.catch(end);
    return own;
  };
  return generatorOf<Row>({
    next: () =>
      waiting === 0 && at < rows.length ? Promise.resolve({ done: false, value: rows[at++] as Row }) : wait(),
    return: async () => {
      end();
      await batches.return();
      return { done: true, value: undefined };
    },
    throw: async (error: unknown) => {
      end();
      await batches.return();
      throw error;
    },
  });
}
