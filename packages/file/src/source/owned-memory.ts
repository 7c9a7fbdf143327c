/**
 * Sources whose reads return memory that nothing else refers to, so that the code that reads may free the memory.
 *
 * A WeakSet records these sources. A property of the source would not work: `{ ...source, read }`, a source with a
 * cache, would copy the property, and memory in the cache would be freed.
 */
import type { ByteSource } from './byte-source.js';

const owned: WeakSet<ByteSource> = /* @__PURE__ */ new WeakSet();

/**
 * Marks and returns the source. Its `read` must never return the same memory twice, and must keep no reference to
 * memory that it returned.
 */
export function ownedSource(source: ByteSource): ByteSource {
  owned.add(source);
  return source;
}

/** True if the code that reads from `source` may free the memory of a read. */
export function ownsMemory(source: ByteSource): boolean {
  return owned.has(source);
}
