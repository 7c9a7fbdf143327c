/** Distinguishes objects that can be structs from built-in objects, such as Dates. */

/**
 * Returns true for plain objects and instances of the caller's classes. Built-in objects, such as a Set, a Date or a
 * Promise that was not awaited, are not structs: they have no fields.
 */
export function isStructObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype ||
    prototype === null ||
    (!Array.isArray(value) && Object.prototype.toString.call(value) === '[object Object]')
  );
}
