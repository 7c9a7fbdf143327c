/** Results of a service that several reads share for some time. */

/** A result, or work that will have it. */
interface Entry<T> {
  readonly value: Promise<T>;
  /** The time on the clock of `performance` from which on the entry is not used. */
  readonly expires: number;
  /** The signal of the read for which the work was begun. */
  readonly signal: AbortSignal | undefined;
}

/** Files that name ever different keys must not fill the memory. */
const mostEntries = 1000;

export interface SharedResults<T> {
  /** Returns the result that is kept for an id, or does the work. A failure is not kept, and neither is `undefined`. */
  get(id: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

/** @param milliseconds How long a result is used, counted from the start of its work. */
export function createSharedResults<T>(milliseconds: number): SharedResults<T> {
  // In the order of their times, because all are kept for equally long.
  const entries = new Map<string, Entry<T>>();

  const dropOld = (now: number): void => {
    for (const [id, { expires }] of entries) {
      if (expires > now && entries.size < mostEntries) return;
      entries.delete(id);
    }
  };
  const begin = (id: string, now: number, signal: AbortSignal | undefined, work: () => Promise<T>): Entry<T> => {
    const entry = { value: work(), expires: now + milliseconds, signal };
    entries.set(id, entry);
    return entry;
  };
  const drop = (id: string, entry: Entry<T>): void => {
    if (entries.get(id) === entry) entries.delete(id);
  };

  return {
    async get(id, signal, work) {
      for (;;) {
        const now = performance.now();
        dropOld(now);
        const entry = entries.get(id) ?? begin(id, now, signal, work);
        try {
          const value = await entry.value;
          if (value === undefined) drop(id, entry);
          return value;
        } catch (error) {
          drop(id, entry);
          signal?.throwIfAborted();
          // The read that began the work was aborted, so this one begins it again.
          if (entry.signal?.aborted !== true || entry.signal === signal) throw error;
        }
      }
    },
  };
}
