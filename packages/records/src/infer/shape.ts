/**
 * A shape describes what is known about the type of a column from the values seen so far. Two shapes can be merged.
 */
import { ParquetError } from '@marquetry/core';
import type { ColumnTypeName } from '@marquetry/schema';

/** The shape of one or more values. `nothing` means that all of them were null. */
export type Shape =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly type: ColumnTypeName; readonly of: string }
  | { readonly kind: 'list'; readonly element: Shape }
  | { readonly kind: 'map'; readonly key: Shape; readonly value: Shape }
  | { readonly kind: 'struct'; readonly fields: Map<string, Shape> };

export const nothing: Shape = { kind: 'nothing' };

/**
 * Returns a shape that fits the values of both shapes. May modify and return `a`.
 * @throws ParquetError INVALID_ARGUMENT, with the path and both kinds, if they cannot be merged.
 */
export function mergeShapes(a: Shape, b: Shape, path: string): Shape {
  if (a.kind === 'nothing' || a === b) return b;
  if (b.kind === 'nothing') return a;
  if (a.kind === 'scalar' && b.kind === 'scalar' && a.type === b.type) return a;
  if (a.kind === 'list' && b.kind === 'list') {
    return { kind: 'list', element: mergeShapes(a.element, b.element, path) };
  }
  if (a.kind === 'map' && b.kind === 'map') {
    return { kind: 'map', key: mergeShapes(a.key, b.key, path), value: mergeShapes(a.value, b.value, path) };
  }
  if (a.kind === 'struct' && b.kind === 'struct') {
    addFields(a.fields, b.fields, path);
    return a;
  }
  const what = `values are ${nameOf(a)} in some rows and ${nameOf(b)} in others: pass a schema`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column: path });
}

/**
 * Merges the fields of `added` into `fields`, in place: copying all fields for each row would take quadratic time if
 * every row had new ones.
 */
function addFields(fields: Map<string, Shape>, added: ReadonlyMap<string, Shape>, path: string): void {
  for (const [name, shape] of added) {
    fields.set(name, mergeShapes(fields.get(name) ?? nothing, shape, pathBelow(path, name)));
  }
}

/** Appends a name to a path, in the notation of `formatPath`. */
export function pathBelow(path: string, name: string): string {
  const escaped = name.replace(/[\\.]/g, '\\$&');
  return path === '' ? escaped : `${path}.${escaped}`;
}

function nameOf(shape: Shape): string {
  return shape.kind === 'scalar' ? shape.of : `${shape.kind}s`;
}
