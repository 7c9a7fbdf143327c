/** Reads and writes integers of 1 to 16 bytes, least significant byte first. */

/** Reads an unsigned integer of 1 to 4 bytes. The array must contain all these bytes. */
export function readUint(bytes: Uint8Array, at: number, size: number): number {
  let value = bytes[at] as number;
  if (size > 1) value |= (bytes[at + 1] as number) << 8;
  if (size > 2) value |= (bytes[at + 2] as number) << 16;
  if (size > 3) value |= (bytes[at + 3] as number) << 24;
  return value >>> 0;
}

/** Returns the number of bytes that an unsigned integer below 2^32 needs: 1 to 4. */
export function uintSize(value: number): number {
  return value < 0x100 ? 1 : value < 0x1_0000 ? 2 : value < 0x100_0000 ? 3 : 4;
}

/** Reads a signed integer of `size` bytes. `size` must be a multiple of 4. */
export function readInt(bytes: Uint8Array, at: number, size: number): bigint {
  let value = BigInt(readUint(bytes, at + size - 4, 4) | 0);
  for (let i = size - 8; i >= 0; i -= 4) value = (value << 32n) | BigInt(readUint(bytes, at + i, 4));
  return value;
}

/** Writes a signed integer to `size` bytes. The integer must fit. */
export function writeInt(bytes: Uint8Array, at: number, size: number, value: bigint): void {
  let rest = value;
  for (let i = 0; i < size; i++) {
    bytes[at + i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}
