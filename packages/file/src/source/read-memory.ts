/**
 * Records what sources do with the memory of their reads:
 *
 *   owned    each read returns memory that nothing else refers to, so the code that reads may free the memory
 *   filled   the source can read into memory of the caller, so a copy of a large file allocates only a few buffers
 *
 * Weak collections record these sources. Properties would not work: a source with a cache, `{ ...source, read }`, would
 * copy the properties. Memory in the cache would then be freed, and reads into the caller's memory would bypass the new `read`.
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

/**
 * Fills `target` with the bytes of the file from `offset`. Throws like {@link ByteSource.read}; the content of `target` is
 * then arbitrary. After it rejects because of the signal, a running system call may still write to `target`.
 */
export type FillFrom = (target: Uint8Array, offset: number, signal?: AbortSignal) => Promise<void>;

const fillers: WeakMap<ByteSource, FillFrom> = /* @__PURE__ */ new WeakMap();

/** Records how the source reads into memory of the caller, and returns the source. */
export function filledBy<Source extends ByteSource>(source: Source, fill: FillFrom): Source {
  fillers.set(source, fill);
  return source;
}

/** Returns the function that reads from `source` into memory of the caller; undefined if the source cannot do so. */
export function fillerOf(source: ByteSource): FillFrom | undefined {
  return fillers.get(source);
}
