/**
 * Keeps the memory of reads from disk, so that later reads can reuse it.
 *
 *   take ──> read ──> pages are decoded ──> give ──> take ...
 *
 * The system maps new memory page by page while it is written, which takes longer than copying a file from the page
 * cache. The engine also starts a garbage collection after tens of megabytes of new buffers, even if they were freed.
 * Unused buffers are held by weak references, so a collection frees them.
 */
import { unfilledMemory } from '../unfilled-memory.js';

/** Buffers below this size in bytes are not kept, because allocating them is fast. */
const leastBytes = 2 ** 16;
/** Maximum total size of the unused buffers to keep, in bytes. */
const mostBytes = 2 ** 23;
/** Maximum number of unused buffers to keep. */
const mostBuffers = 16;
/** A buffer is used only for reads of at least half its size. */
const mostTimes = 2;

let unused: readonly WeakRef<ArrayBuffer>[] = [];

/**
 * Returns an array that is not zero-filled. Pass it to {@link giveMemory} once neither the array nor any view of it is
 * needed.
 */
export function takeMemory(byteLength: number): Uint8Array<ArrayBuffer> {
  if (byteLength < leastBytes) return unfilledMemory(byteLength);
  let best: ArrayBuffer | undefined;
  for (const buffer of living()) {
    const isFit = buffer.byteLength >= byteLength && buffer.byteLength <= mostTimes * byteLength;
    if (isFit && (best === undefined || buffer.byteLength < best.byteLength)) best = buffer;
  }
  if (best !== undefined) {
    keep(living().filter((buffer) => buffer !== best));
    return new Uint8Array(best, 0, byteLength);
  }
  // Allocate an eighth more, because the next read probably has a similar size.
  return unfilledMemory(Math.ceil(byteLength / 8) * 9).subarray(0, byteLength);
}

/** Takes back memory that {@link takeMemory} returned. The caller must not use any view of it afterwards. */
export function giveMemory({ buffer }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < leastBytes) return;
  let byteLength = 0;
  const buffers = [buffer, ...living()].filter((each) => {
    byteLength += each.byteLength;
    return byteLength <= mostBytes;
  });
  keep(buffers.slice(0, mostBuffers));
}

function living(): readonly ArrayBuffer[] {
  return unused.flatMap((reference) => reference.deref() ?? []);
}

function keep(buffers: readonly ArrayBuffer[]): void {
  unused = buffers.map((buffer) => new WeakRef(buffer));
}
