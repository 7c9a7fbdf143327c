/** Functions that pack bits and read integers as bigints. They are slow, but easy to verify. */

/** Packs values of `width` bits, least significant bit first, padded with zeros to whole bytes. */
export function packBits(values: readonly bigint[], width: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((values.length * width) / 8));
  for (const [i, value] of values.entries()) {
    for (let bit = 0, rest = value; bit < width && rest !== 0n; bit++, rest >>= 1n) {
      const at = i * width + bit;
      if (rest & 1n) bytes[at >> 3] = (bytes[at >> 3] as number) | (1 << (at & 7));
    }
  }
  return bytes;
}

/** Encodes a ULEB128 varint. */
export function uleb(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
}

export function zigzag(value: bigint): bigint {
  return value < 0n ? -2n * value - 1n : 2n * value;
}

/** Reads little-endian bytes as a signed integer. */
export function toInteger(bytes: Uint8Array): bigint {
  return BigInt.asIntN(
    8 * bytes.length,
    bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n),
  );
}
