/**
 * A cache of the ranges that were read from a file. A cached byte is not read again.
 *
 *   cached    [======]        [==========]
 *   read   [.....................]           only the missing bytes are read:  [..]      [......]
 */
import { type ByteSource, untilAborted } from '@marquetry/file';

/** Maximum number of bytes in the cache. */
const mostKept = 2 ** 26;

interface Range {
  readonly start: number;
  readonly end: number;
  /** The bytes of the range; undefined while it is being read. */
  bytes: Uint8Array | undefined;
  readonly loading: Promise<Uint8Array>;
  lastUse: number;
}

/**
 * Returns a source that caches at most `most` of the bytes that it reads. The ranges that were used least recently are
 * dropped first. Concurrent reads of the same bytes share one read.
 */
export function keepingRanges(source: ByteSource, most: number = mostKept): ByteSource {
  /** The ranges in the cache, in ascending order and without overlaps. */
  let ranges: Range[] = [];
  let kept = 0;
  let uses = 0;

  const drop = (): void => {
    const oldest = [...ranges].filter(({ bytes }) => bytes !== undefined).sort((a, b) => a.lastUse - b.lastUse);
    const dropped = new Set<Range>();
    for (const range of oldest) {
      if (kept <= most) break;
      kept -= range.end - range.start;
      dropped.add(range);
    }
    ranges = ranges.filter((range) => !dropped.has(range));
  };
  const start = (from: number, to: number, signal: AbortSignal | undefined): Range => {
    const loading = source.read(from, to - from, signal);
    const range: Range = { start: from, end: to, bytes: undefined, loading, lastUse: uses };
    ranges.splice(firstAfter(ranges, from), 0, range);
    loading.then(
      (bytes) => {
        range.bytes = bytes;
        kept += bytes.length;
        if (kept > most) drop();
      },
      () => {
        ranges = ranges.filter((other) => other !== range);
      },
    );
    return range;
  };
  /** Returns ranges that cover `[from, to)`, and starts reading those that are not in the cache. */
  const covering = (from: number, to: number, signal: AbortSignal | undefined): { range: Range; isOwn: boolean }[] => {
    const found: { range: Range; isOwn: boolean }[] = [];
    uses++;
    for (let position = from; position < to; ) {
      const next = ranges[firstAfter(ranges, position)];
      const isThere = next !== undefined && next.start <= position;
      const range = isThere ? next : start(position, Math.min(to, next?.start ?? to), signal);
      range.lastUse = uses;
      found.push({ range, isOwn: !isThere });
      position = range.end;
    }
    return found;
  };
  const readNow = (offset: number, length: number): Uint8Array | undefined => {
    const range = ranges[firstAfter(ranges, offset)];
    if (range?.bytes === undefined || range.start > offset || range.end < offset + length) return undefined;
    range.lastUse = ++uses;
    return range.bytes.subarray(offset - range.start, offset + length - range.start);
  };
  const read = async (offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> => {
    const end = offset + length;
    const parts = await Promise.all(
      covering(offset, end, signal).map(async ({ range, isOwn }) => {
        const from = Math.max(offset, range.start);
        const to = Math.min(end, range.end);
        try {
          const bytes = range.bytes ?? (await untilAborted(range.loading, signal));
          return bytes.subarray(from - range.start, to - range.start);
        } catch (error) {
          // The read of another caller was aborted or failed, so read again for this caller.
          if (isOwn || signal?.aborted === true) throw error;
          return source.read(from, to - from, signal);
        }
      }),
    );
    const [first] = parts;
    if (parts.length === 1 && first !== undefined) return first;
    const joined = new Uint8Array(length);
    let position = 0;
    for (const part of parts) {
      joined.set(part, position);
      position += part.length;
    }
    return joined;
  };
  return {
    byteLength: source.byteLength,
    ...(source.gap === undefined ? {} : { gap: source.gap }),
    ...(source.about === undefined ? {} : { about: source.about }),
    readNow,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      return readNow(offset, length) ?? read(offset, length, signal);
    },
    close: async () => source.close?.(),
  };
}

/** Returns the index of the first range that ends after `offset`. */
function firstAfter(ranges: readonly Range[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
