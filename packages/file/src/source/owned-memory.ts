/**
 * Sources whose reads return memory that nothing else refers to, so that their reader may free it.
 *
 * That is a fact of the object and not a member: a caching source that spreads another one (`{ ...source, read }`) would take
 * a member along, and the memory of its cache would be freed under it.
 */
import type { ByteSource } from './byte-source.js';

const owned: WeakSet<ByteSource> = /* @__PURE__ */ new WeakSet();

/** The same source. Its `read` never returns memory twice, and keeps no reference to what it returned. */
export function ownedSource(source: ByteSource): ByteSource {
  owned.add(source);
  return source;
}

/** True if the reader of `source` may free what was read. */
export function ownsMemory(source: ByteSource): boolean {
  return owned.has(source);
}
