/**
 * Finds the first `most` entries, in a given order, out of any number of entries, without storing the others.
 */

/** A binary heap that stores the first entries found so far. Its root is the last of these entries. */
export interface TopHeap<T> {
  readonly isFull: boolean;
  readonly size: number;
  /** The last of the stored entries; `undefined` if the heap is empty. */
  readonly last: T | undefined;
  /** Stores the entry if the heap is not full, or if it comes before the last stored entry, which it then replaces. */
  offer(entry: T): void;
  /** Returns the stored entries, in order. */
  sorted(): T[];
}

/** Creates an empty heap for `most` entries; `most` must be at least 1. `compare` must be a total order. */
export function createTopHeap<T>(most: number, compare: (a: T, b: T) => number): TopHeap<T> {
  const heap: T[] = [];
  const isAfter = (i: number, k: number): boolean => compare(heap[i] as T, heap[k] as T) > 0;
  const swap = (i: number, k: number): void => {
    const entry = heap[i] as T;
    heap[i] = heap[k] as T;
    heap[k] = entry;
  };
  const rise = (at: number): void => {
    for (let i = at; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!isAfter(i, parent)) return;
      swap(i, parent);
      i = parent;
    }
  };
  const sink = (): void => {
    for (let i = 0; ; ) {
      const left = 2 * i + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const later = right < heap.length && isAfter(right, left) ? right : left;
      if (!isAfter(later, i)) return;
      swap(i, later);
      i = later;
    }
  };
  return {
    get isFull() {
      return heap.length >= most;
    },
    get size() {
      return heap.length;
    },
    get last() {
      return heap[0];
    },
    offer: (entry) => {
      if (heap.length < most) {
        heap.push(entry);
        rise(heap.length - 1);
      } else if (compare(entry, heap[0] as T) < 0) {
        heap[0] = entry;
        sink();
      }
    },
    sorted: () => [...heap].sort(compare),
  };
}
