/** Reports the ranges that are read from a file, so that the page can show which bytes of the file were read. */
import type { ByteSource } from '@marquetry/file';
import type { ReadEvent } from '../protocol.js';

/** Milliseconds between reports. */
const reportInterval = 100;
/** Maximum number of reads per call of `onReads`. */
const mostReads = 1000;

export interface ReadReports {
  add(read: ReadEvent): void;
}

/** Collects reads, and passes them to `onReads` in groups. */
export function createReports(onReads: (reads: readonly ReadEvent[]) => void): ReadReports {
  let waiting: ReadEvent[] = [];
  const flush = (): void => {
    const reads = waiting;
    waiting = [];
    for (let from = 0; from < reads.length; from += mostReads) onReads(reads.slice(from, from + mostReads));
  };
  return {
    add: (read) => {
      if (waiting.length === 0) setTimeout(flush, reportInterval);
      waiting.push(read);
    },
  };
}

/** Returns a source that reads from `source` and reports each read. */
export function reportingSource(source: ByteSource, report: (read: ReadEvent) => void): ByteSource {
  return {
    ...source,
    read: async (offset, length, signal) => {
      const bytes = await source.read(offset, length, signal);
      report({ offset, byteLength: length });
      return bytes;
    },
  };
}

/**
 * Returns a `fetch` that reports what it fetched: the requested range, or the whole file if the server ignores ranges.
 */
export function reportingFetch(
  report: (read: ReadEvent) => void,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    // Do not use the cache: if it has the whole file compressed, some browsers would cut the range from the compressed
    // bytes.
    const response = await fetch(url, { ...init, cache: 'no-store' });
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('Range') ?? '') ?? [];
    if (response.status === 206 && first !== undefined && last !== undefined) {
      report({ offset: Number(first), byteLength: Number(last) - Number(first) + 1 });
    } else if (response.status === 200) {
      report({ offset: 0, byteLength: Number(response.headers.get('Content-Length') ?? 0) });
    }
    return response;
  };
}
