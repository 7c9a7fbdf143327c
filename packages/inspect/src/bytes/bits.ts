/** Reads single values from packed bits. */

/** Returns the `width` bits (0 to 32) that start at bit `bit`, least significant bit first. The caller must check that they exist. */
export function readBits(bytes: Uint8Array, bit: number, width: number): number {
  let at = Math.floor(bit / 8);
  if (width <= 25) {
    // The value and the bits before it in its first byte fit in 32 bits. Bytes beyond the end count as 0.
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    const word = low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    return (word >>> (bit % 8)) & ((1 << width) - 1);
  }
  let value = 0;
  // Multiplies instead of shifting, because the value and the bits before it in its first byte may not fit in 32 bits.
  for (let have = -(bit % 8); have < width; have += 8) {
    const byte = bytes[at++] as number;
    value += have < 0 ? byte >>> -have : byte * 2 ** have;
  }
  return value % 2 ** width;
}

/** Like {@link readBits}, but for up to 64 bits. */
export function readWideBits(bytes: Uint8Array, bit: number, width: number): bigint {
  if (width <= 32) return BigInt(readBits(bytes, bit, width));
  return BigInt(readBits(bytes, bit, 32)) | (BigInt(readBits(bytes, bit + 32, width - 32)) << 32n);
}

/** Returns the sum of `count` values of `width` bits (0 to 64) each. The first value starts at bit `bit`. */
export function sumBits(bytes: Uint8Array, bit: number, width: number, count: number): bigint {
  if (width === 0) return 0n;
  const low = Math.min(width, 32);
  const high = width - low;
  let sum = 0n;
  for (let index = 0; index < count; ) {
    // Sums of this many numbers below 2^32 are exact.
    const until = Math.min(count, index + 2 ** 20);
    let lows = 0;
    let highs = 0;
    for (; index < until; index++) {
      const at = bit + index * width;
      lows += readBits(bytes, at, low);
      if (high > 0) highs += readBits(bytes, at + 32, high);
    }
    sum += BigInt(lows) + (BigInt(highs) << 32n);
  }
  return sum;
}

/** Returns the `width` bits (0 to 16) that start at bit `bit`, most significant bit first. */
export function readHighBits(bytes: Uint8Array, bit: number, width: number): number {
  let value = 0;
  for (let at = bit; at < bit + width; at++) {
    value = (value << 1) | (((bytes[Math.floor(at / 8)] as number) >>> (7 - (at % 8))) & 1);
  }
  return value;
}
