import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('waiting callers of yieldToEventLoop continue in one turn of the event loop until 12 ms have passed', async () => {
  let now = 9000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    do await yieldToEventLoop();
    while (isTurnDue());
    order.push(name);
    // A task that is scheduled here runs in the next turn.
    setImmediate(() => order.push(`turn after ${name}`));
    now += 10;
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  expect(order).toEqual(['a', 'b', 'turn after a', 'turn after b', 'c']);
});

test('isTurnDue is true once 12 ms have passed since the last turn of the event loop', async () => {
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(5000);
  await yieldToEventLoop();
  expect(isTurnDue()).toBe(false);
  clock.mockReturnValue(5011.9);
  expect(isTurnDue()).toBe(false);
  clock.mockReturnValue(5012);
  expect(isTurnDue()).toBe(true);
});

describe('yieldToEventLoop', () => {
  const engines: [string, () => void][] = [
    ['setImmediate', () => {}],
    ['MessageChannel', () => vi.stubGlobal('setImmediate', undefined)],
    [
      'setTimeout',
      () => {
        vi.stubGlobal('setImmediate', undefined);
        vi.stubGlobal('MessageChannel', undefined);
      },
    ],
  ];

  test.each(engines)('yieldToEventLoop runs timers that are due, if the engine has %s', async (_, stub) => {
    stub();
    let fired = 0;
    setTimeout(() => fired++, 1);
    const end = performance.now() + 3;
    while (performance.now() < end) await Promise.resolve();
    expect(fired).toBe(0);
    // The event loop may handle the message before the timers of the same turn.
    await yieldToEventLoop();
    await yieldToEventLoop();
    expect(fired).toBe(1);
  });

  test('yieldToEventLoop throws the reason of a signal that is aborted before the call', async () => {
    const reason = new Error('stop');
    await expect(yieldToEventLoop(AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('yieldToEventLoop throws the reason of a signal that is aborted while it waits', async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort('stopped'));
    await expect(yieldToEventLoop(controller.signal)).rejects.toBe('stopped');
  });
});
