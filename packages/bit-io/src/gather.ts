/** Copies elements of an array by index ("gather"), four per iteration. */

/** Copies 32-bit elements by index, as {@link Kernels.gather32} specifies. */
export function gather32(
  source: Int32Array,
  indices: Int32Array,
  from: number,
  count: number,
  target: Int32Array,
  at: number,
): void {
  const end = from + count;
  let t = at;
  let i = from;
  for (const stop = end - 3; i < stop; i += 4) {
    const a = source[indices[i] as number] as number;
    const b = source[indices[i + 1] as number] as number;
    const c = source[indices[i + 2] as number] as number;
    const d = source[indices[i + 3] as number] as number;
    target[t] = a;
    target[t + 1] = b;
    target[t + 2] = c;
    target[t + 3] = d;
    t += 4;
  }
  for (; i < end; i++) target[t++] = source[indices[i] as number] as number;
}

/**
 * Copies 64-bit elements by index, as {@link Kernels.gather64} specifies. Copies two words per element: some engines
 * are slow with elements of a BigInt64Array.
 */
export function gather64(
  source: Int32Array,
  indices: Int32Array,
  from: number,
  count: number,
  target: Int32Array,
  at: number,
): void {
  const end = from + count;
  let t = 2 * at;
  let i = from;
  for (const stop = end - 3; i < stop; i += 4) {
    const a = 2 * (indices[i] as number);
    const b = 2 * (indices[i + 1] as number);
    const c = 2 * (indices[i + 2] as number);
    const d = 2 * (indices[i + 3] as number);
    target[t] = source[a] as number;
    target[t + 1] = source[a + 1] as number;
    target[t + 2] = source[b] as number;
    target[t + 3] = source[b + 1] as number;
    target[t + 4] = source[c] as number;
    target[t + 5] = source[c + 1] as number;
    target[t + 6] = source[d] as number;
    target[t + 7] = source[d + 1] as number;
    t += 8;
  }
  for (; i < end; i++) {
    const a = 2 * (indices[i] as number);
    target[t++] = source[a] as number;
    target[t++] = source[a + 1] as number;
  }
}

/** Returns the largest index, as {@link Kernels.largestIndex} specifies. */
export function largestIndex(indices: Int32Array, from: number, count: number): number {
  if (count <= 0) return -1;
  // Flipping the sign bits turns unsigned order into signed order.
  const sign = 1 << 31;
  const end = from + count;
  let a = sign;
  let b = sign;
  let i = from;
  for (const stop = end - 1; i < stop; i += 2) {
    const x = (indices[i] as number) ^ sign;
    const y = (indices[i + 1] as number) ^ sign;
    if (x > a) a = x;
    if (y > b) b = y;
  }
  if (i < end) {
    const x = (indices[i] as number) ^ sign;
    if (x > a) a = x;
  }
  return (Math.max(a, b) ^ sign) >>> 0;
}
