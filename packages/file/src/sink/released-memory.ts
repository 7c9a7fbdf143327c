/**
 * Records which sinks stop using the bytes of a write once the write has settled, so that the writer can reuse the
 * memory.
 *
 * The sinks are recorded in a WeakMap. A property of the sink would be copied by `{ ...sink, write }`, although the new
 * `write` may keep the bytes.
 */
import type { ByteSink } from './byte-sink.js';

/** Memory from which a sink writes faster than from other memory. Sinks outside of this package use any memory. */
export interface SinkMemory {
  /** The sink is fastest if the address of each byte, modulo this number, equals its file offset modulo this number. */
  readonly alignment: number;
  /** Allocates memory at an address that is a multiple of `alignment`; undefined if the runtime cannot do so. */
  allocate(byteLength: number): Uint8Array | undefined;
}

/** The sinks that stop using the bytes of a write, and the memory that they prefer, if any. */
const releasing: WeakMap<ByteSink, SinkMemory | undefined> = /* @__PURE__ */ new WeakMap();

/**
 * Records that the sink stops using the bytes of a write once the write has settled, and returns the sink. The writer
 * then reuses the memory. If your sink passes its bytes on to another sink, use `observedSink` instead.
 */
export function releasingSink<Sink extends ByteSink>(sink: Sink): Sink {
  return preferMemory(sink, undefined);
}

/** Like {@link releasingSink}, and records the memory from which row groups are best copied to the sink. */
export function preferMemory<Sink extends ByteSink>(sink: Sink, memory: SinkMemory | undefined): Sink {
  releasing.set(sink, memory);
  return sink;
}

/**
 * True if the sink was recorded by {@link releasingSink}, such as the sinks that `diskSink` returns, or if it is an
 * `observedSink` of such a sink. A write that was ended by an abort may still read its bytes.
 */
export function releasesBytes(sink: ByteSink): boolean {
  return releasing.has(sink);
}

/** Returns the memory that the sink prefers; undefined if it has no preference. */
export function memoryOf(sink: ByteSink): SinkMemory | undefined {
  return releasing.get(sink);
}
