/**
 * Makes the engine start a garbage collection soon; no interface asks for one.
 *
 * V8 starts one when what arrays hold outside of its heap has grown by 64 MiB since the last. It counts memory when an array gets it,
 * whereas the system gives memory when a page of it is touched: an array that is made and freed untouched counts, and takes nothing.
 */
import { freeBytes } from '@marquetry/core';

/** V8 waits for this much. Above 32 MiB, C libraries take each allocation from the system, which does not touch it. */
const untouchedBytes = 2 ** 26;

/** Marking starts, and goes on in tasks of the event loop. */
export function askForCollection(): void {
  try {
    freeBytes(new Uint8Array(untouchedBytes));
  } catch {
    // No memory for it: the engine has just collected all it could.
  }
}
