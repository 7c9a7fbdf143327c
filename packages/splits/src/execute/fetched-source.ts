/**
 * A source that fetches exactly the byte ranges of a split, each once, and serves reads from them.
 *
 *   planned    [------][------][---]        [------]
 *   fetched    in this order, a few at once, whether or not they are read
 *   read       waits for its ranges; the bytes stay in memory until the split is done
 *
 * A read outside of the planned ranges, which only files with wrong sizes cause, is passed on and counted.
 */
import { ParquetError } from '@marquetry/core';
import { type ByteSource, readExactly } from '@marquetry/file';

/** What was read of the sources of a split. */
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

/** A source whose planned ranges are fetched. */
export interface FetchedSource {
  readonly source: ByteSource;
  /** Resolves when all planned ranges have been fetched. Rejects with the first error. */
  finish(): Promise<void>;
}

interface Piece {
  readonly offset: number;
  readonly length: number;
  readonly loading: Promise<Uint8Array>;
  bytes: Uint8Array | undefined;
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

/** Starts to fetch the ranges, and returns a source over them. `ranges` ascend and do not overlap. */
export function fetchedSource(
  source: ByteSource,
  ranges: readonly (readonly [offset: number, length: number])[],
  line: FetchLine,
  signal: AbortSignal,
): FetchedSource {
  const pieces = ranges.map(([offset, length]): Piece => {
    const piece: Piece = {
      offset,
      length,
      bytes: undefined,
      loading: new Promise<Uint8Array>((resolve, reject) => {
        line.add(async () => {
          try {
            signal.throwIfAborted();
            const bytes = await source.read(offset, length, signal);
            piece.bytes = bytes;
            resolve(bytes);
          } catch (error) {
            reject(error);
          }
        });
      }),
    };
    // A read of these bytes, or `finish`, throws the error.
    piece.loading.catch(() => undefined);
    return piece;
  });
  /** Returns the index of the first piece that ends after `offset`. */
  const pieceAt = (offset: number): number => {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const piece = pieces[middle] as Piece;
      if (piece.offset + piece.length <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    source: {
      byteLength: source.byteLength,
      sharesMemory: true,
      isPlanned: true,
      ...(source.about !== undefined && { about: source.about }),
      readNow: (offset, length) => {
        const piece = pieces[pieceAt(offset)];
        if (piece?.bytes === undefined || offset < piece.offset || offset + length > piece.offset + piece.length)
          return undefined;
        return piece.bytes.subarray(offset - piece.offset, offset - piece.offset + length);
      },
      read: async (offset, length, abort) => {
        const parts: Promise<Uint8Array>[] = [];
        const end = offset + length;
        let at = offset;
        for (let i = pieceAt(offset); at < end; i++) {
          const piece = pieces[i];
          const start = Math.min(piece?.offset ?? end, end);
          if (start > at) parts.push(source.read(at, start - at, abort));
          at = Math.max(at, start);
          if (piece === undefined || at === end) continue;
          const from = at - piece.offset;
          const to = Math.min(end, piece.offset + piece.length) - piece.offset;
          parts.push(piece.loading.then((bytes) => bytes.subarray(from, to)));
          at = piece.offset + to;
        }
        return joined(await Promise.all(parts), length);
      },
    },
    finish: async () => {
      for (const { loading } of pieces) await loading;
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
  if (at === length) return bytes;
  throw new ParquetError('INVALID_ARGUMENT', `the source returned ${at} of ${length} bytes`);
}
