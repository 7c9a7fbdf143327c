/**
 * Sources that can read into memory of the caller, so that a copy of a large file allocates only a few buffers.
 *
 * A WeakMap records them. A method would not do: a source that spreads another one (`{ ...source, read }`) would copy the
 * method, and its reads would bypass the new `read`.
 */
import type { ByteSource } from './byte-source.js';

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
