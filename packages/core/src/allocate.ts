/** Allocates and frees memory for decoded values and pages. */
import { ParquetError } from './errors.js';

/**
 * Returns zero-filled bytes with their own ArrayBuffer.
 * @throws ParquetError LIMIT if the engine cannot allocate them.
 */
export function allocateBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch (error) {
    throw new ParquetError('LIMIT', `${byteLength} bytes exceed the memory of the engine`, {}, { cause: error });
  }
}

/** `ArrayBuffer.prototype.transfer`, which is missing in the project's type library. */
interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}

/** Smaller arrays (in bytes) are not freed, because the garbage collector is faster for them. */
const leastFreed = 32_768;

/**
 * Frees the memory of an unused array at once. Otherwise engines keep tens of megabytes of unused arrays, and allocating new
 * memory takes several times as long as reusing memory.
 *
 * The caller must own the buffer and all views of it, which are empty afterwards. Ignores small arrays and arrays that
 * are only a part of their buffer. Does nothing in engines that cannot free memory (Node 20), which collect it later.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // A shorter view may share its buffer with other views, for example in the pool of Node's Buffer.
  if (byteLength < leastFreed || byteLength < buffer.byteLength - slackOfOwners) return;
  if (buffer instanceof ArrayBuffer) (buffer as Transferable).transfer?.(0);
}

/** An array counts as the whole of its buffer if at most this many bytes at the end of the buffer are unused. */
const slackOfOwners = 64;
