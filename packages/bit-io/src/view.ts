/**
 * A DataView over a byte array, made once an array.
 */

/**
 * Making a DataView takes as long as unpacking a whole miniblock, and kernels are called for each miniblock of the same
 * page. A memo without observable state: keyed weakly by the array object, whose buffer and bounds never change.
 */
const views: WeakMap<Uint8Array, DataView> = new WeakMap<Uint8Array, DataView>();

/** The bytes as a DataView with the same bounds. */
export function viewOf(bytes: Uint8Array): DataView {
  let view = views.get(bytes);
  if (view === undefined) {
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    views.set(bytes, view);
  }
  return view;
}
