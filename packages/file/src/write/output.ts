/**
 * A sink that knows its position, and is not troubled with small pieces.
 */
import type { ByteSink } from '../sink/byte-sink.js';

export interface Output {
  /** File offset of the byte that is written next. */
  readonly position: number;
  /** The bytes must not change any more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Hands on what has been gathered. */
  flush(): Promise<void>;
}

/** Pieces below this are gathered: a call of the system costs as much as copying them. */
const smallBytes = 2 ** 15;
const gatheredBytes = 2 ** 18;

export function createOutput(sink: ByteSink, signal: AbortSignal | undefined): Output {
  let position = 0;
  let gathered: Uint8Array | undefined;
  let used = 0;
  const flush = async (): Promise<void> => {
    if (gathered === undefined) return;
    const bytes = gathered.subarray(0, used);
    // The sink may keep what it got.
    gathered = undefined;
    used = 0;
    await sink.write(bytes, signal);
  };
  return {
    get position(): number {
      return position;
    },
    write: async (bytes) => {
      position += bytes.length;
      if (used + bytes.length > gatheredBytes || bytes.length >= smallBytes) await flush();
      if (bytes.length >= smallBytes) {
        await sink.write(bytes, signal);
        return;
      }
      gathered ??= new Uint8Array(gatheredBytes);
      gathered.set(bytes, used);
      used += bytes.length;
    },
    flush,
  };
}
