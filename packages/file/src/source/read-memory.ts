/**
 * Records how sources use the memory of their reads:
 *
 *   owned    each read returns memory that nothing else refers to, so the reader may free the memory
 *   filled   the source can read into the caller's memory, so copying a large file allocates only a few buffers
 *
 * These sources are recorded in weak collections. Properties of the source would be copied when a caller adds a cache,
 * as in `{ ...source, read }`. Memory in the cache would then be freed, and reads into the caller's memory would bypass
 * the new `read`.
 */
import { freeBytes } from '@marquetry/core';
import type { ByteSource } from './byte-source.js';

type Free = (bytes: Uint8Array) => void;

const owned: WeakMap<ByteSource, Free> = /* @__PURE__ */ new WeakMap();

/**
 * Records that each read of the source returns memory that nothing else uses, and returns the source. The source's
 * `read` must not keep a reference to this memory. `free` frees the memory of a read.
 */
export function ownedSource(source: ByteSource, free: Free = freeBytes): ByteSource {
  owned.set(source, free);
  return source;
}

/**
 * Frees the memory of a read from `source` if nothing else refers to it. The caller must not use the memory afterwards.
 */
export function freeRead(source: ByteSource, bytes: Uint8Array): void {
  owned.get(source)?.(bytes);
}

/**
 * Fills `target` with the bytes of the file from `offset`. Rejects like {@link ByteSource.read}; the content of
 * `target` is then undefined. After the signal has aborted, a running system call may still write to `target`.
 */
export type FillFrom = (target: Uint8Array, offset: number, signal?: AbortSignal) => Promise<void>;

const fillers: WeakMap<ByteSource, FillFrom> = /* @__PURE__ */ new WeakMap();

/** Records the function that the source uses to read into the caller's memory, and returns the source. */
export function filledBy<Source extends ByteSource>(source: Source, fill: FillFrom): Source {
  fillers.set(source, fill);
  return source;
}

/**
 * Returns the function that reads from `source` into the caller's memory, or undefined if the source does not have one.
 */
export function fillerOf(source: ByteSource): FillFrom | undefined {
  return fillers.get(source);
}
