/**
 * Wraps a sink: tracks the position, combines small writes, and writes adjacent views of the same buffer in one call.
 */
import type { ByteSink } from '../sink/byte-sink.js';
import { memoryOf, releasesBytes } from '../sink/released-memory.js';
import { unfilledMemory } from '../unfilled-memory.js';

/** The output to which the pages of a chunk are written. */
export interface PageOutput {
  /** File offset of the next byte to write. */
  readonly position: number;
  /** Writes bytes without copying them. The caller must not change them afterwards. */
  write(bytes: Uint8Array): Promise<void>;
  /** Copies bytes and writes the copy. Use it for bytes that may change later, such as those from a source. */
  copy(bytes: Uint8Array): Promise<void>;
  /**
   * Lends memory to the sink, for bytes that need not be written page by page. Absent if the output needs each page
   * separately, as for encryption.
   */
  readonly lent?: LentMemory;
}

/** Writes views of memory that is reused: two buffers, of which one is written while the other is filled. */
export interface LentMemory {
  /**
   * Writes bytes that must not change until {@link takeBack} has resolved. Adjacent views of the same memory are
   * written in one call. Returns a promise only if earlier bytes must be written first.
   */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /**
   * Starts to write the bytes passed to {@link write}, and resolves when the sink no longer uses them. Rejects with the
   * error of the write. The next write to the output rejects with the same error, so the caller need not wait.
   */
  takeBack(): Promise<void>;
  /**
   * Starts to write the bytes passed to {@link write}, and resolves with a buffer of {@link leastLentBytes} bytes or
   * more that the sink does not use. Bytes that are passed to `write` next should start at the start of the buffer,
   * because some sinks then write them faster.
   */
  buffer(): Promise<Uint8Array>;
}

/**
 * Size of the buffers of {@link LentMemory}, in bytes. Larger buffers do not fit in processor caches, and smaller buffers
 * need more system calls.
 */
const lentBytes = 2 ** 21;

/**
 * Minimum size of a buffer that {@link LentMemory.buffer} returns, in bytes. Buffers are shorter than `lentBytes` if the
 * sink needs their start to be aligned.
 */
export const leastLentBytes: number = lentBytes / 2;

export interface Output extends PageOutput {
  readonly lent: LentMemory;
  /** Writes all buffered bytes to the sink. */
  flush(): Promise<void>;
  /** Writes all remaining bytes and closes the sink. */
  close(): Promise<void>;
  /** Aborts the sink once its running operation has settled, or after 25 ms. Rejects with the sink's error. */
  abort(reason: unknown): Promise<void>;
}

/** A buffer, and the promise that resolves when the sink no longer uses it. */
interface LentBuffer {
  readonly bytes: Uint8Array | undefined;
  readonly free: Promise<void> | undefined;
}

const unusedBuffer: LentBuffer = { bytes: undefined, free: undefined };

/** Writes of fewer bytes are combined, because a system call takes as long as copying this many bytes. */
const smallBytes = 2 ** 15;
const gatheredBytes = 2 ** 18;

/**
 * Maximum number of milliseconds to wait, after the signal has aborted, for a running operation of the sink to end.
 * Then the sink is aborted.
 */
const operationMillis = 25;

/**
 * Wraps a sink.
 * @param signal Aborts when the writer fails or is aborted. It is passed to the sink, and nothing is written
 * afterwards.
 */
export function createOutput(sink: ByteSink, signal: AbortSignal): Output {
  let position = 0;
  let gathered: Uint8Array | undefined;
  let used = 0;
  let running: Promise<unknown> = Promise.resolve();
  const operate = (operation: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    // Turn an error that a sink throws synchronously into a rejection.
    const started = (async (): Promise<void> => operation())();
    running = started.catch(() => undefined);
    return started;
  };
  const send = (bytes: Uint8Array): Promise<void> => operate(() => sink.write(bytes, signal));
  const releases = releasesBytes(sink);
  const memory = memoryOf(sink);
  const owned = (bytes: Uint8Array): Uint8Array => (releases ? bytes : bytes.slice());
  const flushGathered = async (): Promise<void> => {
    if (gathered === undefined) return;
    const bytes = gathered.subarray(0, used);
    // The array is not reused, because the sink may keep a reference to it.
    gathered = undefined;
    used = 0;
    await send(bytes);
  };
  const gather = async (bytes: Uint8Array): Promise<void> => {
    if (used + bytes.length > gatheredBytes) await flushGathered();
    gathered ??= new Uint8Array(gatheredBytes);
    gathered.set(bytes, used);
    used += bytes.length;
  };
  /** Bytes passed to `LentMemory.write` that are not written yet. Buffered bytes must be written before them. */
  let lent: Uint8Array | undefined;
  /** The last write of bytes passed to `LentMemory.write`, unless `settleLent` has awaited it. */
  let returning: Promise<void> | undefined;
  const takeBack = async (): Promise<void> => {
    const before = returning;
    const bytes = lent;
    lent = undefined;
    if (bytes === undefined) return before;
    returning = (async (): Promise<void> => {
      await before;
      if (bytes.length < smallBytes) await gather(bytes);
      else {
        await flushGathered();
        await send(owned(bytes));
      }
    })();
    // Prevent an unhandled rejection: the next write to the output throws the error.
    returning.catch(() => undefined);
    await returning;
  };
  const settleLent = async (): Promise<void> => {
    await takeBack();
    returning = undefined;
  };
  const put = async (bytes: Uint8Array, own: (bytes: Uint8Array) => Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    position += bytes.length;
    if (lent !== undefined || returning !== undefined) await settleLent();
    if (bytes.length < smallBytes) return gather(bytes);
    await flushGathered();
    await send(own(bytes));
  };
  const lend = (bytes: Uint8Array): Promise<void> | undefined => {
    signal.throwIfAborted();
    position += bytes.length;
    const last = lent;
    if (last === undefined) lent = bytes;
    else if (last.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset)
      lent = new Uint8Array(last.buffer, last.byteOffset, last.length + bytes.length);
    else {
      const written = takeBack();
      lent = bytes;
      return written;
    }
    return undefined;
  };
  /**
   * The two buffers: the one that `buffer` returned last, and the other one, which is free when its promise has
   * resolved.
   */
  let [current, other]: [LentBuffer, LentBuffer] = [unusedBuffer, unusedBuffer];
  const buffer = async (): Promise<Uint8Array> => {
    const free = takeBack();
    // Ignore the error: the next write throws it.
    free.catch(() => undefined);
    [current, other] = [other, { ...current, free }];
    await current.free;
    const bytes = current.bytes ?? memory?.allocate(lentBytes) ?? unfilledMemory(lentBytes);
    current = { bytes, free: undefined };
    return memory === undefined ? bytes : bytes.subarray(position % memory.alignment);
  };
  return {
    get position(): number {
      return position;
    },
    write: (bytes) => put(bytes, (same) => same),
    copy: (bytes) => put(bytes, owned),
    lent: { write: lend, takeBack, buffer },
    flush: async () => {
      await settleLent();
      await flushGathered();
    },
    close: async () => operate(() => sink.close()),
    abort: async (reason) => {
      gathered = undefined;
      lent = undefined;
      await atMost(running, operationMillis);
      await sink.abort(reason);
    },
  };
}

async function atMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
