/** Copies bytes from earlier output, as every LZ77 decoder does. */

/**
 * Writes `length` bytes at `at`, each equal to the byte `offset` bytes before it, and returns `at + length`. The caller
 * must ensure 1 <= offset <= at and at + length <= into.length. May overwrite up to 3 bytes of `into` after the match.
 * @param view A view of the bytes of `into`.
 */
export function copyMatch(into: Uint8Array, view: DataView, at: number, offset: number, length: number): number {
  const end = at + length;
  let from = at - offset;
  // Copying whole words may write past the end of the match; later output overwrites these bytes. At the end of the
  // output there is no room for them, so the last bytes of a match are copied one by one.
  const room = into.length - end >= 3;
  if (room || length >= 8) {
    if (offset < 4) {
      // A word must not overlap the bytes from which it is copied. The output repeats the last `offset` bytes, so write
      // one or more whole repetitions byte by byte without changing `from`, until it is at least 4 bytes before `at`.
      const repeated = offset === 3 ? 3 : 4 - offset;
      for (let i = 0; i < repeated; i++) into[at + i] = into[from + i] as number;
      at += repeated;
    }
    for (const last = room ? end : end - 3; at < last; at += 4, from += 4) {
      view.setInt32(at, view.getInt32(from, true), true);
    }
  }
  while (at < end) into[at++] = into[from++] as number;
  return end;
}
