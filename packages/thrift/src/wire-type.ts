/**
 * The type nibble of the compact protocol (thrift-compact-protocol.md#struct-encoding, #list-and-set).
 */

/**
 * What a field header or a list header says of the value after it. A boolean field has its value in its type and no byte
 * of its own; a boolean element of a list has a byte, and its list names either TRUE or FALSE as the type.
 */
export const WireType = {
  STOP: 0,
  TRUE: 1,
  FALSE: 2,
  I8: 3,
  I16: 4,
  I32: 5,
  I64: 6,
  DOUBLE: 7,
  BINARY: 8,
  LIST: 9,
  SET: 10,
  MAP: 11,
  STRUCT: 12,
  UUID: 13,
} as const;
export type WireType = (typeof WireType)[keyof typeof WireType];

/** The name of a wire type for messages, `type N` for one that does not exist. */
export function nameOfWireType(type: number): string {
  for (const [name, id] of Object.entries(WireType)) if (id === type) return name;
  return `type ${type}`;
}

/** True for TRUE to UUID; in literals, since this is as hot as the reader itself. */
export function isValueType(type: number): boolean {
  return type > 0 && type <= 13;
}
