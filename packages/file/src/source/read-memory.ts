/**
 * Records what sources do with the memory of their reads:
 *
 *   owned    each read returns memory that nothing else refers to, so the code that reads may free the memory
 *   filled   the source can read into memory of the caller, so a copy of a large file allocates only a few buffers
 *
 * Weak collections record these sources. Properties would not work: a source with a cache, `{ ...source, read }`, would
 * copy the properties. Memory in the cache would then be freed, and reads into the caller's memory would bypass the new `read`.
 */
import { freeBytes } from '@marquetry/core';
import type { ByteSource } from './byte-source.js';

type Free = (bytes: Uint8Array) => void;

const owned: WeakMap<ByteSource, Free> = /* @__PURE__ */ new WeakMap();

/**
 * Marks and returns the source. Its `read` must never return memory that is in use, and must keep no reference to
 * memory that it returned. `free` frees the memory of a read.
 */
export function ownedSource(source: ByteSource, free: Free = freeBytes): ByteSource {
  owned.set(source, free);
  return source;
}

/** Frees the memory of a read from `source` if nothing else refers to it. The caller must not use the memory afterwards. */
export function freeRead(source: ByteSource, bytes: Uint8Array): void {
  owned.get(source)?.(bytes);
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
