import { expect, it } from 'vitest';
import { createSharedResults } from '../../src/kms/shared-results.js';

it('a result is cached for the given time, and then requested again', async () => {
  const results = createSharedResults<number>(20);
  let calls = 0;
  const get = (): Promise<number> => results.get('a', undefined, async () => ++calls);
  const start = performance.now();
  const values = [await get(), await get()];
  // If the machine pauses for longer than a result is cached, this cannot be tested.
  if (performance.now() - start < 20) expect(values).toEqual([1, 1]);
  const before = calls;
  const end = performance.now() + 20;
  while (performance.now() < end);
  expect(await get()).toBe(before + 1);
});

it('when the cache is full, new results replace the oldest ones', async () => {
  const results = createSharedResults<string>(Number.POSITIVE_INFINITY);
  const made: string[] = [];
  const get = (id: string): Promise<string> =>
    results.get(id, undefined, async () => {
      made.push(id);
      return id;
    });
  for (let i = 0; i < 1001; i++) expect(await get(`${i}`)).toBe(`${i}`);
  made.length = 0;
  for (const id of ['1000', '500', '2', '0']) await get(id);
  expect(made).toEqual(['0']);
});
