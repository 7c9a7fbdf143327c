/**
 * A source that fetches exactly the byte ranges of a split, each once, and serves reads from them.
 *
 *   planned    [------][------][---]        [------]
 *   fetched    in this order, a few at once, whether or not they are read
 *   read       waits for its ranges; the bytes stay in memory until the split is done, or if they are many, until they were read
 *
 * A read outside of the planned ranges, which only files with wrong sizes cause, is passed on and counted.
 */
import { ParquetError } from '@marquetry/core';
import { type ByteSource, readExactly } from '@marquetry/file';

/** The reads of the sources of a split so far. */
export interface ReadCounts {
  bytesRead: number;
  requests: number;
}

/** Runs a few fetches at once, in the order in which they were added. */
export interface FetchLine {
  add(fetch: () => Promise<void>): void;
}

/** Returns a line that runs at most `most` fetches at once. */
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

/** Returns a source that counts its reads. */
export function countedSource(source: ByteSource, counts: ReadCounts): ByteSource {
  return {
    byteLength: source.byteLength,
    ...(source.gap !== undefined && { gap: source.gap }),
    ...(source.about !== undefined && { about: source.about }),
    read: async (offset, length, signal) => {
      counts.requests++;
      const bytes = await readExactly(source, offset, length, signal);
      counts.bytesRead += length;
      return bytes;
    },
  };
}

/** A source whose planned ranges are fetched. */
export interface FetchedSource {
  readonly source: ByteSource;
  /** Resolves when all planned ranges have been fetched. Rejects with the first error. */
  finish(): Promise<void>;
}

/** Options for fetching the ranges of a split. */
export interface FetchOptions {
  readonly line: FetchLine;
  /** True to keep all bytes until the split is done; false to keep only those that will probably be read again. */
  readonly keepsAll: boolean;
  readonly signal: AbortSignal;
}

/** A planned range. */
interface Piece {
  readonly offset: number;
  readonly end: number;
  /** Set when the range is fetched; never cleared, so that no range is fetched twice. */
  loading: Promise<Uint8Array> | undefined;
  /** The bytes, once they are there; undefined again when they were freed. */
  bytes: Uint8Array | undefined;
  isFreed: boolean;
  isServed: boolean;
}

/** Without `keepsAll`, the bytes that are fetched before they are read. */
const aheadBytes = 2 ** 25;

/** Starts to fetch the ranges, and returns a source over them. `ranges` ascend and do not overlap. */
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
    // A read of these bytes, or `finish`, throws the error.
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
  /** Notes that a range was read up to its end. The range before it is then no longer needed: a page may span two ranges, and is read again. */
  const serve = (i: number): void => {
    if (keepsAll) return;
    (pieces[i] as Piece).isServed = true;
    const before = pieces[i - 1];
    if (before?.isServed === true) free(before);
    loadAhead();
  };
  /** Returns the index of the first piece that ends after `offset`. */
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
