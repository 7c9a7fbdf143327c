/**
 * A sink that passes its bytes to another sink, and calls functions before it does so: to count or hash bytes, or to
 * prepare the output.
 */
import { ParquetError } from '@marquetry/core';
import type { ByteSink } from './byte-sink.js';
import { memoryOf, preferMemory, releasesBytes } from './released-memory.js';

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
  return releasesBytes(sink) ? preferMemory(observed, memoryOf(sink)) : observed;
}
