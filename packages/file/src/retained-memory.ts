/**
 * Makes the process keep the memory of freed arrays for later reads.
 *
 * Node on Linux takes the memory of arrays from the heap of the C library, which returns free memory at the end of this
 * heap to the system. The system provides new memory in pages of 4 KiB, and clears each page when it is first written.
 * This takes 0.5 to 3 microseconds per page, often longer than decoding the values, so a program that reads many files
 * would spend up to half of its time on clearing memory.
 *
 *   heap:  arrays in use | reserved bytes, free | pin | the end, which the C library returns to the system
 *
 * The pin is an array that is never freed. It separates the reserved bytes from the end of the heap, so the C library
 * does not return them to the system. Arrays are allocated in the reserved bytes. Reserved bytes do not take memory
 * before they are first written.
 */
import { freeBytes } from '@marquetry/core';

interface Runtime {
  readonly process?: { readonly platform?: string };
}

/**
 * Memory is reserved once reads have allocated this many bytes. Reserving takes a few milliseconds, which is not
 * worthwhile for a program that reads less.
 */
const startBytes = 2 ** 25;
/**
 * Size in bytes of each array that is allocated to reserve memory in the heap. The C library allocates arrays above
 * 32 MiB outside the heap, directly from the system. At first, it does the same with all arrays above 128 KiB. Whenever
 * one of these is freed, later arrays up to its size are allocated in the heap (`M_MMAP_THRESHOLD` in mallopt(3)).
 */
const partBytes = 2 ** 25 - 2 ** 16;
/**
 * Size in bytes of the pin, the array that keeps the reserved memory from being returned to the system. It is too large
 * for gaps between other arrays, so it is allocated at the end of the heap.
 */
const pinBytes = 2 ** 23;

// These are module variables because each thread has its own part of the heap.
let newBytes = 0;
let pin: Uint8Array | undefined;

/**
 * Counts the bytes of a new array, and reserves `retainedBytes` once the reads of this thread have allocated 32 MiB.
 * Does nothing if `retainedBytes` is 0, and on systems other than Linux.
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
    // The engine cannot allocate more memory, so nothing is reserved.
    pin = new Uint8Array(0);
  }
}
