/** Wraps a sink: counts its position and gathers small writes. */
import type { ByteSink } from '../sink/byte-sink.js';

/** What the pages of a chunk are written to. */
export interface PageOutput {
  /** File offset of the next byte to write. */
  readonly position: number;
  /** Writes bytes, which must not change afterwards. */
  write(bytes: Uint8Array): Promise<void>;
  /** Like {@link write}, for bytes that may change later, such as bytes from a source. */
  copy(bytes: Uint8Array): Promise<void>;
}

export interface Output extends PageOutput {
  /** Writes the gathered bytes to the sink. */
  flush(): Promise<void>;
  /** Closes the sink. */
  close(): Promise<void>;
  /**
   * Aborts the sink when the running operation has settled, or after 25 ms. Rejects with the error of the sink.
   */
  abort(reason: unknown): Promise<void>;
}

/** Smaller pieces are gathered, because a system call takes as long as copying this many bytes. */
const smallBytes = 2 ** 15;
const gatheredBytes = 2 ** 18;

/**
 * Milliseconds from the abort of the signal until the sink is aborted, even if its operation has not ended.
 */
const operationMillis = 25;

/**
 * @param signal Aborted when the writer ends before it has finished. It is passed to the sink, and nothing is written
 * after it has aborted.
 */
export function createOutput(sink: ByteSink, signal: AbortSignal): Output {
  let position = 0;
  let gathered: Uint8Array | undefined;
  let used = 0;
  let running: Promise<unknown> = Promise.resolve();
  const operate = (operation: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    // A sink may throw instead of rejecting.
    const started = (async (): Promise<void> => operation())();
    running = started.catch(() => undefined);
    return started;
  };
  const send = (bytes: Uint8Array): Promise<void> => operate(() => sink.write(bytes, signal));
  const flush = async (): Promise<void> => {
    if (gathered === undefined) return;
    const bytes = gathered.subarray(0, used);
    // The sink may keep the bytes.
    gathered = undefined;
    used = 0;
    await send(bytes);
  };
  const put = async (bytes: Uint8Array, own: (bytes: Uint8Array) => Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    position += bytes.length;
    if (used + bytes.length > gatheredBytes || bytes.length >= smallBytes) await flush();
    if (bytes.length >= smallBytes) {
      await send(own(bytes));
      return;
    }
    gathered ??= new Uint8Array(gatheredBytes);
    gathered.set(bytes, used);
    used += bytes.length;
  };
  return {
    get position(): number {
      return position;
    },
    write: (bytes) => put(bytes, (same) => same),
    copy: (bytes) => put(bytes, (shared) => shared.slice()),
    flush,
    close: async () => operate(() => sink.close()),
    abort: async (reason) => {
      gathered = undefined;
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
