/** Little-endian integers at any alignment. The caller checks positions. */

/** Reads an unsigned integer, 0 to 2^32 - 1. */
export function readUint32(bytes: Uint8Array, position: number): number {
  return readInt32(bytes, position) >>> 0;
}

/** Reads a signed integer, -2^31 to 2^31 - 1. */
export function readInt32(bytes: Uint8Array, position: number): number {
  return (
    (bytes[position] as number) |
    ((bytes[position + 1] as number) << 8) |
    ((bytes[position + 2] as number) << 16) |
    ((bytes[position + 3] as number) << 24)
  );
}

/** Writes the low 32 bits of `value`; returns the position after them. */
export function writeUint32(bytes: Uint8Array, position: number, value: number): number {
  bytes[position] = value;
  bytes[position + 1] = value >>> 8;
  bytes[position + 2] = value >>> 16;
  bytes[position + 3] = value >>> 24;
  return position + 4;
}
