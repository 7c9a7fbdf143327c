/**
 * A source that fetches neighboring ranges in one request, if they are announced before they are read.
 *
 *   announced    [----]  [--]        [------]          ranges of columns, in any order
 *   fetched      [----------]        [------]          one request per group of ranges with gaps of at most `gap`; at most `parallel` at a time
 *   read         returns slices of these bytes; a range is forgotten when its last byte has been read
 *   ended        forgets the ranges that were not read, and frees their memory
 *
 * No byte is fetched twice, unless ranges of different announcements overlap or a range is announced again after it was
 * read.
 */
import type { ByteSource } from './byte-source.js';
import { freeRead } from './read-memory.js';

/** A byte range in a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** A source that fetches announced ranges together. Created by `plannedSource`. */
export interface PlannedSource extends ByteSource {
  /** Ranges with a gap of at most this many bytes are fetched in one request, including the gap. */
  readonly gap: number;
  /**
   * Announces the ranges that will be read. They must lie within the file. Ranges that have already been announced are
   * ignored.
   */
  announce(ranges: readonly ByteRange[]): Announcement;
}

/** The ranges passed to one call of `announce`. */
export interface Announcement {
  /**
   * Drops the bytes that were not read. Pass `true` for `isUnused` if the bytes that were read are no longer in use.
   * The memory of bytes that were fetched only for this announcement is then freed at once.
   */
  end(isUnused: boolean): void;
}

/** Options for fetching announced ranges. */
export interface PlannedSourceOptions {
  /**
   * Maximum gap between two ranges that are fetched in one request, in bytes. Default: the source's `gap`, or 16 KiB.
   */
  readonly gap?: number;
  /** Maximum number of bytes per request; default 8 MiB. */
  readonly maxBytes?: number;
  /** Maximum number of fetched bytes that have not been read yet; default 32 MiB. */
  readonly aheadBytes?: number;
  /** Maximum number of concurrent requests; default 6. */
  readonly parallel?: number;
  /** Aborts all requests. */
  readonly signal?: AbortSignal;
}

const defaultGap = 2 ** 14;

/** An announced range, which has been read up to the offset `servedEnd`. */
interface AnnouncedRange extends ByteRange {
  servedEnd: number;
}

interface Request {
  readonly offset: number;
  length: number;
  readonly ranges: AnnouncedRange[];
  /** A promise for the fetched bytes; `undefined` until the request is sent. */
  bytes: Promise<Uint8Array> | undefined;
  /** The fetched bytes; `undefined` until they have arrived. */
  there: Uint8Array | undefined;
}

/**
 * Returns a source that fetches announced ranges of `source` together. If `source` has its bytes in memory, reads go
 * directly to it.
 */
export function plannedSource(source: ByteSource, options: PlannedSourceOptions = {}): PlannedSource {
  const { aheadBytes = 2 ** 25, maxBytes = 2 ** 23, parallel = 6, signal } = options;
  const gap = options.gap ?? source.gap ?? defaultGap;
  const { byteLength, sharesMemory } = source;
  const base = { byteLength, gap, ...(sharesMemory !== undefined && { sharesMemory }) };
  if (sharesMemory === true) {
    return {
      ...base,
      ...(source.isPlanned !== undefined && { isPlanned: source.isPlanned }),
      announce: () => ({ end: () => undefined }),
      read: (offset, length, abort) => source.read(offset, length, abort),
      ...(source.readNow !== undefined && { readNow: (offset, length) => source.readNow?.(offset, length) }),
    };
  }
  /** The pending requests. Requests for ranges that were announced together are in ascending order of offset. */
  let requests: Request[] = [];
  let running = 0;
  let held = 0;

  const send = (request: Request): Promise<Uint8Array> => {
    if (request.bytes !== undefined) return request.bytes;
    running++;
    held += request.length;
    const bytes = source.read(request.offset, request.length, signal);
    request.bytes = bytes;
    // Ignore the error: the reads that need these bytes throw it.
    bytes.then(
      (there) => {
        request.there = there;
        running--;
        sendAhead();
      },
      () => {
        running--;
      },
    );
    return bytes;
  };
  const sendAhead = (): void => {
    for (const request of requests) {
      if (running >= parallel || held >= aheadBytes) return;
      if (request.bytes === undefined) send(request).catch(() => undefined);
    }
  };
  const drop = (request: Request): void => {
    if (!requests.includes(request)) return;
    requests = requests.filter((other) => other !== request);
    if (request.bytes !== undefined) held -= request.length;
  };
  const served = (request: Request, from: number, to: number): void => {
    for (const range of request.ranges) {
      if (from <= range.servedEnd) range.servedEnd = Math.max(range.servedEnd, to);
    }
    if (!request.ranges.every(({ offset, length, servedEnd }) => servedEnd >= offset + length)) return;
    drop(request);
    sendAhead();
  };
  const free = (bytes: Uint8Array): void => freeRead(source, bytes);

  return {
    ...base,
    isPlanned: true,
    announce: (ranges) => {
      const own: Request[] = [];
      const isKnown = ({ offset, length }: ByteRange): boolean =>
        requests.some((request) => offset >= request.offset && offset + length <= request.offset + request.length);
      const added = ranges.filter((range) => range.length > 0 && !isKnown(range)).sort((a, b) => a.offset - b.offset);
      for (const range of added) {
        const announced: AnnouncedRange = { ...range, servedEnd: range.offset };
        const end = range.offset + range.length;
        const last = own.at(-1);
        if (last !== undefined && range.offset <= last.offset + last.length + gap && end - last.offset <= maxBytes) {
          last.ranges.push(announced);
          last.length = Math.max(last.length, end - last.offset);
        } else own.push({ ...range, ranges: [announced], bytes: undefined, there: undefined });
      }
      requests.push(...own);
      sendAhead();
      return {
        end: (isUnused) => {
          for (const request of own.splice(0)) {
            drop(request);
            if (isUnused) request.bytes?.then(free, () => undefined);
          }
        },
      };
    },
    readNow: (offset, length) => {
      const found = requests.find(
        (request) => offset >= request.offset && offset + length <= request.offset + request.length,
      );
      if (found?.there === undefined) return undefined;
      const bytes = found.there.subarray(offset - found.offset, offset - found.offset + length);
      served(found, offset, offset + length);
      return bytes;
    },
    read: async (offset, length, abort) => {
      const end = offset + length;
      const parts: Promise<Uint8Array>[] = [];
      const touched: Request[] = [];
      let at = offset;
      const overlapping = requests
        .filter((request) => request.offset < end && request.offset + request.length > offset)
        .sort((a, b) => a.offset - b.offset);
      for (const request of overlapping) {
        const requestEnd = request.offset + request.length;
        if (requestEnd <= at) continue;
        if (request.offset > at) parts.push(source.read(at, request.offset - at, abort));
        const from = Math.max(at, request.offset);
        const to = Math.min(end, requestEnd);
        parts.push(send(request).then((bytes) => bytes.subarray(from - request.offset, to - request.offset)));
        touched.push(request);
        at = to;
      }
      if (at < end) parts.push(source.read(at, end - at, abort));
      const bytes = joined(await Promise.all(parts), length);
      for (const request of touched) served(request, offset, end);
      return bytes;
    },
  };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
