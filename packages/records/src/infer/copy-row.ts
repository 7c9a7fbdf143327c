/**
 * Copies of rows that are kept while others are read: whoever gives rows may reuse their objects, at any depth.
 */

/**
 * A deep copy of what `shapeOf` accepts: objects, arrays, Sets, Maps, typed arrays and Dates are new, other values are
 * shared. Objects become plain ones with the same own fields. The value must not contain a cycle.
 */
export function copyRow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value.getTime());
  if (ArrayBuffer.isView(value)) return copyView(value);
  if (Array.isArray(value)) return value.map(copyRow);
  if (value instanceof Set) return new Set([...value].map(copyRow));
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [copyRow(key), copyRow(inner)]));
  // Defines fields, where assignment of one named `__proto__` would not.
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyRow(field)]));
}

/** `slice` of a Buffer would be a view of the same memory. */
function copyView(view: ArrayBufferView): unknown {
  return view instanceof Uint8Array ? new Uint8Array(view) : (view as Int32Array).slice();
}
