/**
 * What is known of a column's type after some values: shapes, and what two of them have in common.
 */
import { ParquetError } from '@marquetry/core';
import type { ColumnTypeName } from '@marquetry/schema';

/** Of one or more values. `nothing` is of nulls alone. */
export type Shape =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly type: ColumnTypeName; readonly of: string }
  | { readonly kind: 'list'; readonly element: Shape }
  | { readonly kind: 'map'; readonly key: Shape; readonly value: Shape }
  | { readonly kind: 'struct'; readonly fields: Map<string, Shape> };

export const nothing: Shape = { kind: 'nothing' };

/**
 * The shape of both. May be `a`, with what `b` has more.
 * @throws ParquetError INVALID_ARGUMENT, with the path and both kinds, when there is none.
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
  const what = `values are ${nameOf(a)} in some rows and ${nameOf(b)} in others: give a schema`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column: path });
}

/** Adds to `fields`: a copy a row would take the square of the time where every row has fields of its own. */
function addFields(fields: Map<string, Shape>, added: ReadonlyMap<string, Shape>, path: string): void {
  for (const [name, shape] of added) {
    fields.set(name, mergeShapes(fields.get(name) ?? nothing, shape, pathBelow(path, name)));
  }
}

/** As `formatPath` writes paths, built from above. */
export function pathBelow(path: string, name: string): string {
  const escaped = name.replace(/[\\.]/g, '\\$&');
  return path === '' ? escaped : `${path}.${escaped}`;
}

function nameOf(shape: Shape): string {
  return shape.kind === 'scalar' ? shape.of : `${shape.kind}s`;
}
