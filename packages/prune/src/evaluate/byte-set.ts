/**
 * A set of byte arrays whose lookups take a range of a larger array, without allocating an object per lookup.
 */

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

/** FNV-1a over the bytes. */
function hashOf(data: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (data[i] as number), 0x01000193);
  return hash;
}

function isEqual(member: Uint8Array, data: Uint8Array, start: number, end: number): boolean {
  if (end - start !== member.length) return false;
  for (let k = 0; k < member.length; k++) if (member[k] !== data[start + k]) return false;
  return true;
}
