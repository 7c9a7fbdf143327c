/**
 * A schema from rows.
 */
import { ParquetError, withPlace } from '@marquetry/core';
import { defineSchema, type FieldDefinition, type Schema } from '@marquetry/schema';
import { mergeShapes, nothing, pathBelow, type Shape } from './shape.js';
import { shapeOf } from './shape-of.js';

/**
 * The schema of these rows: everything optional, fields in the order in which they first appear. Numbers are DOUBLE, bigints INT64,
 * strings STRING, Uint8Arrays BYTE_ARRAY, Dates TIMESTAMP(MILLIS, UTC); arrays lists, typed arrays lists of their element
 * type, Maps maps, other objects groups. Nulls alone make UNKNOWN.
 * @throws ParquetError INVALID_ARGUMENT, with column and row, for values that no one type holds (numbers beside bigints),
 *   that no column holds (functions), that hold themselves, and for objects that have no field in any row; LIMIT for
 *   what is nested too deep.
 */
export function inferSchema(rows: Iterable<unknown>): Schema {
  let shape: Shape = nothing;
  let row = 0;
  for (const value of rows) {
    try {
      const own = shapeOf(value, '');
      if (own.kind !== 'struct') throw new ParquetError('INVALID_ARGUMENT', 'a row must be an object with fields');
      shape = mergeShapes(shape, own, '');
    } catch (error) {
      throw withPlace(error, { row });
    }
    row++;
  }
  if (shape.kind !== 'struct' || shape.fields.size === 0) {
    throw new ParquetError('INVALID_ARGUMENT', `${row} rows have no fields to infer a schema from: give one`);
  }
  return defineSchema(definitions(shape.fields, ''));
}

function definitions(fields: ReadonlyMap<string, Shape>, path: string): Record<string, FieldDefinition> {
  // No prototype, so that any name is safe.
  const defined: Record<string, FieldDefinition> = Object.create(null);
  for (const [name, shape] of fields) defined[name] = definition(shape, pathBelow(path, name), true);
  return defined;
}

function definition(shape: Shape, path: string, optional: boolean): FieldDefinition {
  switch (shape.kind) {
    case 'nothing':
      return { type: 'UNKNOWN', optional };
    case 'scalar':
      return shape.type === 'TIMESTAMP'
        ? { type: 'TIMESTAMP', unit: 'MILLIS', optional }
        : { type: shape.type, optional };
    case 'list':
      return { list: definition(shape.element, `${path}.list.element`, true), optional };
    case 'map': {
      // A map that was empty wherever it was: its keys may be anything.
      const key = shape.key.kind === 'nothing' ? 'STRING' : definition(shape.key, `${path}.key_value.key`, false);
      return { map: [key, definition(shape.value, `${path}.key_value.value`, true)], optional };
    }
    case 'struct':
      if (shape.fields.size === 0) {
        const reason = 'an object has no fields in any row: a Parquet group needs one';
        throw new ParquetError('INVALID_ARGUMENT', reason, { column: path });
      }
      return { fields: definitions(shape.fields, path), optional };
  }
}
