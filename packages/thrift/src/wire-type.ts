/**
 * The type nibble of the compact protocol (thrift-compact-protocol.md#struct-encoding, #list-and-set).
 */

/**
 * The type of a value, from the header of its field or list. A boolean field has its value in the type and has no
 * byte of its own. A boolean element of a list has a byte, and the type of its list is TRUE or FALSE.
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

/** Returns the name of a wire type for messages, or `type N` for a type that does not exist. */
export function nameOfWireType(type: number): string {
  for (const [name, id] of Object.entries(WireType)) if (id === type) return name;
  return `type ${type}`;
}

/** True for TRUE to UUID. Compares with literals for speed, because it runs for every field. */
export function isValueType(type: number): boolean {
  return type > 0 && type <= 13;
}
