/** Compares byte arrays with ranges of a larger array, without allocating an object per range. */

/** A set of byte arrays. It can find a range of a larger array without copying the range. */
export interface ByteSet {
  /** True if `data[start, end)` is equal to a member. */
  has(data: Uint8Array, start: number, end: number): boolean;
}

export function createByteSet(members: readonly Uint8Array[]): ByteSet {
  const buckets = new Map<number, Uint8Array[]>();
  for (const member of members) {
    const key = hashOf(member, 0, member.length);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [member]);
    else bucket.push(member);
  }
  return {
    has: (data, start, end) => {
      const bucket = buckets.get(hashOf(data, start, end));
      return bucket?.some((member) => isEqual(member, data, start, end)) ?? false;
    },
  };
}

/** Returns the FNV-1a hash of the bytes `data[start, end)`. */
function hashOf(data: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (data[i] as number), 0x01000193);
  return hash;
}

export function isEqual(bytes: Uint8Array, data: Uint8Array, start: number, end: number): boolean {
  return end - start === bytes.length && hasPrefix(bytes, data, start, end);
}

/** True if `data[start, end)` begins with `bytes`. */
export function hasPrefix(bytes: Uint8Array, data: Uint8Array, start: number, end: number): boolean {
  if (end - start < bytes.length) return false;
  for (let k = 0; k < bytes.length; k++) if (bytes[k] !== data[start + k]) return false;
  return true;
}

/**
 * Compares `data[start, end)` with `bytes`, like `compareBytes`: byte by byte, as unsigned numbers; a prefix comes
 * before the longer array.
 */
export function compareRange(data: Uint8Array, start: number, end: number, bytes: Uint8Array): number {
  const length = Math.min(end - start, bytes.length);
  for (let k = 0; k < length; k++) {
    const difference = (data[start + k] as number) - (bytes[k] as number);
    if (difference !== 0) return difference;
  }
  return end - start - bytes.length;
}
