/** Splits long loops over entries into steps, so that the event loop can run between them. */
import type { Steps } from '@marquetry/core';

/** Number of entries to process between two `yield`s: about a millisecond of work. */
const stepEntries = 2 ** 16;

/** Calls `convert` with consecutive ranges `[from, to)` that together cover `length` entries, and yields between ranges. */
export function* inStrides(length: number, convert: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < length; ) {
    const to = Math.min(length, from + stepEntries);
    convert(from, to);
    if (to < length) yield;
    from = to;
  }
}
