/** Allocates and frees memory for decoded values and pages. */
import { ParquetError } from './errors.js';

/**
 * Returns `byteLength` zero-filled bytes in a new ArrayBuffer.
 * @throws ParquetError LIMIT if the engine cannot allocate that much memory.
 */
export function allocateBytes(byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch (error) {
    throw new ParquetError('LIMIT', `the engine cannot allocate ${byteLength} bytes`, {}, { cause: error });
  }
}

/** An ArrayBuffer that may have the `transfer` method, which the type library of this project does not declare. */
interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}

interface Port {
  close(): void;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
}

/** The type of `globalThis.MessageChannel`, which the type library of this project does not declare. */
interface Channels {
  readonly MessageChannel?: new () => { readonly port1: Port };
}

/** A closed message port. Engines without `transfer` free a buffer by sending it to this port. */
let closedPort: Port | undefined;

/** Arrays smaller than this, in bytes, are left to the garbage collector, which is faster for small arrays. */
const leastFreed = 32_768;

/**
 * Frees the memory of an unused array at once. Without this, engines keep tens of megabytes of unused arrays, and
 * allocating new memory takes several times as long as reusing memory.
 *
 * The caller must own the buffer and all views of it. The views are empty afterwards. Small arrays, and arrays that are
 * only a part of their buffer, are not freed.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // A view that is shorter than its buffer may share the buffer with other views, as in the memory pool of Node's
  // Buffer.
  if (byteLength < leastFreed || byteLength < buffer.byteLength - slackOfOwners) return;
  if (!(buffer instanceof ArrayBuffer)) return;
  const { transfer } = buffer as Transferable;
  if (transfer === undefined) discard(buffer);
  else transfer.call(buffer, 0);
}

/** Sends a buffer to a closed port, so that the engine frees it at once. Needed in Node 20, which lacks `transfer`. */
function discard(buffer: ArrayBuffer): void {
  const { MessageChannel }: Channels = globalThis as Channels;
  if (MessageChannel === undefined) return;
  if (closedPort === undefined) {
    closedPort = new MessageChannel().port1;
    closedPort.close();
  }
  closedPort.postMessage(undefined, [buffer]);
}

/**
 * An array is treated as the only view of its buffer if the buffer is at most this many bytes longer than the array.
 */
const slackOfOwners = 64;
