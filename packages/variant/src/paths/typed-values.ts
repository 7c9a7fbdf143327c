/** Converts variant values of one kind to a column, so that predicates can treat them like a column of that type. */
import { noNulls, PhysicalType, type Values } from '@marquetry/core';
import { defineSchema, type FieldDefinition, type Schema } from '@marquetry/schema';
import type { Variant } from '../encoding/variant.js';

/** The values of one kind, with the rows that contain them. */
export interface KindValues {
  readonly schema: Schema;
  readonly rows: number[];
  add(variant: Variant): void;
  values(): Values;
}

/**
 * Returns a key that is equal for kinds whose values can be compared with each other; undefined if values of the kind cannot be compared.
 */
export function keyOfKind(variant: Variant): string | undefined {
  const { kind } = variant;
  if (kind === 'object' || kind === 'array' || kind === 'null') return undefined;
  return kind.startsWith('decimal') ? `decimal ${variant.asDecimal().scale}` : kind;
}

export function valuesOfKind(key: string): KindValues {
  const [kind, scale] = key.split(' ');
  switch (kind) {
    case 'boolean':
      return collect('BOOLEAN', (variant) => variant.asBoolean(), bits);
    case 'int8':
    case 'int16':
    case 'int32':
      return collect(kind === 'int8' ? 'INT8' : kind === 'int16' ? 'INT16' : 'INT32', asNumber, int32s);
    case 'date':
      return collect('DATE', asNumber, int32s);
    case 'float':
      return collect('FLOAT', asNumber, (values) => fixed(PhysicalType.FLOAT, 4, Float32Array.from(values)));
    case 'double':
      return collect('DOUBLE', asNumber, (values) => fixed(PhysicalType.DOUBLE, 8, Float64Array.from(values)));
    case 'decimal':
      return collect(
        { type: 'DECIMAL', precision: 38, scale: Number(scale) },
        (variant) => bigEndian(variant.asDecimal().unscaled),
        wide,
      );
    case 'uuid':
      return collect('UUID', (variant) => variant.asBytes(), wide);
    case 'string':
      return collect('STRING', (variant) => encoder.encode(variant.asString()), byteArrays);
    case 'binary':
      return collect('BYTE_ARRAY', (variant) => variant.asBytes(), byteArrays);
    case 'time':
      return collect({ type: 'TIME', isAdjustedToUTC: false }, asBigint, int64s);
    case 'timestamp':
    case 'timestampNtz':
      return collect({ type: 'TIMESTAMP', isAdjustedToUTC: kind === 'timestamp' }, asBigint, int64s);
    case 'timestampNanos':
    case 'timestampNtzNanos': {
      const isAdjustedToUTC = kind === 'timestampNanos';
      return collect({ type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC }, asBigint, int64s);
    }
    default:
      return collect('INT64', asBigint, int64s);
  }
}

/** Returns the values as a column without nulls. */
export function pieceOf(values: Values): {
  readonly values: Values;
  readonly nulls: typeof noNulls;
  readonly slotCount: number;
  readonly rowCount: number;
  readonly spaced: false;
} {
  return { values, nulls: noNulls, slotCount: values.length, rowCount: values.length, spaced: false };
}

function collect<T>(
  type: FieldDefinition,
  read: (variant: Variant) => T,
  joined: (values: readonly T[]) => Values,
): KindValues {
  const found: T[] = [];
  return {
    schema: defineSchema({ v: type }),
    rows: [],
    add: (variant) => void found.push(read(variant)),
    values: () => joined(found),
  };
}

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

const asNumber = (variant: Variant): number => variant.asNumber();
const asBigint = (variant: Variant): bigint => variant.asBigint();

type FixedData = Extract<Values, { readonly layout: 'fixed' }>['data'];

function fixed(type: PhysicalType, width: number, data: FixedData): Values {
  const length = data instanceof Uint8Array ? data.length / width : data.length;
  return { layout: 'fixed', type, width, length, data } as Values;
}

const int32s = (values: readonly number[]): Values => fixed(PhysicalType.INT32, 4, Int32Array.from(values));
const int64s = (values: readonly bigint[]): Values => fixed(PhysicalType.INT64, 8, BigInt64Array.from(values));

function bits(values: readonly boolean[]): Values {
  const data = new Uint8Array((values.length + 7) >> 3);
  for (const [i, value] of values.entries()) if (value) data[i >> 3] = (data[i >> 3] as number) | (1 << (i & 7));
  return { layout: 'bits', type: PhysicalType.BOOLEAN, length: values.length, data };
}

/** Concatenates values of 16 bytes each. */
function wide(values: readonly Uint8Array[]): Values {
  const data = new Uint8Array(16 * values.length);
  for (const [i, value] of values.entries()) data.set(value, 16 * i);
  return fixed(PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, data);
}

function byteArrays(values: readonly Uint8Array[]): Values {
  const offsets = new Int32Array(values.length + 1);
  for (const [i, value] of values.entries()) offsets[i + 1] = (offsets[i] as number) + value.length;
  const data = new Uint8Array(offsets[values.length] as number);
  for (const [i, value] of values.entries()) data.set(value, offsets[i] as number);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: values.length, offsets, data };
}

/** Returns 16 bytes in two's complement, most significant byte first. */
function bigEndian(unscaled: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(16));
  view.setBigInt64(0, unscaled >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, unscaled));
  return new Uint8Array(view.buffer);
}
