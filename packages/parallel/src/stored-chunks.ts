/**
 * Reads the encoded bytes of column chunks, to send them to a worker together with its task. The worker then need not
 * request them.
 *
 *   pool     copies the chunks of the task to a free buffer, nearby chunks as one range     ->  worker
 *   worker   decodes from the buffer, and sends the buffer back after the last batch        ->  free buffer
 *
 * Bytes are sent only with tasks that read whole row groups; for other tasks, only the worker knows which pages it
 * needs. Buffers are sent back and reused, because copying into new memory takes several times as long as copying into
 * memory that has been used before.
 */
import type { ByteSource, ParquetFile, RowGroupRange } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { SentBytes } from './messages.js';

export interface StoredChunks {
  /**
   * Returns the bytes of the chunks of some columns, in one buffer that may be transferred. Returns an empty list if
   * the worker should request the bytes itself. Promises resolve in the order of the calls. They never reject: if
   * reading fails, the worker reads the source again and reports the error.
   */
  take(range: RowGroupRange, leaves: readonly LeafNode[]): readonly SentBytes[] | Promise<readonly SentBytes[]>;
  /** Allows a buffer that {@link take} has returned to be reused. */
  give(buffer: ArrayBuffer): void;
}

interface Stretch {
  readonly offset: number;
  end: number;
}

/** Two chunks with at most this many bytes between them are read as one range. A source can set a different `gap`. */
const defaultGap = 2 ** 14;
/** A new buffer is an eighth larger than needed, because the next row groups may need slightly more bytes. */
const roominess = 9 / 8;

/**
 * Creates the object that reads the bytes to send with the tasks of one read.
 * @param mostBytes Maximum number of bytes per task. If a task needs more bytes, its worker requests them in parts.
 * @param mostBuffers Maximum number of free buffers to keep for reuse.
 */
export function createStoredChunks(
  file: ParquetFile,
  mostBytes: number,
  mostBuffers: number,
  signal: AbortSignal | undefined,
): StoredChunks {
  const { source } = file;
  const free: ArrayBuffer[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const bufferOf = (byteLength: number): ArrayBuffer => {
    const found = free.findIndex((buffer) => buffer.byteLength >= byteLength);
    const [known] = found < 0 ? [] : free.splice(found, 1);
    return known ?? new ArrayBuffer(Math.min(mostBytes, Math.ceil(byteLength * roominess)));
  };
  const copied = (stretches: readonly Stretch[], read: readonly Uint8Array[]): SentBytes[] => {
    const buffer = bufferOf(sum(stretches));
    let at = 0;
    return stretches.map(({ offset, end }, i) => {
      const bytes = new Uint8Array(buffer, at, end - offset);
      bytes.set(read[i] as Uint8Array);
      at += bytes.length;
      return { offset, bytes };
    });
  };
  const readAll = async (stretches: readonly Stretch[]): Promise<SentBytes[]> => {
    const read = await Promise.all(stretches.map(({ offset, end }) => source.read(offset, end - offset, signal)));
    return read.every(({ length }, i) => length === lengthOf(stretches[i] as Stretch)) ? copied(stretches, read) : [];
  };

  return {
    take: (range, leaves) => {
      const stretches = stretchesOf(file, range, leaves);
      if (stretches.length === 0 || sum(stretches) > mostBytes) return [];
      const read = readNow(source, stretches);
      if (read !== undefined) return copied(stretches, read);
      const taken = last.then(() => readAll(stretches)).catch(() => []);
      last = taken;
      return taken;
    },
    give: (buffer) => {
      if (free.length < mostBuffers) free.push(buffer);
    },
  };
}

/** Returns the bytes of the ranges in `stretches` if the source is in memory; undefined for other sources. */
function readNow(source: ByteSource, stretches: readonly Stretch[]): Uint8Array[] | undefined {
  if (source.sharesMemory !== true || source.readNow === undefined) return undefined;
  const read: Uint8Array[] = [];
  for (const stretch of stretches) {
    const bytes = source.readNow(stretch.offset, lengthOf(stretch));
    if (bytes?.length !== lengthOf(stretch)) return undefined;
    read.push(bytes);
  }
  return read;
}

/**
 * Returns the byte ranges of the chunks, in file order. Returns an empty list if `range` is only a part of the row
 * group, or if the footer is invalid.
 */
function stretchesOf(file: ParquetFile, range: RowGroupRange, leaves: readonly LeafNode[]): Stretch[] {
  const { rowGroup, rowCount } = range;
  const stretches: Stretch[] = [];
  try {
    const { gap = defaultGap } = file.source;
    const places = leaves.map((leaf) => file.chunk({ rowGroup, column: leaf }));
    for (const { start = 0, end, rowCount: all } of places.sort((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
      if (all !== rowCount) return [];
      const previous = stretches.at(-1);
      if (previous !== undefined && start <= previous.end + gap) previous.end = Math.max(previous.end, end);
      else if (end > start) stretches.push({ offset: start, end });
    }
  } catch {
    // The worker encounters the same error, and reports it.
    return [];
  }
  return stretches;
}

function lengthOf({ offset, end }: Stretch): number {
  return end - offset;
}

function sum(stretches: readonly Stretch[]): number {
  return stretches.reduce((bytes, stretch) => bytes + lengthOf(stretch), 0);
}
