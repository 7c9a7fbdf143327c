/**
 * Asks the engine for a collection, which no interface does.
 *
 * V8 starts one when what arrays hold outside of its heap has grown by 64 MiB since the last. It counts memory when an array gets it,
 * whereas the system gives memory when a page of it is touched: an array that is made and freed untouched counts, and takes nothing.
 */
import { freeBytes } from '@marquetry/core';

/** As much as V8 waits for; more than 32 MiB, from which on C libraries ask the system for each allocation. */
const untouchedBytes = 2 ** 26;

/** Marking starts, and goes on in tasks of the event loop. */
export function askForCollection(): void {
  try {
    freeBytes(new Uint8Array(untouchedBytes));
  } catch {
    // No memory for it: the engine has just collected all it could.
  }
}
