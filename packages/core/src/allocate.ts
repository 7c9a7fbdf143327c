/**
 * Memory for decoded values and pages.
 */
import { ParquetError } from './errors.js';

/**
 * Zero-filled bytes of an ArrayBuffer of their own.
 * @throws ParquetError LIMIT where the engine has no memory for so many.
 */
export function allocateBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch (error) {
    throw new ParquetError('LIMIT', `${byteLength} bytes exceed the memory of the engine`, {}, { cause: error });
  }
}

/** What the engines of today have; the types of the project do not ask for it. */
interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}

/** Smaller arrays cost more to free than to leave: engines collect them with their objects. */
const leastFreed = 32_768;

/**
 * Frees the memory of an array that nothing uses any more, at once: engines let tens of megabytes of unused arrays stand, and new memory
 * costs several times what using the same memory again costs.
 *
 * The caller owns the buffer and all views of it, which are empty afterwards. Small arrays, and arrays that are only a part of
 * their buffer, are left as they are. Does nothing where the engine cannot (Node 20): the memory is collected later.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // A shorter view may be of a buffer that others use as well, such as the pool of Node's Buffer.
  if (byteLength < leastFreed || byteLength < buffer.byteLength - slackOfOwners) return;
  if (buffer instanceof ArrayBuffer) (buffer as Transferable).transfer?.(0);
}

/** Bytes at the end of a buffer that its only view may leave out. */
const slackOfOwners = 64;
