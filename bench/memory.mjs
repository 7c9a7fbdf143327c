// Measures the memory of this process.
import { readFileSync } from 'node:fs';

/**
 * Returns the peak resident memory of this process, in bytes. On Linux, the function reads it from /proc, because
 * `resourceUsage` includes the memory of the parent process.
 */
export function peakMemory() {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (peak !== null) return Number(peak[1]) * 1024;
  } catch {
    // This is not Linux, so /proc does not exist.
  }
  return process.resourceUsage().maxRSS * 1024;
}

/**
 * Returns the size in bytes of all typed arrays in an object. A buffer that several arrays share counts once, and views
 * of `source` do not count.
 */
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
