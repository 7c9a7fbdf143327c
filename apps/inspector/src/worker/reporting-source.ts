/** A source that reports its reads, so that the page can show which bytes of the file were read. */
import type { ByteSource } from '@marquetry/file';
import type { ReadEvent } from '../protocol.js';

/** Milliseconds between reports. */
const reportInterval = 100;
/** Number of reads per report; more are reported together with the next ones. */
const mostReads = 1000;

/**
 * Returns the same source. Its reads are passed to `onReads` in groups, and the sum of their bytes to `onBytes` at once.
 */
export function reportingSource(
  source: ByteSource,
  onReads: (reads: readonly ReadEvent[]) => void,
  onBytes: (total: number) => void,
): ByteSource {
  let waiting: ReadEvent[] = [];
  let isReporting = false;
  let total = 0;
  const flush = (): void => {
    isReporting = false;
    const reads = waiting;
    waiting = [];
    for (let from = 0; from < reads.length; from += mostReads) onReads(reads.slice(from, from + mostReads));
  };
  const { gap, sharesMemory, about } = source;
  return {
    byteLength: source.byteLength,
    ...(gap === undefined ? {} : { gap }),
    ...(sharesMemory === undefined ? {} : { sharesMemory }),
    ...(about === undefined ? {} : { about }),
    async read(offset, length, signal) {
      const bytes = await source.read(offset, length, signal);
      total += length;
      waiting.push({ offset, byteLength: length });
      if (!isReporting) setTimeout(flush, reportInterval);
      isReporting = true;
      onBytes(total);
      return bytes;
    },
  };
}
