/** Recognizes Uint8Arrays. */

/** True for a Uint8Array, even one from another realm, such as another frame of a web page. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}
