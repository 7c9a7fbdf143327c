/**
 * Records which sinks stop using the bytes of a write once the write has settled, so that the writer can reuse the
 * memory.
 *
 * The sinks are recorded in a WeakSet. A property of the sink would be copied by `{ ...sink, write }`, although the new
 * `write` may keep the bytes.
 */
import type { ByteSink } from './byte-sink.js';

const releasing: WeakSet<ByteSink> = /* @__PURE__ */ new WeakSet();

/**
 * Records that the sink stops using the bytes of a write once the write has settled, and returns the sink. The writer
 * then reuses the memory. If your sink passes its bytes on to another sink, call this function only if
 * {@link releasesBytes} is true for the other sink.
 */
export function releasingSink<Sink extends ByteSink>(sink: Sink): Sink {
  releasing.add(sink);
  return sink;
}

/**
 * True if the sink was recorded by {@link releasingSink}. Sinks that `diskSink` returns are recorded. A write that was
 * ended by an abort may still read its bytes.
 */
export function releasesBytes(sink: ByteSink): boolean {
  return releasing.has(sink);
}
