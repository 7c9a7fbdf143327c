import { expect, test } from 'vitest';
import { eachRow } from '../src/read/each-row.js';

const rows = [{ i: 0 }, { i: 1 }, { i: 2 }];
async function* batches(onEnd: () => void = () => {}): AsyncGenerator<{ i: number }[], void, undefined> {
  try {
    yield rows.slice(0, 2);
    yield [];
    yield rows.slice(2);
  } finally {
    onEnd();
  }
}

test('eachRow yields all rows, then ends', async () => {
  const iterator = eachRow(batches());
  const read: unknown[] = [];
  for await (const row of iterator) read.push(row);
  expect(read).toEqual(rows);
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

test('eachRow resolves overlapping calls to `next` in order', async () => {
  const iterator = eachRow(batches());
  const turns = await Promise.all(Array.from({ length: 5 }, () => iterator.next()));
  expect(turns.map(({ value }) => value)).toEqual([...rows, undefined, undefined]);
});

test('closing the iterator that eachRow returns also closes the generator of batches', async () => {
  let ended = 0;
  const count = (): void => {
    ended++;
  };
  for await (const _ of eachRow(batches(count))) break;
  expect(ended).toBe(1);
  const iterator = eachRow(batches(count));
  await iterator.next();
  await expect(iterator.throw(new Error('stop'))).rejects.toThrow('stop');
  expect([ended, (await iterator.next()).done]).toEqual([2, true]);
});

test('eachRow throws the error that reading a batch throws, then ends', async () => {
  const iterator = eachRow(
    (async function* () {
      yield rows;
      throw new Error('broken');
    })(),
  );
  const read: unknown[] = [];
  await expect(
    (async () => {
      for await (const row of iterator) read.push(row);
    })(),
  ).rejects.toThrow('broken');
  expect([read, (await iterator.next()).done]).toEqual([rows, true]);
});
