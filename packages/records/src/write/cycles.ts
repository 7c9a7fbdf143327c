/**
 * Whether an object holds itself.
 */

/** Deeper objects are not looked into. */
const maxDepth = 256;

/** True when plain objects, arrays or Maps of `value` hold an object that they are in. */
export function holdsItself(value: unknown): boolean {
  const open = new Set<object>();
  const closed = new Set<object>();
  const visit = (inner: unknown): boolean => {
    if (typeof inner !== 'object' || inner === null || ArrayBuffer.isView(inner) || closed.has(inner)) return false;
    if (open.has(inner)) return true;
    if (open.size >= maxDepth) return false;
    open.add(inner);
    const found = (inner instanceof Map ? [...inner].flat() : Object.values(inner)).some(visit);
    open.delete(inner);
    closed.add(inner);
    return found;
  };
  return visit(value);
}
