/**
 * Where a kernel is in the bytes that it reads.
 */

/** A place in bytes that a kernel moves. */
export interface KernelCursor {
  position: number;
}
