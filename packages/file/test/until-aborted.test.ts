import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { untilAborted } from '../src/until-aborted.js';

const never = (): Promise<never> => new Promise(() => undefined);

test('all pending promises share one listener on their signal, which is removed when the last one settles', async () => {
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

test('when a signal aborts, all pending and later promises reject with its reason', async () => {
  const abort = new AbortController();
  const waits = [untilAborted(never(), abort.signal), untilAborted(never(), abort.signal)];
  abort.abort(new Error('enough'));
  for (const wait of [...waits, untilAborted(never(), abort.signal)]) await expect(wait).rejects.toThrow('enough');
});
