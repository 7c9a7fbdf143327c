/**
 * A DataView over a byte array.
 */

/** Returns the bytes as a DataView with the same bounds. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
