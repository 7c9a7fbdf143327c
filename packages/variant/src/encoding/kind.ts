/**
 * The types of variant values, and how many bytes each primitive takes (VariantEncoding.md#encoding-types).
 */

/**
 * The type of a value. `timestamp` and `timestampNanos` are instants in UTC, their `Ntz` forms local times; both count from 1970 in
 * microseconds or nanoseconds. `time` is local, in microseconds since midnight, `date` in days since 1970-01-01.
 */
export type VariantKind =
  | 'null'
  | 'boolean'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'float'
  | 'double'
  | 'decimal4'
  | 'decimal8'
  | 'decimal16'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestampNtz'
  | 'timestampNanos'
  | 'timestampNtzNanos'
  | 'binary'
  | 'string'
  | 'uuid'
  | 'object'
  | 'array';

/** A kind that has neither fields nor elements. */
export type PrimitiveKind = Exclude<VariantKind, 'object' | 'array'>;

/** The lower two bits of a value's first byte. */
export const BasicType = { PRIMITIVE: 0, SHORT_STRING: 1, OBJECT: 2, ARRAY: 3 } as const;

/** The kind of a primitive type, and its number of data bytes. */
export interface PrimitiveType {
  readonly kind: PrimitiveKind;
  /** Number of bytes after the first one; undefined if a length of 4 bytes precedes them. */
  readonly dataBytes: number | undefined;
}

const type = (kind: PrimitiveKind, dataBytes?: number): PrimitiveType => ({ kind, dataBytes });

/** By id: the upper six bits of a primitive's first byte. */
export const primitiveTypes: readonly PrimitiveType[] = [
  ...[type('null', 0), type('boolean', 0), type('boolean', 0), type('int8', 1), type('int16', 2), type('int32', 4)],
  ...[type('int64', 8), type('double', 8), type('decimal4', 5), type('decimal8', 9), type('decimal16', 17)],
  ...[type('date', 4), type('timestamp', 8), type('timestampNtz', 8), type('float', 4), type('binary')],
  ...[type('string'), type('time', 8), type('timestampNanos', 8), type('timestampNtzNanos', 8), type('uuid', 16)],
];

/** The id of `true`; that of `false` is one higher. */
export const trueId = 1;

/** Returns the id of a kind; for `boolean`, the id of `true`. */
export function primitiveId(kind: PrimitiveKind): number {
  return primitiveTypes.findIndex((each) => each.kind === kind);
}

/** Maximum number of digits of a decimal, which is also its maximum scale. */
export const maxDecimalDigits: Readonly<Record<'decimal4' | 'decimal8' | 'decimal16', number>> = {
  decimal4: 9,
  decimal8: 18,
  decimal16: 38,
};
