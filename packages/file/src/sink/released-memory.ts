/**
 * Sinks that no longer use the bytes of a write after it has settled, so that their memory can be used again.
 *
 * A WeakSet records them. A property would not do: a sink that spreads another one (`{ ...sink, write }`) would copy it,
 * although its own `write` may keep the bytes.
 */
import type { ByteSink } from './byte-sink.js';

const releasing: WeakSet<ByteSink> = /* @__PURE__ */ new WeakSet();

/**
 * Records that the sink does not use the bytes of a write after it has settled, and returns the sink. The writer then uses their memory again.
 * A sink that passes its bytes on to another one may be recorded if {@link releasesBytes} is true for that one.
 */
export function releasingSink<Sink extends ByteSink>(sink: Sink): Sink {
  releasing.add(sink);
  return sink;
}

/** True if {@link releasingSink} recorded the sink, as `diskSink` does. A write that an abort ended may still read its bytes. */
export function releasesBytes(sink: ByteSink): boolean {
  return releasing.has(sink);
}
