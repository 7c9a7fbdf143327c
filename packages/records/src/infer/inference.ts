/** Infers a schema from rows, one row at a time. */
import { ParquetError, withPlace } from '@marquetry/core';
import { defineSchema, type FieldDefinition, type Schema } from '@marquetry/schema';
import { mergeShapes, nothing, pathBelow, type Shape } from './shape.js';
import { shapeOf } from './shape-of.js';

/** Accumulates the types of the columns from the rows added so far, without keeping the rows. */
export interface Inference {
  /**
   * Adds a row.
   * @throws ParquetError INVALID_ARGUMENT or LIMIT as `inferSchema` does, with the row number.
   */
  add(row: unknown): void;
  /**
   * Returns the schema that fits all rows added so far.
   * @throws ParquetError INVALID_ARGUMENT for rows without fields.
   */
  schema(): Schema;
}

export function createInference(): Inference {
  let shape: Shape = nothing;
  let row = 0;
  return {
    add: (value) => {
      try {
        const own = shapeOf(value, '');
        if (own.kind !== 'struct') throw new ParquetError('INVALID_ARGUMENT', 'a row must be an object with fields');
        shape = mergeShapes(shape, own, '');
      } catch (error) {
        throw withPlace(error, { row });
      }
      row++;
    },
    schema: () => {
      if (shape.kind !== 'struct' || shape.fields.size === 0) {
        throw new ParquetError(
          'INVALID_ARGUMENT',
          `none of the ${row} rows has a field to infer a schema from: pass a schema`,
        );
      }
      return defineSchema(definitions(shape.fields, ''));
    },
  };
}

function definitions(fields: ReadonlyMap<string, Shape>, path: string): Record<string, FieldDefinition> {
  // Use an object without a prototype, so that any field name is safe.
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
      // If the map was empty in every row, the type of its keys is unknown, so use STRING.
      const key = shape.key.kind === 'nothing' ? 'STRING' : definition(shape.key, `${path}.key_value.key`, false);
      return { map: [key, definition(shape.value, `${path}.key_value.value`, true)], optional };
    }
    case 'struct':
      if (shape.fields.size === 0) {
        const reason =
          'an object must have a field in at least one row, because Parquet groups cannot be empty: pass a schema';
        throw new ParquetError('INVALID_ARGUMENT', reason, { column: path });
      }
      return { fields: definitions(shape.fields, path), optional };
  }
}
