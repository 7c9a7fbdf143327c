/**
 * The types of variant values, and how many bytes each primitive takes (VariantEncoding.md#encoding-types).
 */

/**
 * The type of a variant value. `timestamp` and `timestampNanos` are instants in UTC, and their `Ntz` forms are local
 * times; they count microseconds or nanoseconds since 1970. `time` is a local time in microseconds since midnight, and
 * `date` is in days since 1970-01-01.
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

/** The kind of a value that contains neither fields nor elements. */
export type PrimitiveKind = Exclude<VariantKind, 'object' | 'array'>;

/** The basic type of a value, stored in the lower two bits of its first byte. */
export const BasicType = { PRIMITIVE: 0, SHORT_STRING: 1, OBJECT: 2, ARRAY: 3 } as const;

/** The kind of a primitive type, and the number of its data bytes. */
export interface PrimitiveType {
  readonly kind: PrimitiveKind;
  /** Number of data bytes after the first byte; undefined if they start with their own length, in 4 bytes. */
  readonly dataBytes: number | undefined;
}

const type = (kind: PrimitiveKind, dataBytes?: number): PrimitiveType => ({ kind, dataBytes });

/** The primitive types by id. The id is in the upper six bits of a primitive's first byte. */
export const primitiveTypes: readonly PrimitiveType[] = [
  ...[type('null', 0), type('boolean', 0), type('boolean', 0), type('int8', 1), type('int16', 2), type('int32', 4)],
  ...[type('int64', 8), type('double', 8), type('decimal4', 5), type('decimal8', 9), type('decimal16', 17)],
  ...[type('date', 4), type('timestamp', 8), type('timestampNtz', 8), type('float', 4), type('binary')],
  ...[type('string'), type('time', 8), type('timestampNanos', 8), type('timestampNtzNanos', 8), type('uuid', 16)],
];

/** The type id of `true`. The id of `false` is one higher. */
export const trueId = 1;

/** Returns the type id of a kind; for `boolean`, the id of `true`. */
export function primitiveId(kind: PrimitiveKind): number {
  return primitiveTypes.findIndex((each) => each.kind === kind);
}

/** Maximum number of digits of a decimal, which is also its maximum scale. */
export const maxDecimalDigits: Readonly<Record<'decimal4' | 'decimal8' | 'decimal16', number>> = {
  decimal4: 9,
  decimal8: 18,
  decimal16: 38,
};
