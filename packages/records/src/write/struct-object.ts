/**
 * Which objects are structs.
 */

/**
 * True for plain objects and instances of classes of the caller's. What the language or the platform has a name for (a
 * Promise that was not awaited, a Set, a Date) would be a struct without fields.
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
