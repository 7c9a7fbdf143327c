/**
 * The bits of a split-block Bloom filter (BloomFilter.md, "Algorithm").
 *
 *   filter   block 0 | block 1 | ... | block n - 1        n is at least 1
 *   block    eight 32-bit words, little endian; a hash sets one bit in each word
 *
 *   block of a hash:  (upper 32 bits * n) >> 32          in 64-bit arithmetic
 *   bit of word i:    (lower 32 bits * salt[i]) >> 27    in unsigned 32-bit arithmetic
 */

/** Number of bytes per block. */
export const blockBytes = 32;

/** The constants by which a hash is multiplied to select a bit: one for each word of a block. */
const salts: Int32Array = /* @__PURE__ */ Int32Array.of(
  0x47b6137b,
  0x44974d91,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);

/**
 * Returns the index of the block to which a hash belongs, in a filter of `blockCount` blocks (at most 2^31). `high` is
 * the upper word of the hash.
 */
export function blockIndexOf(high: number, blockCount: number): number {
  // The product can have 63 bits, more than a double can represent exactly. Multiplying the two 16-bit halves of `high`
  // separately keeps each product below 2^47, so that the sum is exact.
  const upperHalf = (high >>> 16) * blockCount;
  const lowerHalf = (high & 0xffff) * blockCount;
  return Math.floor((upperHalf + Math.floor(lowerHalf / 65536)) / 65536);
}

/** Adds a hash to a filter. The hash is given as two 32-bit words, the filter as an array of 32-bit words. */
export function insertHash(filter: Int32Array, low: number, high: number): void {
  const start = 8 * blockIndexOf(high, filter.length >> 3);
  for (let word = 0; word < 8; word++) {
    const bit = Math.imul(low, salts[word] as number) >>> 27;
    filter[start + word] = (filter[start + word] as number) | (1 << bit);
  }
}

/**
 * Returns true if all eight bits of a hash are set in the block that starts at `block[start]`. `low` is the lower word
 * of the hash.
 */
export function blockHasHash(block: Uint8Array, start: number, low: number): boolean {
  for (let word = 0; word < 8; word++) {
    const bit = Math.imul(low, salts[word] as number) >>> 27;
    const byte = block[start + 4 * word + (bit >> 3)] as number;
    if (((byte >> (bit & 7)) & 1) === 0) return false;
  }
  return true;
}
