import { createLimits } from '@marquetry/core';
import { describe, expect, test, vi } from 'vitest';
import { createHandedOut } from '../src/handed-out.js';

const mebibyte = 2 ** 20;

/** Returns how many times the read should yield to the event loop now. */
function turnsDue(handedOut: { isTurnDue(): boolean }): number {
  let turns = 0;
  while (handedOut.isTurnDue()) turns++;
  return turns;
}

describe('batches that have not been garbage-collected yet', () => {
  const limits = createLimits({ memoryBytes: 8 * mebibyte });

  test('if uncollected batches exceed a quarter of memoryBytes, the read yields to the event loop once per MiB', () => {
    const handedOut = createHandedOut(limits);
    const turns = Array.from({ length: 8 }, () => {
      handedOut.count(mebibyte);
      return turnsDue(handedOut);
    });
    // Once the limit is exceeded, the read yields for all earlier batches at once.
    expect(turns).toEqual([0, 0, 3, 1, 1, 1, 1, 1]);
  });

  test('garbage-collected batches do not make a read yield to the event loop', () => {
    const collect: (() => void)[] = [];
    class Registry {
      private readonly collected: (byteLength: number) => void;
      constructor(collected: (byteLength: number) => void) {
        this.collected = collected;
      }
      register(_: object, byteLength: number): void {
        collect.push(() => this.collected(byteLength));
      }
    }
    vi.stubGlobal('FinalizationRegistry', Registry);
    try {
      const handedOut = createHandedOut(limits);
      for (let i = 0; i < 6; i++) handedOut.count(mebibyte);
      for (const each of collect) each();
      expect(turnsDue(handedOut)).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  // V8 keeps objects that a registry refers to until its next full collection.
  test('for each MiB of batches, a read registers a marker object with FinalizationRegistry, but not the batches themselves', () => {
    const watched: [object, number][] = [];
    class Registry {
      register(target: object, byteLength: number): void {
        watched.push([target, byteLength]);
      }
    }
    vi.stubGlobal('FinalizationRegistry', Registry);
    try {
      const handedOut = createHandedOut(limits);
      for (let i = 0; i < 8; i++) handedOut.count(mebibyte / 4);
      expect(watched).toEqual([
        [{}, mebibyte],
        [{}, mebibyte],
      ]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('without FinalizationRegistry, returned batches do not make a read yield to the event loop', () => {
    vi.stubGlobal('FinalizationRegistry', undefined);
    try {
      const handedOut = createHandedOut(limits);
      for (let i = 0; i < 6; i++) handedOut.count(mebibyte);
      expect(turnsDue(handedOut)).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('if uncollected batches exceed a quarter of memoryBytes, one garbage collection is requested', () => {
    const start = vi.fn();
    const handedOut = createHandedOut(limits, start, vi.fn());
    const calls = Array.from({ length: 6 }, () => {
      handedOut.count(mebibyte);
      return start.mock.calls.length;
    });
    expect(calls).toEqual([0, 0, 1, 1, 1, 1]);
  });

  test('if uncollected batches exceed three quarters of memoryBytes, a garbage collection is forced, and again each time that their size has doubled', () => {
    const collectNow = vi.fn();
    const handedOut = createHandedOut(limits, vi.fn(), collectNow);
    const calls = Array.from({ length: 30 }, () => {
      handedOut.count(mebibyte);
      return collectNow.mock.calls.length;
    });
    const forcedAt = calls.flatMap((count, i) => (count > (calls[i - 1] ?? 0) ? [i + 1] : []));
    expect(forcedAt).toEqual([7, 15]);
  });
});
