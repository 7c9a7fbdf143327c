/**
 * Reads the chunks of a row group in windows of a few MiB, for copies that parse only page headers.
 *
 *   chunks     |  a  | b |        c        |              one run: chunks without large gaps
 *   windows    |---------------|                          one window is written while the next one is read
 *                          |---------------|              starts at the page header that did not fit in the previous window
 */
import type { ChunkLocation } from '../chunk.js';
import type { ParquetFile } from '../parquet-file.js';
import { readExactly } from '../source/byte-source.js';
import { fillerOf } from '../source/read-memory.js';
import { type LentMemory, leastLentBytes } from './output.js';

export interface SourceWindows {
  /** True if bytes are read into the output's own buffers. They then do not change before they are written. */
  readonly areInBuffers: boolean;
  /**
   * Returns the bytes of the file from `offset` to the end of a window: at least `least` bytes, unless the footer
   * starts earlier. The result is valid until the next call of `from` or `lent.takeBack`.
   * @throws ParquetError CORRUPT or INVALID_ARGUMENT if the source returns fewer bytes than requested; errors from the
   * source and the output.
   */
  from(offset: number, least: number, lent: LentMemory): Promise<Uint8Array>;
}

/** Size of a window if each read of the source returns new memory, as over HTTP. Each window is one request. */
const requestBytes = 2 ** 23;
/** Minimum number of bytes to read at a time, however small `limits.memoryBytes` is. */
const leastWindowBytes = 2 ** 16;
/** Chunks with a gap of at most this many bytes between them are read together, including the gap. */
const defaultGap = 2 ** 14;

const noBytes: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

/**
 * Creates an object that reads the given chunks of a file in windows. Keeps at most two windows in memory, which take
 * at most a quarter of `limits.memoryBytes`, or 128 KiB if that is more.
 */
export function createSourceWindows(
  { source, limits }: ParquetFile,
  chunks: readonly ChunkLocation[],
  signal: AbortSignal | undefined,
): SourceWindows {
  const fill = fillerOf(source);
  const size = Math.max(leastWindowBytes, Math.min(requestBytes, Math.floor(limits.memoryBytes / 8)));
  const ends = runsOf(chunks, source.isPlanned === true ? 0 : (source.gap ?? defaultGap));
  const endOf = (offset: number): number => ends.find(({ end }) => offset < end)?.end ?? offset;
  const dataEnd = Math.max(0, ...chunks.map((chunk) => chunk.dataEnd));
  let window = noBytes;
  let start = 0;

  /** Reads at least `least` bytes, and at most `most`. */
  const read = async (lent: LentMemory, offset: number, least: number, most: number): Promise<Uint8Array> => {
    if (fill !== undefined && least <= leastLentBytes) {
      const bytes = (await lent.buffer()).subarray(0, most);
      await fill(bytes, offset, signal);
      return bytes;
    }
    const written = lent.takeBack();
    const [bytes] = await Promise.all([readExactly(source, offset, most, signal), written]);
    return bytes;
  };
  return {
    areInBuffers: fill !== undefined,
    from: async (offset, least, lent) => {
      const skipped = offset - start;
      const wanted = Math.min(least, dataEnd - offset);
      if (skipped >= 0 && skipped + wanted <= window.length) return window.subarray(skipped);
      const most = Math.max(wanted, Math.min(size, endOf(offset) - offset));
      window = noBytes;
      window = await read(lent, offset, wanted, most);
      start = offset;
      return window;
    },
  };
}

/** Joins chunks without large gaps between them into runs, and returns the runs in ascending order. */
function runsOf(chunks: readonly ChunkLocation[], gap: number): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  const placed = chunks.flatMap(({ start, end }) => (start === undefined ? [] : [{ start, end }]));
  for (const { start, end } of placed.sort((a, b) => a.start - b.start)) {
    const last = runs.at(-1);
    if (last !== undefined && start <= last.end + gap) last.end = Math.max(last.end, end);
    else runs.push({ start, end });
  }
  return runs;
}
