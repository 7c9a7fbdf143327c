/**
 * Makes V8 collect garbage. It has no function for that, but it collects when arrays have grown:
 *
 * V8 checks the memory of arrays, which is outside of its heap, whenever it creates an array:
 *
 *   64 MiB more than after the last collection    ->  V8 starts to mark, and goes on in tasks of the event loop
 *   half of the heap's limit more, about 2 GiB    ->  V8 collects at once, and returns the memory that it keeps for later
 *
 * V8 counts the memory of an array when it creates it, but the system provides a page of memory only when the page is first used.
 * So an array that is created and freed unused is counted, but takes no memory. Allocations above 32 MiB come directly from the
 * system, which does not write to them.
 *
 * V8 also keeps memory for young objects. It doubles this memory, from 1 MiB up to 128 MiB, each time that as many bytes have
 * survived collections, and returns it only in immediate collections, which a busy program never causes by itself.
 */
import { freeBytes } from './allocate.js';
import type { Limits } from './limits.js';

/** The members of `node:v8` that are used. This module also runs in browsers, so it does not use the types of Node. */
interface V8 {
  getHeapSpaceStatistics(): readonly { readonly space_name: string; readonly space_size: number }[];
  getHeapStatistics(): { readonly heap_size_limit: number; readonly external_memory: number };
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:v8'): V8 | undefined };
}

const startBytes = 2 ** 26;
/** Bytes to add to half of the heap limit, because the program may free arrays in the meantime. */
const marginBytes = 2 ** 27;
/**
 * The fraction of `limits.memoryBytes` that the JavaScript engine may use in addition to the memory of the read. The
 * process may use several times the limit.
 */
export const engineShare: number = 1 / 2;
/** The fraction of `limits.memoryBytes` by which arrays may grow before garbage is collected at once. */
const arraysShare = 1 / 2;
/** Milliseconds between two checks of the memory. */
const checkMillis = 12;
/** alive. */
const timeParts = 4;

// V8 has one heap per thread, so these are module variables.
/** The time of the next check, by `performance.now()`. */
let nextCheck = 0;
/** Bytes of arrays after the last collection, minus the bytes that the program has freed since. */
let leftBytes = Number.POSITIVE_INFINITY;

/** Makes the engine start a collection. */
export function startCollection(): void {
  makeAndFree(startBytes);
}

/**
 * Makes V8 collect at once, which takes about 10 ms for a small heap. V8 also drops its optimised code. Does nothing
 * without `node:v8`, as in browsers.
 */
export function collectGarbage(): void {
  try {
    const v8 = builtIn();
    if (v8 === undefined) return;
    makeAndFree(v8.getHeapStatistics().heap_size_limit / 2 + marginBytes);
    leftBytes = v8.getHeapStatistics().external_memory;
  } catch {
    // The engine is not V8.
  }
}

/**
 * Makes V8 collect garbage at once if it uses too much memory for young objects, or if arrays have grown by more than
 * half of `limits.memoryBytes` since the last collection. Call it often during long work: most calls only read the
 * clock.
 */
export function boundGarbage({ memoryBytes }: Limits): void {
  const start = performance.now();
  if (start < nextCheck) return;
  if (exceeds(memoryBytes)) collectGarbage();
  nextCheck = Math.max(start + checkMillis, start + (performance.now() - start) * timeParts);
}

function exceeds(memoryBytes: number): boolean {
  try {
    const v8 = builtIn();
    if (v8 === undefined) return false;
    const { external_memory: arrayBytes } = v8.getHeapStatistics();
    leftBytes = Math.min(leftBytes, arrayBytes);
    if (arrayBytes - leftBytes > memoryBytes * arraysShare) return true;
    const young = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    return young !== undefined && young.space_size > memoryBytes * engineShare;
  } catch {
    // The engine is not V8.
    return false;
  }
}

function builtIn(): V8 | undefined {
  return (globalThis as Runtime).process?.getBuiltinModule?.('node:v8');
}

function makeAndFree(byteLength: number): void {
  try {
    freeBytes(new Uint8Array(byteLength));
  } catch {
    // There is no memory or address space for the array. In this case, the engine has already collected all garbage.
  }
}
