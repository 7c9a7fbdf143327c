import { describe, expect, it } from 'vitest';
import { createUnreadBatches } from '../src/unread-batches.js';

describe('createUnreadBatches', () => {
  it('createUnreadBatches allows one batch of any size, and no batch after a large one', () => {
    const unread = createUnreadBatches(100);
    expect(unread.hasRoomFor(1000)).toBe(true);
    unread.add(1000);
    expect(unread.hasRoomFor(0)).toBe(false);
    unread.remove();
    expect(unread.hasRoomFor(1000)).toBe(true);
  });

  it('createUnreadBatches allows any number of small batches until their bytes reach the limit', () => {
    const unread = createUnreadBatches(100);
    for (const size of [10, 20, 30, 40]) {
      expect(unread.hasRoomFor(size)).toBe(true);
      unread.add(size);
    }
    expect(unread.hasRoomFor(1)).toBe(false);
  });

  it('createUnreadBatches allows new batches after earlier batches have been used', () => {
    const unread = createUnreadBatches(100);
    unread.add(60);
    unread.add(40);
    expect(unread.hasRoomFor(1)).toBe(false);
    unread.remove();
    expect(unread.hasRoomFor(60)).toBe(true);
    expect(unread.hasRoomFor(61)).toBe(false);
  });
});
