/**
 * The hash function and the Bloom filter reader of hyparquet, which its package does not export. Tests use them as a
 * reference.
 */
const folder = new URL('../node_modules/hyparquet/src/', import.meta.url);

const hashing = (await import(new URL('xxhash.js', folder).href)) as { xxhash64: (bytes: Uint8Array) => bigint };
const reading = (await import(new URL('bloom.js', folder).href)) as {
  sbbfContains: (blocks: Uint32Array, hash: bigint) => boolean;
  readBloomFilter: (reader: { view: DataView; offset: number }) => { readonly blocks: Uint32Array };
};

/** Returns the XXH64 hash of the bytes, with seed 0. */
export const xxhash64: (bytes: Uint8Array) => bigint = hashing.xxhash64;

/** Returns a function that looks up a value, given as bytes, in a stored filter. */
export function hyparquetFilter(filter: Uint8Array): (value: Uint8Array) => boolean {
  const { blocks } = reading.readBloomFilter({ view: new DataView(filter.slice().buffer), offset: 0 });
  return (value) => reading.sbbfContains(blocks, xxhash64(value));
}
