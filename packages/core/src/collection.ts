/**
 * Makes the engine collect garbage; no interface asks for a collection.
 *
 * V8 checks the memory of arrays, which is outside of its heap, whenever it makes one:
 *
 *   64 MiB more than after the last collection    ->  V8 starts to mark, and goes on in tasks of the event loop
 *   half of the heap's limit more, about 2 GiB    ->  V8 collects at once, and returns the memory that it keeps for later
 *
 * V8 counts memory when it makes an array, but the system provides memory when a page of it is touched: an array that is made and freed
 * untouched counts and takes nothing. Above 32 MiB, C libraries take each allocation from the system, which does not touch it.
 *
 * V8 keeps memory for young objects. It doubles that memory, from 1 MiB up to 128 MiB, each time as much as it holds has outlived
 * collections, and returns it only in collections at once, which a busy program never gets by itself.
 */
import { freeBytes } from './allocate.js';
import type { Limits } from './limits.js';

/** `node:v8`, as far as it is used; this module has no types of Node, as it runs in browsers too. */
interface V8 {
  getHeapSpaceStatistics(): readonly { readonly space_name: string; readonly space_size: number }[];
  getHeapStatistics(): { readonly heap_size_limit: number; readonly external_memory: number };
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:v8'): V8 | undefined };
}

const startBytes = 2 ** 26;
/** Bytes above half of the heap's limit, as the program may free arrays meanwhile. */
const marginBytes = 2 ** 27;
/** The part of `limits.memoryBytes` that the engine may take in addition: a process may take some times the limit. */
export const engineShare: number = 1 / 2;
/** The part of `limits.memoryBytes` that arrays may grow by before a collection at once. */
const arraysShare = 1 / 2;
/** Milliseconds between two checks. */
const checkMillis = 12;
/** At most one part in so many of the time goes to collections, each of which takes longer the more is alive. */
const timeParts = 4;

// V8 has one heap per thread, so these are module variables.
/** When the next check is due, by `performance.now()`. */
let nextCheck = 0;
/** Bytes of arrays that the last collection left, or fewer if the program has freed some. */
let leftBytes = Number.POSITIVE_INFINITY;

/** Makes the engine start a collection. */
export function startCollection(): void {
  makeAndFree(startBytes);
}

/**
 * Makes V8 collect at once, which takes about 10 ms for a small heap. V8 also drops optimised code then. Does nothing where there is no
 * `node:v8`, as in browsers.
 */
export function collectGarbage(): void {
  try {
    const v8 = builtIn();
    if (v8 === undefined) return;
    makeAndFree(v8.getHeapStatistics().heap_size_limit / 2 + marginBytes);
    leftBytes = v8.getHeapStatistics().external_memory;
  } catch {
    // An engine other than V8.
  }
}

/**
 * Makes V8 collect at once if it holds more than its share for young objects, or if arrays have grown by more than
 * half of `limits.memoryBytes` since the last such collection. Call it again and again in long work: it costs a look at the clock.
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
    // An engine other than V8.
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
    // No memory or address space for it: the engine has just collected all it could.
  }
}
