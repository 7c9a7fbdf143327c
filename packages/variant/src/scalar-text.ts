/** Formats variant primitives as text, with the functions that format columns of the same type. */
import { PhysicalType, type Values } from '@marquetry/core';
import { createWriter, jsonStyle, type Style, textStyle, type WriteValue } from '@marquetry/json';
import { uuidText, withScale } from '@marquetry/logical';
import { defineSchema, type LeafNode } from '@marquetry/schema';
import type { PrimitiveKind } from './encoding/kind.js';
import type { Variant } from './encoding/variant.js';

/** Formats a variant primitive as text. */
export type ScalarText = (variant: Variant) => string;

/**
 * Creates a function that formats primitives. Null, numbers and booleans are written as in JSON, strings by
 * `style.string`, and other values by `style.bare`.
 */
export function createScalarText(style: Style): ScalarText {
  const columns = createColumns();
  const writers = new Map<LeafNode, (values: Values) => WriteValue>();
  const writerOf = (leaf: LeafNode): ((values: Values) => WriteValue) => {
    const known = writers.get(leaf);
    if (known !== undefined) return known;
    const made = createWriter(leaf, style);
    writers.set(leaf, made);
    return made;
  };
  const fixed = <A extends Int32Array | BigInt64Array | Float32Array | Float64Array>(kind: ColumnKind, data: A) => {
    const leaf = columns[kind];
    let write: WriteValue | undefined;
    return (value: A[0]): string => {
      data[0] = value;
      write ??= writerOf(leaf)({ layout: 'fixed', type: leaf.type, length: 1, width: leaf.width, data } as Values);
      return write(0);
    };
  };
  const float = fixed('float', new Float32Array(1));
  const double = fixed('double', new Float64Array(1));
  const date = fixed('date', new Int32Array(1));
  const times = {
    time: fixed('time', new BigInt64Array(1)),
    timestamp: fixed('timestamp', new BigInt64Array(1)),
    timestampNtz: fixed('timestampNtz', new BigInt64Array(1)),
    timestampNanos: fixed('timestampNanos', new BigInt64Array(1)),
    timestampNtzNanos: fixed('timestampNtzNanos', new BigInt64Array(1)),
  };
  return (variant) => {
    const kind = variant.kind as PrimitiveKind;
    switch (kind) {
      case 'null':
        return 'null';
      case 'boolean':
        return String(variant.asBoolean());
      case 'int8':
      case 'int16':
      case 'int32':
        return String(variant.asNumber());
      case 'int64':
        return String(variant.asBigint());
      case 'float':
        return float(variant.asNumber());
      case 'double':
        return double(variant.asNumber());
      case 'date':
        return date(variant.asNumber());
      case 'decimal4':
      case 'decimal8':
      case 'decimal16': {
        const { unscaled, scale } = variant.asDecimal();
        return withScale(String(unscaled), scale);
      }
      case 'string':
        return style.string(variant.asString());
      case 'uuid':
        return style.bare(uuidText(variant.asBytes(), 0));
      case 'binary': {
        const data = variant.asBytes();
        const offsets = Int32Array.of(0, data.length);
        const type = PhysicalType.BYTE_ARRAY;
        return writerOf(columns.binary)({ layout: 'bytes', type, length: 1, offsets, data })(0);
      }
      default:
        return times[kind](variant.asBigint());
    }
  };
}

type ColumnKind =
  | 'float'
  | 'double'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestampNtz'
  | 'timestampNanos'
  | 'timestampNtzNanos'
  | 'binary';

/** Returns, for each kind of variant, a column whose values are formatted like variants of that kind. */
function createColumns(): Readonly<Record<ColumnKind, LeafNode>> {
  const { leaves } = defineSchema({
    float: 'FLOAT',
    double: 'DOUBLE',
    date: 'DATE',
    time: { type: 'TIME', isAdjustedToUTC: false },
    timestamp: { type: 'TIMESTAMP' },
    timestampNtz: { type: 'TIMESTAMP', isAdjustedToUTC: false },
    timestampNanos: { type: 'TIMESTAMP', unit: 'NANOS' },
    timestampNtzNanos: { type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: false },
    binary: 'BYTE_ARRAY',
  });
  return Object.fromEntries(leaves.map((leaf) => [leaf.name, leaf])) as Record<ColumnKind, LeafNode>;
}

let plainText: ScalarText | undefined;

/** Returns the text of a primitive without quotes and escapes. */
export function scalarText(variant: Variant): string {
  plainText ??= createScalarText(textStyle);
  return plainText(variant);
}

let jsonText: ScalarText | undefined;

/** Returns a primitive as JSON. */
export function scalarJson(variant: Variant): string {
  jsonText ??= createScalarText(jsonStyle);
  return jsonText(variant);
}
