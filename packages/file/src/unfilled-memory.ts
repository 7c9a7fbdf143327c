/**
 * Allocates memory without filling it with zeros, if the engine can do so, as Node, Bun and Deno can with `Buffer`.
 *
 * For arrays of several megabytes, zeroing takes a third as long as writing the values.
 */
import { allocateBytes } from '@marquetry/core';

/** The part of `globalThis` that the project's type library does not declare. */
interface Buffers {
  readonly Buffer?: { allocUnsafeSlow?(byteLength: number): Uint8Array<ArrayBuffer> };
}

/** Smaller arrays (in bytes) are filled with zeros, which is just as fast. */
const leastBytes = 2 ** 16;

/**
 * Returns bytes with an ArrayBuffer of their own. Their content is arbitrary.
 * @throws ParquetError LIMIT if the engine cannot allocate that many.
 */
export function unfilledMemory(byteLength: number): Uint8Array<ArrayBuffer> {
  const { Buffer }: Buffers = globalThis as Buffers;
  if (byteLength < leastBytes || Buffer?.allocUnsafeSlow === undefined) return allocateBytes(byteLength);
  try {
    return new Uint8Array(Buffer.allocUnsafeSlow(byteLength).buffer, 0, byteLength);
  } catch {
    return allocateBytes(byteLength);
  }
}
