/**
 * Lets the process keep the memory of freed arrays for later reads.
 *
 * Node on Linux takes the memory of arrays from the heap of the C library, which returns free memory at the end of this heap to the system. The system
 * provides new memory in pages of 4 KiB, and clears each page when it is first written. This takes 0.5 to 3 microseconds per page, often longer than
 * decoding the values, so a program that reads one file after the other would spend up to half of its time on it.
 *
 *   heap:  arrays in use | reserved bytes, free | pin | the end, which the C library returns to the system
 *
 * The pin is an array that is never freed. It keeps the reserved bytes away from the end of the heap, so arrays that are allocated there leave their
 * memory to the process. Reserved bytes take no memory before they are first written.
 */
import { freeBytes } from '@marquetry/core';

interface Runtime {
  readonly process?: { readonly platform?: string };
}

/** Bytes of new arrays after which memory is reserved. Reserving takes a few milliseconds, which a program that reads less would not regain. */
const startBytes = 2 ** 25;
/**
 * The size of the arrays that reserve memory. The C library takes arrays above 32 MiB from the system. It also takes arrays above 128 KiB from there
 * until a larger array has been freed: from then on, arrays up to the size of the freed one are in the heap (`M_MMAP_THRESHOLD` of mallopt(3)).
 */
const partBytes = 2 ** 25 - 2 ** 16;
/** Too large for gaps between other arrays, so the pin is at the end of the heap. */
const pinBytes = 2 ** 23;

// Each thread has its own part of the heap, so these are module variables.
let newBytes = 0;
let pin: Uint8Array | undefined;

/**
 * Counts the bytes of a new array. Once the reads of this thread have allocated 32 MiB, it reserves `retainedBytes`. Does nothing
 * if `retainedBytes` is 0, and on systems other than Linux.
 */
export function countNewMemory(byteLength: number, retainedBytes: number): void {
  if (pin !== undefined || retainedBytes <= 0) return;
  newBytes += byteLength;
  if (newBytes < startBytes || (globalThis as Runtime).process?.platform !== 'linux') return;
  try {
    freeBytes(new Uint8Array(partBytes));
    const parts = Array.from({ length: Math.ceil(retainedBytes / partBytes) }, () => new Uint8Array(partBytes));
    pin = new Uint8Array(pinBytes);
    parts.forEach(freeBytes);
  } catch {
    // The engine has no memory to spare, so nothing is reserved.
    pin = new Uint8Array(0);
  }
}
