/**
 * Makes V8 collect garbage. V8 has no function for that, but it collects when the memory of arrays has grown.
 *
 * This memory is outside of V8's heap. Whenever V8 creates an array, it compares the memory of all arrays with two
 * bounds:
 *
 *   64 MiB more than after the last collection    ->  V8 starts to mark, and continues in tasks of the event loop
 *   half of the heap limit more, about 2 GiB      ->  V8 collects at once, and returns unused memory to the system
 *
 * V8 counts the memory of an array when it creates it, but the system provides a page of memory only when the page is
 * first used. So an array that is created and freed unused is counted, but takes no memory. Allocations above 32 MiB
 * come directly from the system, which does not write to them.
 *
 * V8 also keeps memory for young objects. It doubles this memory, from 1 MiB up to 128 MiB, each time that as many
 * bytes have survived collections. It returns this memory to the system only when it collects at once, which does not
 * happen by itself while a program is busy.
 */
import { freeBytes } from './allocate.js';
import type { Limits } from './limits.js';

/**
 * The functions of `node:v8` that this module uses. The module also runs in browsers, so it does not use the types of
 * Node.
 */
interface V8 {
  getHeapSpaceStatistics(): readonly { readonly space_name: string; readonly space_size: number }[];
  getHeapStatistics(): { readonly heap_size_limit: number; readonly external_memory: number };
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:v8'): V8 | undefined };
}

const startBytes = 2 ** 26;
/** Number of bytes that are added to half of the heap limit, because the program may free arrays in the meantime. */
const marginBytes = 2 ** 27;
/**
 * The share of `limits.memoryBytes` that the JavaScript engine may use, for example for young objects, in addition to the
 * memory of the read. The process may use several times the limit.
 */
export const engineShare: number = 1 / 2;
/** If arrays have grown by more than this share of `limits.memoryBytes`, garbage is collected at once. */
const arraysShare = 1 / 2;
/**
 * If `limits.memoryBytes` is large, arrays may grow by this limit minus 96 MiB. V8 itself collects after every 64 MiB,
 * but sometimes late.
 */
const arraysLeft = 96 * 2 ** 20;
/** Milliseconds between two checks of the memory. */
const checkMillis = 12;
/**
 * If a check takes long because it collects, the next check starts no sooner than four times as long after the start of
 * that check. So collections take at most a quarter of the time.
 */
const timeParts = 4;

// Each thread has its own V8 heap and its own copy of these variables.
/** The time of the next check, by `performance.now()`. */
let nextCheck = 0;
/** Bytes of all arrays after the last collection, or fewer if the program has freed some since. */
let leftBytes = Number.POSITIVE_INFINITY;

/** Makes the engine start a collection. */
export function startCollection(): void {
  makeAndFree(startBytes);
}

/**
 * Makes V8 collect garbage at once, which takes about 10 ms for a small heap. V8 also drops its optimised code. Without
 * `node:v8`, as in browsers, this does nothing.
 */
export function collectGarbage(): void {
  try {
    const v8 = builtIn();
    if (v8 === undefined) return;
    makeAndFree(v8.getHeapStatistics().heap_size_limit / 2 + marginBytes);
    leftBytes = v8.getHeapStatistics().external_memory;
  } catch {
    // `node:v8` fails in engines other than V8. Then there is nothing to do.
  }
}

/**
 * Makes V8 collect garbage at once if it uses too much memory for young objects, or if arrays have grown too much since the last
 * collection: by half of `limits.memoryBytes`, by `limits.memoryBytes` minus 96 MiB, or by as many bytes as that
 * collection left (up to `limits.memoryBytes`), whichever is most. Call it often during long work: most calls only read
 * the clock.
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
    // The bytes that the last collection left are considered, because otherwise a program that keeps its arrays would
    // collect at every check.
    const allowed = Math.max(memoryBytes * arraysShare, memoryBytes - arraysLeft, Math.min(leftBytes, memoryBytes));
    if (arrayBytes - leftBytes > allowed) return true;
    const young = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    return young !== undefined && young.space_size > memoryBytes * engineShare;
  } catch {
    // `node:v8` fails in engines other than V8. Then nothing is known about the memory.
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
    // The array could not be allocated. V8 has already collected all garbage before it reports that.
  }
}
