/** Slow but simple implementations. Tests compare the kernels with them. */

/** Returns `width` bits of `bytes`, starting at bit `bit`, the least significant first. */
export function bitsOf(bytes: Uint8Array, bit: number, width: number): bigint {
  let value = 0n;
  for (let k = 0; k < width; k++) {
    const at = bit + k;
    value |= BigInt((bytes[at >> 3]! >> (at & 7)) & 1) << BigInt(k);
  }
  return value;
}

/** Returns pseudo-random bytes. */
export function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed * 2654435761;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

export const widths = (to: number): number[] => Array.from({ length: to + 1 }, (_, width) => width);
export const counts: readonly number[] = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 100];
export const alignments: readonly number[] = [0, 1, 3];
/** How many other bytes follow the packed data in tests. Kernels with wide loads must not require any. */
export const tails: readonly number[] = [0, 1, 3, 4, 8, 40];
