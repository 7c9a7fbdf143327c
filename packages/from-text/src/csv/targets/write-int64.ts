/**
 * Integers of 64 bits as two words of 32: creating a bigint per cell would take most of the time.
 */

/** Writes a safe integer as the element `index` of an array of INT64. */
export function writeInt64(words: Int32Array, index: number, value: number): void {
  const high = Math.floor(value / 4_294_967_296);
  words[2 * index] = value - high * 4_294_967_296;
  words[2 * index + 1] = high;
}
