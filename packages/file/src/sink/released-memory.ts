/**
 * Sinks that no longer use the bytes of a write after it has settled, so that their memory can be used again.
 *
 * A WeakSet records them. A property would not do: a sink that spreads another one (`{ ...sink, write }`) would copy it,
 * although its own `write` may keep the bytes.
 */
import type { ByteSink } from './byte-sink.js';

const releasing: WeakSet<ByteSink> = /* @__PURE__ */ new WeakSet();

/** Records that the sink does not use the bytes of a settled write, and returns the sink. */
export function releasingSink<Sink extends ByteSink>(sink: Sink): Sink {
  releasing.add(sink);
  return sink;
}

/** True if the sink does not use the bytes of a settled write. A write that an abort ended may still read them. */
export function releasesBytes(sink: ByteSink): boolean {
  return releasing.has(sink);
}
