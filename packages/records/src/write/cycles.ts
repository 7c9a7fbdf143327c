/** Detects reference cycles in rows. */

/** Maximum nesting depth to which objects are searched for cycles. */
const maxDepth = 256;

/** True if `value` contains a reference cycle through plain objects, arrays or Maps. */
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
