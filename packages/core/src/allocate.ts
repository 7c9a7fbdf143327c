/**
 * Memory for decoded values and pages.
 */
import { ParquetError } from './errors.js';

/**
 * Returns zero-filled bytes in an ArrayBuffer of their own. @throws ParquetError LIMIT if the engine has no memory for
 * them.
 */
export function allocateBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch (error) {
    throw new ParquetError('LIMIT', `${byteLength} bytes exceed the memory of the engine`, {}, { cause: error });
  }
}

/** The member that current engines have and that the project's type library lacks. */
interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}

/** Arrays below this size cost more to free than to keep: engines collect them with their objects. */
const leastFreed = 32_768;

/**
 * Frees the memory of an array that is no longer in use, at once. Engines keep tens of megabytes of unused arrays, and
 * new memory costs several times as much as reused memory.
 *
 * The caller owns the buffer and all views of it, which are empty afterwards. Small arrays, and arrays that are only a
 * part of their buffer, are left as they are. Does nothing in engines that cannot free memory (Node 20): they collect
 * it later.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // A shorter view may share its buffer with others, as views of the pool of Node's Buffer do.
  if (byteLength < leastFreed || byteLength < buffer.byteLength - slackOfOwners) return;
  if (buffer instanceof ArrayBuffer) (buffer as Transferable).transfer?.(0);
}

/** Bytes at the end of a buffer that its only view may leave out. */
const slackOfOwners = 64;
