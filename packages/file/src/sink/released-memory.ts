/**
 * Records which sinks stop using the bytes of a write once the write has settled, so that the writer can reuse the
 * memory.
 *
 * The sinks are recorded in a WeakMap. A property of the sink would be copied by `{ ...sink, write }`, although the new
 * `write` may keep the bytes.
 */
import { ParquetError } from '@marquetry/core';
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
 * True if the sink was recorded by {@link releasingSink}, such as the sinks that `diskSink` returns, or if it is an
 * {@link observedSink} of such a sink. A write that was ended by an abort may still read its bytes.
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
 *
 * After the observer has thrown an error, or the result has been aborted, nothing is written, and `sink` is not closed:
 * calls reject with the observer's error, or with INVALID_ARGUMENT.
 */
export function observedSink(sink: ByteSink, observer: SinkObserver): ByteSink {
  let failed: { readonly error: unknown } | undefined;
  const observe = async (call: () => Promise<void> | void): Promise<void> => {
    try {
      if (failed === undefined) await call();
    } catch (error) {
      failed ??= { error };
    }
    // The sink may have been aborted in the meantime.
    if (failed !== undefined) throw failed.error;
  };
  const observed: ByteSink = {
    write: async (bytes, signal) => {
      await observe(() => observer.onWrite?.(bytes));
      await sink.write(bytes, signal);
    },
    close: async () => {
      await observe(() => observer.onClose?.());
      await sink.close();
    },
    abort: async (reason) => {
      failed ??= { error: new ParquetError('INVALID_ARGUMENT', 'the sink is aborted; open a new one') };
      await sink.abort(reason);
    },
  };
  return releasing.has(sink) ? preferMemory(observed, releasing.get(sink)) : observed;
}
