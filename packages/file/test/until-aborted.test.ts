import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { untilAborted } from '../src/until-aborted.js';

const never = (): Promise<never> => new Promise(() => undefined);

test('any number of waits share one listener on their signal, which is removed with the last wait', async () => {
  const { signal } = new AbortController();
  const ends: (() => void)[] = [];
  const waits = Array.from({ length: 50 }, () =>
    untilAborted(new Promise<void>((resolve) => ends.push(resolve)), signal),
  );
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const end of ends) end();
  await Promise.all(waits);
  await Promise.resolve();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('an abort rejects all waits, and later waits, with the reason of the abort', async () => {
  const abort = new AbortController();
  const waits = [untilAborted(never(), abort.signal), untilAborted(never(), abort.signal)];
  abort.abort(new Error('enough'));
  for (const wait of [...waits, untilAborted(never(), abort.signal)]) await expect(wait).rejects.toThrow('enough');
});
