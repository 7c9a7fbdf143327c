import { createLimits, PhysicalType } from '@marquetry/core';
import { describe, expect, test, vi } from 'vitest';
import { createHandedOut } from '../src/handed-out.js';

const mebibyte = 2 ** 20;

/** A batch of one column of so many bytes. */
function batchOf(byteLength: number) {
  const data = new BigInt64Array(byteLength / 8);
  const values = { layout: 'fixed', type: PhysicalType.INT64, width: 8, length: data.length, data } as const;
  return [{ values, slotCount: data.length, nulls: { kind: 'none', nullCount: 0 } as const }];
}

/** Calls until no turn is due. */
function turnsDue(handedOut: { isTurnDue(): boolean }): number {
  let turns = 0;
  while (handedOut.isTurnDue()) turns++;
  return turns;
}

describe('batches that were handed out', () => {
  const limits = createLimits({ memoryBytes: 8 * mebibyte });

  test('ask for no turn until half of the memory is not collected, then for one per MiB', () => {
    const handedOut = createHandedOut(limits);
    const kept = Array.from({ length: 8 }, () => batchOf(mebibyte));
    const turns = kept.map((batch) => {
      handedOut.count(batch);
      return turnsDue(handedOut);
    });
    // Turns that were saved until then are taken with the first.
    expect(turns).toEqual([0, 0, 0, 0, 5, 1, 1, 1]);
  });

  test('ask for no turn once the engine has collected them', () => {
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
      for (let i = 0; i < 6; i++) handedOut.count(batchOf(mebibyte));
      for (const each of collect) each();
      expect(turnsDue(handedOut)).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  // V8 keeps what a registry refers to until its next full collection.
  test('are not watched themselves: a marker is, once per MiB', () => {
    const watched: [object, number][] = [];
    class Registry {
      register(target: object, byteLength: number): void {
        watched.push([target, byteLength]);
      }
    }
    vi.stubGlobal('FinalizationRegistry', Registry);
    try {
      const handedOut = createHandedOut(limits);
      for (let i = 0; i < 8; i++) handedOut.count(batchOf(mebibyte / 4));
      expect(watched).toEqual([
        [{}, mebibyte],
        [{}, mebibyte],
      ]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('ask for no turn where the engine does not tell what it collects', () => {
    vi.stubGlobal('FinalizationRegistry', undefined);
    try {
      const handedOut = createHandedOut(limits);
      for (let i = 0; i < 6; i++) handedOut.count(batchOf(mebibyte));
      expect(turnsDue(handedOut)).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
