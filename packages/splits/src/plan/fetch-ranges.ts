/**
 * Combines the byte ranges of pages into requests.
 *
 *   pages      [--][---]   [--]                 [-------------- 20 MiB --------------]
 *   requests   [----------------]               [---- 8 MiB ----][---- 8 MiB ----][--]
 *                       ^ gaps of up to `gap` bytes are fetched with their neighbors
 */
import type { ByteRange } from '@marquetry/file';

/** Maximum number of bytes per request. */
export const mostRequestBytes: number = 2 ** 23;

/** Returns the requests for these ranges, ascending and without overlaps, as `[offset, length]`. */
export function fetchRanges(ranges: readonly ByteRange[], gap: number): (readonly [number, number])[] {
  const requests: { from: number; to: number }[] = [];
  for (const { offset, length } of ranges
    .filter((range) => range.length > 0)
    .sort((a, b) => a.offset - b.offset || a.length - b.length)) {
    const end = offset + length;
    const last = requests.at(-1);
    if (last === undefined || offset > last.to + gap) {
      requests.push({ from: offset, to: end });
    } else if (end > last.to) {
      if (end - last.from <= mostRequestBytes) last.to = end;
      else requests.push({ from: Math.max(offset, last.to), to: end });
    }
  }
  return requests.flatMap(({ from, to }) =>
    Array.from({ length: Math.ceil((to - from) / mostRequestBytes) }, (_, i): readonly [number, number] => {
      const start = from + i * mostRequestBytes;
      return [start, Math.min(to, start + mostRequestBytes) - start];
    }),
  );
}
