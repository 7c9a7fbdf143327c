// Memory of the process that runs this.
import { readFileSync } from 'node:fs';

/**
 * The most bytes that were resident at once. On Linux it is read from /proc: `resourceUsage` counts the memory of the
 * process that started this one, too.
 */
export function peakMemory() {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (peak !== null) return Number(peak[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

/** Bytes of the typed arrays that an object holds, each stretch of memory once; those that are views of `source` do not count. */
export function bytesOf(value, source) {
  const seen = new Set();
  let bytes = 0;
  const visit = (object) => {
    if (typeof object !== 'object' || object === null) return;
    if (ArrayBuffer.isView(object)) {
      if (object.buffer === source?.buffer) return;
      const key = object.buffer;
      const stretches = buffers.get(key) ?? new Set();
      buffers.set(key, stretches);
      const stretch = `${object.byteOffset}+${object.byteLength}`;
      if (!stretches.has(stretch)) bytes += object.byteLength;
      stretches.add(stretch);
      return;
    }
    if (seen.has(object)) return;
    seen.add(object);
    for (const member of Object.values(object)) visit(member);
  };
  const buffers = new Map();
  visit(value);
  return bytes;
}
