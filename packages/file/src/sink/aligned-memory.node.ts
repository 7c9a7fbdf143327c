/**
 * Allocates memory that starts at a multiple of the block size of disks, for direct I/O.
 *
 * JavaScript does not tell the address of an ArrayBuffer. The memory of WebAssembly is an exception: engines reserve it
 * in whole pages of the system. V8 reserves about 8 GB of address space for each memory, which takes no physical memory.
 */

/** The block size: a multiple of the block sizes of common disks, which are 512 and 4096 bytes. */
export const blockBytes: number = 2 ** 12;

/** Size of a page of WebAssembly memory, in bytes. Source: WebAssembly core specification, "Memory Instances". */
const wasmPageBytes = 2 ** 16;

/** The buffers that {@link alignedMemory} has allocated. */
const aligned: WeakSet<ArrayBufferLike> = /* @__PURE__ */ new WeakSet();

/**
 * Allocates memory at an address that is a multiple of {@link blockBytes}, filled with zeros. Returns undefined if the
 * runtime has no WebAssembly or cannot reserve the memory.
 */
export function alignedMemory(byteLength: number): Uint8Array | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const pages = Math.ceil(byteLength / wasmPageBytes);
  try {
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages });
    aligned.add(buffer);
    return new Uint8Array(buffer, 0, byteLength);
  } catch {
    return undefined;
  }
}

/** True if the byte at `offset` of the array is known to be at an address that is a multiple of {@link blockBytes}. */
export function isAligned(bytes: Uint8Array, offset: number): boolean {
  return aligned.has(bytes.buffer) && (bytes.byteOffset + offset) % blockBytes === 0;
}
