/** The 4-bit type ids of the compact protocol (thrift-compact-protocol.md#struct-encoding, #list-and-set). */

/**
 * The type of a value, from the header of its field or list. The type of a boolean field is its value, TRUE or FALSE,
 * and no byte follows. Booleans in a list have one byte each; the element type of the list is TRUE or FALSE.
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

/** Returns the name of a wire type for use in messages, or `type N` if the type does not exist. */
export function nameOfWireType(type: number): string {
  for (const [name, id] of Object.entries(WireType)) if (id === type) return name;
  return `type ${type}`;
}

/**
 * True for the types from TRUE to UUID. Compares with literals for speed, because this function runs for every field.
 */
export function isValueType(type: number): boolean {
  return type > 0 && type <= 13;
}
