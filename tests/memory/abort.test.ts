/**
 * A timer that aborts is heard while a call has seconds of work before it: calls yield to the event loop, and then look at
 * their signal. `node tests/memory/abort.mjs` measures how soon.
 */
import { describe, expect, test } from 'vitest';
import { type AbortCase, writingCases } from './abort-calls.js';

/** Calls that do not yield would end by themselves, and resolve. */
function expectAborted(cases: readonly AbortCase[]): void {
  test.each(cases)('$name ends with the reason of its signal', async ({ run }) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stopped by a timer')), 1);
    await expect(run(controller.signal)).rejects.toThrow('stopped by a timer');
  });
}

const held = ['writeParquet of a generator', 'writeParquet of an array'];

describe('writing', () => {
  expectAborted(writingCases().filter(({ name }) => held.includes(name)));
});
