/** Wraps a sink: counts its position and gathers small writes. */
import type { ByteSink } from '../sink/byte-sink.js';

/** The output to which the pages of a chunk are written. */
export interface PageOutput {
  /** File offset of the next byte to write. */
  readonly position: number;
  /** Writes bytes without copying them. The caller must not change them afterwards. */
  write(bytes: Uint8Array): Promise<void>;
  /** Copies bytes, then writes them. For bytes that may change later, such as bytes from a source. */
  copy(bytes: Uint8Array): Promise<void>;
}

export interface Output extends PageOutput {
  /** Writes the gathered bytes to the sink. */
  flush(): Promise<void>;
  /** Closes the sink of the file. */
  close(): Promise<void>;
  /**
   * Aborts the sink once the running operation has settled, at most 25 ms later. Rejects with the error that the sink throws.
   */
  abort(reason: unknown): Promise<void>;
}

/** Writes of fewer bytes are gathered, because a system call takes as long as copying this many bytes. */
const smallBytes = 2 ** 15;
const gatheredBytes = 2 ** 18;

/**
 * Milliseconds to wait, after the signal has aborted, for a running operation of the sink to end. After that, the sink
 * is aborted.
 */
const operationMillis = 25;

/**
 * Wraps a sink.
 * @param signal Aborts when the writer fails or is aborted. It is passed to the sink, and nothing is written afterwards.
 */
export function createOutput(sink: ByteSink, signal: AbortSignal): Output {
  let position = 0;
  let gathered: Uint8Array | undefined;
  let used = 0;
  let running: Promise<unknown> = Promise.resolve();
  const operate = (operation: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    // Turns an error that a sink throws synchronously into a rejection.
    const started = (async (): Promise<void> => operation())();
    running = started.catch(() => undefined);
    return started;
  };
  const send = (bytes: Uint8Array): Promise<void> => operate(() => sink.write(bytes, signal));
  const flush = async (): Promise<void> => {
    if (gathered === undefined) return;
    const bytes = gathered.subarray(0, used);
    // The array is not reused, because the sink may keep a reference to it.
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
