/**
 * Makes V8 collect garbage. V8 exposes no function for this, but it collects when the memory of arrays has grown.
 *
 * The memory of arrays is outside V8's heap. Whenever V8 creates an array, it compares the memory of all arrays with
 * two bounds:
 *
 *   64 MiB more than after the last collection    ->  V8 starts to mark, and continues in tasks of the event loop
 *   about 2 GiB more (half of the heap limit)     ->  V8 collects at once, and returns unused memory to the system
 *
 * V8 counts the memory of an array when it creates it, but the system provides a page of memory only when the page is
 * first used. So an array that is created and freed without being used counts towards these bounds, but takes no
 * memory. Arrays above 32 MiB are allocated directly by the system, which does not write to them.
 *
 * V8 also keeps memory for young objects. This memory starts at 1 MiB. V8 doubles it, up to 128 MiB, each time that as
 * many bytes have survived collections, and returns it to the system only in a collection of the second kind, which a
 * busy program does not trigger by itself.
 */
import { freeBytes } from './allocate.js';
import type { Limits } from './limits.js';

/**
 * The functions of `node:v8` that this module uses. The module also runs in browsers, so it does not use the types of
 * Node.
 */
interface V8 {
  getHeapSpaceStatistics(): readonly { readonly space_name: string; readonly space_size: number }[];
  getHeapStatistics(): {
    readonly heap_size_limit: number;
    readonly external_memory: number;
    readonly used_heap_size: number;
  };
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:v8'): V8 | undefined };
}

const startBytes = 2 ** 26;
/**
 * {@link collectGarbage} allocates half of the heap limit plus this many bytes. V8 collects when the memory of arrays
 * has grown by half of the heap limit. Without the margin, it would not grow enough if the program has freed arrays
 * since the last collection.
 */
const marginBytes = 2 ** 27;
/**
 * The share of `limits.memoryBytes` that young objects may use, in addition to the memory that a read uses. The whole
 * process may use several times the limit.
 */
export const engineShare: number = 1 / 2;
/** Arrays may grow by this share of `limits.memoryBytes` before garbage is collected immediately. */
const arraysShare = 1 / 2;
/**
 * If `limits.memoryBytes` is large, arrays may grow by that limit minus this number of bytes. The margin is needed
 * because V8 starts its own collections after 64 MiB, and sometimes later.
 */
const arraysLeft = 96 * 2 ** 20;
/** Minimum time between two checks of the memory, in milliseconds. */
const checkMillis = 12;
/**
 * A check that collects garbage may take a long time. The next check starts at least four times that duration after the
 * start of this check, so that collections take at most a quarter of the time.
 */
const timeParts = 4;

/**
 * If young objects use more than this many bytes, a check collects garbage, provided that the heap has at most
 * `quickHeapBytes`: a collection then takes about 10 ms. The next such collection waits `tidyParts` times that
 * duration, and each further one four times as long, up to `mostTidyParts` times (about a minute). Most of these
 * collections therefore happen during the first read of a program. A program that keeps reading would soon need the
 * memory again, and reads faster with more memory for young objects.
 */
const tidyYoungBytes = 2 ** 24;
const quickHeapBytes = 2 ** 26;
const mostTidyParts = 2 ** 13;

// These variables belong to one thread, as does the V8 heap that they describe.
/** The earliest time of the next check of the memory in use, as a value of `performance.now()`. */
let nextCheck = 0;
/** The earliest time at which young objects above {@link tidyYoungBytes} cause the next collection. */
let nextTidy = 0;
let tidyParts = 8;
/** Bytes of all arrays after the last collection, or the smallest number seen since then. */
let leftBytes = Number.POSITIVE_INFINITY;

/** Makes the engine start a collection. */
export function startCollection(): void {
  makeAndFree(startBytes);
}

/**
 * Makes V8 collect garbage at once, which takes about 10 ms for a small heap, and makes V8 drop its optimized code.
 * Does nothing where `node:v8` does not exist, as in browsers.
 */
export function collectGarbage(): void {
  try {
    const v8 = builtIn();
    if (v8 === undefined) return;
    makeAndFree(v8.getHeapStatistics().heap_size_limit / 2 + marginBytes);
    leftBytes = v8.getHeapStatistics().external_memory;
  } catch {
    // `node:v8` throws in engines other than V8, which this function cannot make collect.
  }
}

/**
 * Makes V8 collect garbage at once if it uses too much memory for young objects, or if arrays have grown too much since
 * the last collection. Arrays may grow by the largest of three sizes:
 * - half of `limits.memoryBytes`
 * - `limits.memoryBytes` minus 96 MiB
 * - the size of all arrays after the last collection, but at most `limits.memoryBytes`
 *
 * Call it often during long work: most calls only read the clock.
 */
export function boundGarbage({ memoryBytes }: Limits): void {
  const start = performance.now();
  if (start < nextCheck) return;
  const collects = exceeds(memoryBytes, start >= nextTidy);
  if (collects) collectGarbage();
  const millis = performance.now() - start;
  if (collects) {
    nextTidy = start + millis * tidyParts;
    tidyParts = Math.min(4 * tidyParts, mostTidyParts);
  }
  nextCheck = Math.max(start + checkMillis, start + millis * timeParts);
}

function exceeds(memoryBytes: number, mayTidy: boolean): boolean {
  try {
    const v8 = builtIn();
    if (v8 === undefined) return false;
    const { external_memory: arrayBytes, used_heap_size: heapBytes } = v8.getHeapStatistics();
    leftBytes = Math.min(leftBytes, arrayBytes);
    // Growth up to the size that the last collection left is allowed. Otherwise a program that keeps its arrays would
    // collect at every check.
    const allowed = Math.max(memoryBytes * arraysShare, memoryBytes - arraysLeft, Math.min(leftBytes, memoryBytes));
    if (arrayBytes - leftBytes > allowed) return true;
    const young = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    const tidyBytes = mayTidy && heapBytes <= quickHeapBytes ? tidyYoungBytes : Number.POSITIVE_INFINITY;
    return young !== undefined && young.space_size > Math.min(memoryBytes * engineShare, tidyBytes);
  } catch {
    // `node:v8` throws in engines other than V8, whose memory this function cannot measure.
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
    // The allocation failed. V8 collects all garbage before it throws this error, so nothing is left to do.
  }
}
