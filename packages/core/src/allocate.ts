/** Allocates and frees memory for decoded values and pages. */
import { ParquetError } from './errors.js';

/**
 * Returns zero-filled bytes with their own ArrayBuffer.
 * @throws ParquetError LIMIT if the engine cannot allocate so many bytes.
 */
export function allocateBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch (error) {
    throw new ParquetError('LIMIT', `the engine cannot allocate ${byteLength} bytes`, {}, { cause: error });
  }
}

/**
 * An ArrayBuffer that may have `ArrayBuffer.prototype.transfer`. The type library of this project does not declare the
 * method.
 */
interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}

/** Arrays of fewer bytes than this are left to the garbage collector, which is faster for small arrays. */
const leastFreed = 32_768;

/**
 * Frees the memory of an unused array at once. Without this, engines keep tens of megabytes of unused arrays, and
 * allocating new memory takes several times as long as reusing memory.
 *
 * The caller must own the buffer and all views of it. The views are empty afterwards. Small arrays, and arrays that are
 * only a part of their buffer, are not freed. In engines that cannot free memory (Node 20), this does nothing, and the
 * engine collects the memory later.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // A view that is shorter than its buffer may share it with other views, for example in the pool of Node's Buffer.
  if (byteLength < leastFreed || byteLength < buffer.byteLength - slackOfOwners) return;
  if (buffer instanceof ArrayBuffer) (buffer as Transferable).transfer?.(0);
}

/** If at most this many bytes at the end of a buffer are not in the array, the array is treated as the whole buffer. */
const slackOfOwners = 64;
