/** Writes 64-bit integers as two 32-bit words, because creating a bigint per cell would take most of the time. */

/** Writes a safe integer at `index` of an INT64 array, which is viewed as 32-bit words. */
export function writeInt64(words: Int32Array, index: number, value: number): void {
  const high = Math.floor(value / 4_294_967_296);
  words[2 * index] = value - high * 4_294_967_296;
  words[2 * index + 1] = high;
}
