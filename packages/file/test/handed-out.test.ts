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
  test('ask for one turn per MiB where little memory may be used', () => {
    const handedOut = createHandedOut(createLimits({ memoryBytes: 8 * mebibyte }));
    const turns = [mebibyte, mebibyte / 2, mebibyte / 2, 5 * mebibyte, 0].map((byteLength) => {
      handedOut.count(batchOf(byteLength));
      return turnsDue(handedOut);
    });
    expect(turns).toEqual([1, 0, 1, 5, 0]);
  });

  test('ask for one turn per 128th of the memory where more may be used', () => {
    const handedOut = createHandedOut(createLimits({ memoryBytes: 512 * mebibyte }));
    const turns = [mebibyte, 3 * mebibyte, 8 * mebibyte].map((byteLength) => {
      handedOut.count(batchOf(byteLength));
      return turnsDue(handedOut);
    });
    expect(turns).toEqual([0, 1, 2]);
  });

  test('ask for 64 turns at most, however large they are', () => {
    const handedOut = createHandedOut(createLimits({ memoryBytes: mebibyte }));
    handedOut.count(batchOf(100 * mebibyte));
    expect(turnsDue(handedOut)).toBe(64);
  });

  // V8 keeps what these refer to until its next full collection.
  test('are not referred to by what would keep them in the young generation', () => {
    class Forbidden {
      constructor() {
        throw new Error('nothing may watch a batch');
      }
    }
    vi.stubGlobal('FinalizationRegistry', Forbidden);
    vi.stubGlobal('WeakRef', Forbidden);
    try {
      const handedOut = createHandedOut(createLimits());
      handedOut.count(batchOf(8 * mebibyte));
      expect(turnsDue(handedOut)).toBe(2);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
