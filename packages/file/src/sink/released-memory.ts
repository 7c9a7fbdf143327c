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
  /** The address of a byte modulo this number must be the same as its offset in the file modulo this number. */
  readonly alignment: number;
  /** Allocates memory at an address that is a multiple of `alignment`; undefined if the runtime cannot do so. */
  allocate(byteLength: number): Uint8Array | undefined;
}

/** The sinks, and the memory that they prefer, if any. */
const releasing: WeakMap<ByteSink, SinkMemory | undefined> = /* @__PURE__ */ new WeakMap();

/**
 * Records that the sink stops using the bytes of a write once the write has settled, and returns the sink. The writer
 * then reuses the memory. If your sink passes its bytes on to another sink, use {@link observedSink} instead.
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
 * True if the sink was recorded by {@link releasingSink}. Sinks that `diskSink` returns are recorded. A write that was
 * ended by an abort may still read its bytes.
 */
export function releasesBytes(sink: ByteSink): boolean {
  return releasing.has(sink);
}

/** Returns the memory that the sink prefers; undefined if it has no preference. */
export function memoryOf(sink: ByteSink): SinkMemory | undefined {
  return releasing.get(sink);
}

/** Functions that {@link observedSink} calls. A promise that they return is awaited. */
export interface SinkObserver {
  /** Called before each write. The bytes may change afterwards. */
  onWrite?(bytes: Uint8Array): Promise<void> | void;
  /** Called before the sink is closed. */
  onClose?(): Promise<void> | void;
}

/**
 * Returns a sink that passes all bytes unchanged to `sink`, and calls the observer first. If `sink` stops using the
 * bytes of a write once it has settled, so does the result.
 */
export function observedSink(sink: ByteSink, observer: SinkObserver): ByteSink {
  const observed: ByteSink = {
    write: async (bytes, signal) => {
      await observer.onWrite?.(bytes);
      await sink.write(bytes, signal);
    },
    close: async () => {
      await observer.onClose?.();
      await sink.close();
    },
    abort: (reason) => sink.abort(reason),
  };
  return releasing.has(sink) ? preferMemory(observed, releasing.get(sink)) : observed;
}
