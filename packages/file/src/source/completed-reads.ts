/**
 * Avoids fetching bytes twice. The first read of a page fetches few bytes, because only the page header is needed. If
 * the page is larger, the second read fetches only the rest.
 *
 *   first read    [== 64 KiB ==]
 *   second read        [....................]     of the same page: only the rest is fetched
 */

type ReadRange = (offset: number, length: number, signal: AbortSignal | undefined) => Promise<Uint8Array>;

/** Maximum size, in bytes, of a read whose bytes are kept. */
const pieceBytes = 2 ** 16;
/**
 * Maximum number of reads whose bytes are kept: one for each column that is read concurrently. Together, they take at
 * most 2 MiB.
 */
const mostPieces = 32;

/**
 * Wraps a read function. The returned function does not fetch bytes again if they are at the end of a recent small
 * read.
 */
export function completingReads(read: ReadRange): ReadRange {
  let pieces: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  return async (offset, length, signal) => {
    const begun = pieces.find((piece) => offset >= piece.offset && offset < piece.offset + piece.bytes.length);
    const at = begun === undefined ? 0 : offset - begun.offset;
    const known = begun?.bytes.subarray(at, at + length) ?? new Uint8Array(0);
    if (known.length === length) return known;
    const rest = await read(offset + known.length, length - known.length, signal);
    let bytes = rest;
    if (known.length > 0) {
      bytes = new Uint8Array(length);
      bytes.set(known);
      bytes.set(rest, known.length);
      pieces = pieces.filter((piece) => piece !== begun);
    }
    if (length <= pieceBytes) pieces = [...pieces.slice(1 - mostPieces), { offset, bytes }];
    return bytes;
  };
}
