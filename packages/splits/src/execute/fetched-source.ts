/**
 * A source that fetches exactly the byte ranges of a split, each once, and serves reads from them.
 *
 *   planned    [------][------][---]        [------]
 *   fetched    in this order, several at the same time, whether or not they are read
 *   read       waits for its ranges; the bytes stay in memory until the split is done or, if there are too many, until they have been read
 *
 * A read outside the planned ranges is passed to the source and counted. Only files that state wrong sizes cause such reads.
 */
import { ParquetError } from '@marquetry/core';
import { type BatchMemory, type ByteSource, fillerOf, readExactly } from '@marquetry/file';

/** Counts of reads from the sources of a split. */
export interface ReadCounts {
  bytesRead: number;
  requests: number;
}

/** Runs several fetches at the same time, starting them in the order in which they were added. */
export interface FetchLine {
  add(fetch: () => Promise<void>): void;
}

/** Returns a queue that runs up to `most` fetches at the same time. */
export function createFetchLine(most: number): FetchLine {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  const next = (): void => {
    while (running < most) {
      const fetch = waiting.shift();
      if (fetch === undefined) return;
      running++;
      void fetch().finally(() => {
        running--;
        next();
      });
    }
  };
  return {
    add: (fetch) => {
      waiting.push(fetch);
      next();
    },
  };
}

/**
 * Returns a source that counts its reads.
 * @param memory The memory to read into. Ignored if the source cannot read into memory that the caller allocates.
 */
export function countedSource(source: ByteSource, counts: ReadCounts, memory: BatchMemory | undefined): ByteSource {
  const fill = fillerOf(source);
  return {
    byteLength: source.byteLength,
    ...(source.gap !== undefined && { gap: source.gap }),
    ...(source.about !== undefined && { about: source.about }),
    read: async (offset, length, signal) => {
      counts.requests++;
      let bytes: Uint8Array;
      if (memory === undefined || fill === undefined) bytes = await readExactly(source, offset, length, signal);
      else {
        // If the read fails, the memory is not reused, because a running system call may still write to it.
        bytes = memory.allocateUnfilled(length);
        await fill(bytes, offset, signal);
      }
      counts.bytesRead += length;
      return bytes;
    },
  };
}

/** A source for planned byte ranges, which it fetches in the background. */
export interface FetchedSource {
  readonly source: ByteSource;
  /** Resolves when all planned ranges have been fetched. Rejects with the first error. */
  finish(): Promise<void>;
  /**
   * Lets later splits reuse the memory of the fetched bytes, after `finish` has resolved. Neither the bytes nor views of them, such as arrays
   * of batches, may be used afterwards.
   */
  release(memory: BatchMemory): void;
}

/** Options for fetching the ranges of a split. */
export interface FetchOptions {
  readonly line: FetchLine;
  /** True to keep all bytes in memory until the split is done; false to free bytes that will probably not be read again. */
  readonly keepsAll: boolean;
  readonly signal: AbortSignal;
}

/** A planned range, and the state of fetching it. */
interface Piece {
  readonly offset: number;
  readonly end: number;
  /** Set when fetching starts; never cleared, so that no range is fetched twice. */
  loading: Promise<Uint8Array> | undefined;
  /** The bytes once they have arrived; undefined again after they are freed. */
  bytes: Uint8Array | undefined;
  isFreed: boolean;
  isServed: boolean;
}

/** Unless `keepsAll` is set, fetching ahead pauses while at least this many bytes have been requested and not freed. */
const aheadBytes = 2 ** 25;

/** Starts fetching the ranges, and returns a source that reads from them. `ranges` must ascend and not overlap. */
export function fetchedSource(
  source: ByteSource,
  ranges: readonly (readonly [offset: number, length: number])[],
  { line, keepsAll, signal }: FetchOptions,
): FetchedSource {
  const pieces = ranges.map(
    ([offset, length]): Piece => ({
      ...{ offset, end: offset + length, loading: undefined, bytes: undefined, isFreed: false, isServed: false },
    }),
  );
  let ahead = 0;
  let next = 0;
  const load = (piece: Piece): Promise<Uint8Array> => {
    if (piece.loading !== undefined) return piece.loading;
    const length = piece.end - piece.offset;
    ahead += length;
    const loading = new Promise<Uint8Array>((resolve, reject) => {
      line.add(async () => {
        try {
          signal.throwIfAborted();
          const bytes = await source.read(piece.offset, length, signal);
          piece.bytes = bytes;
          resolve(bytes);
        } catch (error) {
          reject(error);
        }
      });
    });
    // The error is thrown by a read of these bytes, or by `finish`.
    loading.catch(() => undefined);
    piece.loading = loading;
    return loading;
  };
  const loadAhead = (): void => {
    for (; next < pieces.length && (keepsAll || ahead < aheadBytes); next++) void load(pieces[next] as Piece);
  };
  const free = (piece: Piece): void => {
    if (piece.isFreed || piece.loading === undefined) return;
    piece.isFreed = true;
    piece.bytes = undefined;
    piece.loading = piece.loading.then(() => noBytes);
    piece.loading.catch(() => undefined);
    ahead -= piece.end - piece.offset;
  };
  /**
   * Records that the last byte of a range has been read. The range before it is then freed. The range itself is not,
   * because a page may span two ranges and be read again.
   */
  const serve = (i: number): void => {
    if (keepsAll) return;
    (pieces[i] as Piece).isServed = true;
    const before = pieces[i - 1];
    if (before?.isServed === true) free(before);
    loadAhead();
  };
  /** Returns the index of the first range that ends after `offset`. */
  const pieceAt = (offset: number): number => {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pieces[middle] as Piece).end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  loadAhead();
  return {
    source: {
      byteLength: source.byteLength,
      isPlanned: true,
      ...(keepsAll && { sharesMemory: true }),
      ...(source.about !== undefined && { about: source.about }),
      readNow: (offset, length) => {
        const i = pieceAt(offset);
        const piece = pieces[i];
        if (piece?.bytes === undefined || offset < piece.offset || offset + length > piece.end) return undefined;
        const bytes = piece.bytes.subarray(offset - piece.offset, offset - piece.offset + length);
        if (offset + length === piece.end) serve(i);
        return bytes;
      },
      read: async (offset, length, abort) => {
        const parts: Promise<Uint8Array>[] = [];
        const end = offset + length;
        const served: number[] = [];
        let at = offset;
        for (let i = pieceAt(offset); at < end; i++) {
          const piece = pieces[i];
          const start = Math.min(piece?.offset ?? end, end);
          if (start > at) parts.push(source.read(at, start - at, abort));
          at = Math.max(at, start);
          if (piece === undefined || at === end) continue;
          const from = at;
          const to = Math.min(end, piece.end);
          if (piece.isFreed) parts.push(source.read(from, to - from, abort));
          else parts.push(load(piece).then((bytes) => bytes.subarray(from - piece.offset, to - piece.offset)));
          if (to === piece.end) served.push(i);
          at = to;
        }
        const bytes = joined(await Promise.all(parts), length);
        for (const i of served) serve(i);
        return bytes;
      },
    },
    finish: async () => {
      for (const piece of pieces) {
        await load(piece);
        if (keepsAll) continue;
        free(piece);
        loadAhead();
      }
    },
    release: (memory) => {
      for (const piece of pieces) {
        if (piece.bytes !== undefined) memory.release(piece.bytes);
        piece.bytes = undefined;
      }
    },
  };
}

const noBytes: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  if (at === length) return bytes;
  throw new ParquetError('INVALID_ARGUMENT', `the source returned ${at} of ${length} bytes`);
}
