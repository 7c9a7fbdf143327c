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

interface Port {
  close(): void;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
}

/** The part of `globalThis` that the project's type library does not declare. */
interface Channels {
  readonly MessageChannel?: new () => { readonly port1: Port };
}

/** A closed port, to which engines without `transfer` send the buffers to free. */
let closedPort: Port | undefined;

/** Arrays of fewer bytes than this are left to the garbage collector, which is faster for small arrays. */
const leastFreed = 32_768;

/**
 * Frees the memory of an unused array at once. Without this, engines keep tens of megabytes of unused arrays, and
 * allocating new memory takes several times as long as reusing memory.
 *
 * The caller must own the buffer and all views of it. The views are empty afterwards. Small arrays, and arrays that are
 * only a part of their buffer, are not freed.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // A view that is shorter than its buffer may share it with other views, for example in the pool of Node's Buffer.
  if (byteLength < leastFreed || byteLength < buffer.byteLength - slackOfOwners) return;
  if (!(buffer instanceof ArrayBuffer)) return;
  const { transfer } = buffer as Transferable;
  if (transfer === undefined) discard(buffer);
  else transfer.call(buffer, 0);
}

/** Sends a buffer to a port that nothing receives from. Node 20, which lacks `transfer`, then frees the buffer at once. */
function discard(buffer: ArrayBuffer): void {
  const { MessageChannel }: Channels = globalThis as Channels;
  if (MessageChannel === undefined) return;
  if (closedPort === undefined) {
    closedPort = new MessageChannel().port1;
    closedPort.close();
  }
  closedPort.postMessage(undefined, [buffer]);
}

/** If at most this many bytes at the end of a buffer are not in the array, the array is treated as the whole buffer. */
const slackOfOwners = 64;
