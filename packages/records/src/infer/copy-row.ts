/** Copies rows that are kept while later ones are read, because an iterable may reuse its objects, at any depth. */

/**
 * Returns a deep copy of a value that `shapeOf` accepts. Objects, arrays, Sets, Maps, typed arrays and Dates are
 * copied; other values are shared. Objects become plain objects with the same own fields. The value must not contain a
 * cycle.
 */
export function copyRow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value.getTime());
  if (ArrayBuffer.isView(value)) return copyView(value);
  if (Array.isArray(value)) return value.map(copyRow);
  if (value instanceof Set) return new Set([...value].map(copyRow));
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [copyRow(key), copyRow(inner)]));
  // `fromEntries` defines fields; assigning one named `__proto__` would set the prototype.
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyRow(field)]));
}

/** Not `slice`, which for a Node Buffer returns a view of the same memory. */
function copyView(view: ArrayBufferView): unknown {
  return view instanceof Uint8Array ? new Uint8Array(view) : (view as Int32Array).slice();
}
