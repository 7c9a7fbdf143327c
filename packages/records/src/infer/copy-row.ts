/**
 * Copies rows that stay in memory while later rows are read. Copies are necessary because the caller's iterable may
 * reuse its row objects and the objects in them.
 */

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
  // Use `fromEntries`, which defines fields: assigning a field named `__proto__` would set the prototype.
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyRow(field)]));
}

/**
 * Returns a copy of a typed array. It does not call `slice`, which for a Node Buffer returns a view of the same memory.
 */
function copyView(view: ArrayBufferView): unknown {
  return view instanceof Uint8Array ? new Uint8Array(view) : (view as Int32Array).slice();
}
