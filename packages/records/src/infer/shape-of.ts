/** Determines the column type that a value needs, as a `Shape`. */
import { defaultLimits, ParquetError } from '@marquetry/core';
import type { ColumnTypeName } from '@marquetry/schema';
import { shownValue } from '../write/refuse.js';
import { isStructObject } from '../write/struct-object.js';
import { mergeShapes, nothing, pathBelow, type Shape } from './shape.js';

const scalar = (type: ColumnTypeName, of: string): Shape => ({ kind: 'scalar', type, of });

const scalars = {
  number: scalar('DOUBLE', 'numbers'),
  bigint: scalar('INT64', 'bigints'),
  string: scalar('STRING', 'strings'),
  boolean: scalar('BOOLEAN', 'booleans'),
};
const bytes = scalar('BYTE_ARRAY', 'bytes');
const dates = scalar('TIMESTAMP', 'Dates');

/**
 * The column types for the elements of typed arrays, which become lists. Uint8Array is not among them, because it
 * becomes a byte array.
 */
const elementTypes: ReadonlyMap<string, ColumnTypeName> = /* @__PURE__ */ new Map([
  ['Int8Array', 'INT8'],
  ['Uint8ClampedArray', 'UINT8'],
  ['Int16Array', 'INT16'],
  ['Uint16Array', 'UINT16'],
  ['Int32Array', 'INT32'],
  ['Uint32Array', 'UINT32'],
  ['BigInt64Array', 'INT64'],
  ['BigUint64Array', 'UINT64'],
  ['Float32Array', 'FLOAT'],
  ['Float64Array', 'DOUBLE'],
]);

/**
 * Returns the shape of a value: the column type that it needs.
 * @throws ParquetError INVALID_ARGUMENT, with the path, for a value that no column type can store and for a cyclic
 * object; LIMIT for values nested more deeply than schemas may be.
 */
export function shapeOf(value: unknown, path: string, above: readonly object[] = []): Shape {
  if (value === null || value === undefined) return nothing;
  const type = typeof value;
  if (type === 'number' || type === 'bigint' || type === 'string' || type === 'boolean') return scalars[type];
  if (typeof value !== 'object') throw unstorable(value, path);
  if (value instanceof Uint8Array) return bytes;
  if (value instanceof Date) return dates;
  if (ArrayBuffer.isView(value)) return typedArray(value, path);
  if (above.includes(value)) throw invalid('the row is cyclic: an object contains itself', path);
  if (above.length >= defaultLimits.schemaDepth) {
    throw new ParquetError('LIMIT', `values must not be nested more than ${defaultLimits.schemaDepth} levels deep`, {
      column: path,
    });
  }
  return container(value, path, [...above, value]);
}

function container(value: object, path: string, above: readonly object[]): Shape {
  if (value instanceof Map) {
    let key = nothing;
    let inner = nothing;
    for (const [entryKey, entryValue] of value) {
      key = mergeShapes(key, shapeOf(entryKey, `${path}.key_value.key`, above), `${path}.key_value.key`);
      inner = mergeShapes(inner, shapeOf(entryValue, `${path}.key_value.value`, above), `${path}.key_value.value`);
    }
    return { kind: 'map', key, value: inner };
  }
  if (Array.isArray(value) || value instanceof Set) {
    let element = nothing;
    const elementPath = `${path}.list.element`;
    for (const entry of value) element = mergeShapes(element, shapeOf(entry, elementPath, above), elementPath);
    return { kind: 'list', element };
  }
  if (!isStructObject(value)) throw unstorable(value, path);
  const fields = new Map<string, Shape>();
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = pathBelow(path, name);
    fields.set(name, shapeOf(field, fieldPath, above));
  }
  return { kind: 'struct', fields };
}

function typedArray(value: ArrayBufferView, path: string): Shape {
  const type = elementTypes.get(Object.prototype.toString.call(value).slice(8, -1));
  if (type === undefined) throw unstorable(value, path);
  return { kind: 'list', element: scalar(type, `${type} from typed arrays`) };
}

function unstorable(value: unknown, path: string): ParquetError {
  return invalid(`no column type can store ${shownValue(value)}`, path);
}

function invalid(reason: string, column: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason, { column });
}
