// Finds circular imports within a package, including type-only imports, as strongly connected components (Tarjan's
// algorithm).
import { dirname, join } from 'node:path';

/**
 * Returns the circular imports among files. Each cycle is a sorted list of paths.
 *
 * @param {ReadonlyMap<string, readonly string[]>} importsOf for each file, the specifiers that it imports
 */
export function importCircles(importsOf) {
  const targetsOf = new Map(
    [...importsOf].map(([file, specifiers]) => [
      file,
      specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(file), specifier).replace(/\.js$/, '.ts'))
        .filter((target) => importsOf.has(target)),
    ]),
  );
  /** @type {string[][]} */
  const circles = [];
  const order = new Map();
  const lowest = new Map();
  const open = [];

  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    for (const target of targetsOf.get(file)) {
      if (!order.has(target)) {
        visit(target);
        lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
      } else if (open.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file), order.get(target)));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || targetsOf.get(file).includes(file)) circles.push(circle.sort());
  };
  for (const file of targetsOf.keys()) if (!order.has(file)) visit(file);
  return circles;
}
