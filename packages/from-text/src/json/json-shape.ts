/**
 * The shape of a JSON value: a scalar type, a list or an object. The shape of a column is widened, row by row, until it
 * covers all values of the column.
 */
import { defaultLimits, ParquetError } from '@marquetry/core';
import { type FieldDefinition, formatPath } from '@marquetry/schema';

/** The shape of a JSON value. `nothing` is the shape of null. */
export type JsonShape =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly type: 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'STRING' }
  | { readonly kind: 'list'; readonly element: JsonShape }
  | { readonly kind: 'struct'; readonly fields: Map<string, JsonShape> };

export const nothing: JsonShape = { kind: 'nothing' };
const boolean: JsonShape = { kind: 'scalar', type: 'BOOLEAN' };
const integer: JsonShape = { kind: 'scalar', type: 'INT64' };
const double: JsonShape = { kind: 'scalar', type: 'DOUBLE' };
const string: JsonShape = { kind: 'scalar', type: 'STRING' };

/**
 * Returns the shape of a value that `parseWithDecimals` returned.
 * @throws ParquetError INVALID_ARGUMENT, with the path, for an integer that does not fit in 64 bits, and for a list
 * with elements of different kinds; LIMIT for a value that is nested too deeply.
 */
export function shapeOf(value: unknown, mark: string, path: readonly string[]): JsonShape {
  if (value === null) return nothing;
  if (typeof value === 'boolean') return boolean;
  if (typeof value === 'number') return integer;
  if (typeof value === 'string') return value.startsWith(mark) ? numberShape(value.slice(mark.length), path) : string;
  if (path.length > defaultLimits.schemaDepth) {
    throw new ParquetError('LIMIT', `values must not be nested deeper than ${defaultLimits.schemaDepth} levels`);
  }
  if (Array.isArray(value)) {
    const inside = [...path, 'list', 'element'];
    let element = nothing;
    for (const entry of value) element = widerShape(element, shapeOf(entry, mark, inside), inside);
    return { kind: 'list', element };
  }
  const fields = new Map<string, JsonShape>();
  for (const [name, field] of Object.entries(value as object)) fields.set(name, shapeOf(field, mark, [...path, name]));
  return { kind: 'struct', fields };
}

function numberShape(digits: string, path: readonly string[]): JsonShape {
  if (digits === '') return double;
  const exact = BigInt(digits);
  if (BigInt.asIntN(64, exact) === exact) return integer;
  throw invalid(
    `the integer ${digits.slice(0, 40)} does not fit in 64 bits: define the column as a DECIMAL in \`schema\``,
    path,
  );
}

/**
 * Returns the narrowest shape that covers both `a` and `b`. Does not change them; returns `a` itself if it covers `b`.
 * @throws ParquetError INVALID_ARGUMENT, with the path, if no shape covers both.
 */
export function widerShape(a: JsonShape, b: JsonShape, path: readonly string[]): JsonShape {
  if (b.kind === 'nothing' || a === b) return a;
  if (a.kind === 'nothing') return b;
  if (a.kind === 'scalar' && b.kind === 'scalar' && isNumber(a) && isNumber(b)) return double;
  if (a.kind === 'list' && b.kind === 'list') {
    const element = widerShape(a.element, b.element, [...path, 'list', 'element']);
    return element === a.element ? a : { kind: 'list', element };
  }
  if (a.kind === 'struct' && b.kind === 'struct') {
    let { fields } = a;
    for (const [name, field] of b.fields) {
      const before = fields.get(name);
      const wider = before === undefined ? field : widerShape(before, field, [...path, name]);
      if (wider === before) continue;
      if (fields === a.fields) fields = new Map(fields);
      fields.set(name, wider);
    }
    return fields === a.fields ? a : { kind: 'struct', fields };
  }
  throw invalid(`the value is ${nameOf(b)}, but earlier rows have ${nameOf(a)}`, path);
}

/** True for the shapes of numbers. Compares with `===`, because each scalar shape is a single object. */
function isNumber(shape: JsonShape): boolean {
  return shape === integer || shape === double;
}

function nameOf(shape: JsonShape): string {
  if (shape.kind === 'struct') return 'an object';
  if (shape.kind === 'list') return 'a list';
  return shape === boolean ? 'a boolean' : shape === string ? 'a string' : 'a number';
}

/**
 * Returns the field definition for values of this shape.
 * @throws ParquetError INVALID_ARGUMENT if an object has no fields in any row.
 */
export function definitionOfShape(shape: JsonShape, path: readonly string[]): FieldDefinition {
  switch (shape.kind) {
    case 'nothing':
      return { type: 'STRING', optional: true };
    case 'scalar':
      return { type: shape.type, optional: true };
    case 'list':
      return { list: definitionOfShape(shape.element, [...path, 'list', 'element']), optional: true };
    case 'struct': {
      if (shape.fields.size === 0)
        throw invalid('the object has no fields in any row of the sample: define its type in `schema`', path);
      const fields: Record<string, FieldDefinition> = Object.create(null);
      for (const [name, field] of shape.fields) fields[name] = definitionOfShape(field, [...path, name]);
      return { fields, optional: true };
    }
  }
}

function invalid(reason: string, path: readonly string[]): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason, path.length === 0 ? {} : { column: formatPath(path) });
}
