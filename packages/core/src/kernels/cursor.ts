/** The type of a kernel's position in the bytes that it reads. */

/** A position in bytes, which a kernel advances. */
export interface KernelCursor {
  position: number;
}
