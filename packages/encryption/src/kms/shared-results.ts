/** Caches the results of a key service for some time, so that several reads can use them. */

/** A result from the key service, or the pending request for it. */
interface Entry<T> {
  readonly value: Promise<T>;
  /** The time at which the entry expires, on the clock of `performance.now()`. */
  readonly expires: number;
  /** The signal of the read that started the request. */
  readonly signal: AbortSignal | undefined;
}

/** Maximum number of results in the cache. Without this limit, files with many keys could exhaust the memory. */
const mostEntries = 1000;

export interface SharedResults<T> {
  /** Returns the cached result for an id, or calls the service. Errors and `undefined` are not cached. */
  get(id: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

/** Creates the cache. @param milliseconds How long a result may be used, counted from the start of its request. */
export function createSharedResults<T>(milliseconds: number): SharedResults<T> {
  // The entries are in the order of their expiry, because all of them are cached for the same time.
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
          // The read that started the request was aborted, so this read requests the result again.
          if (entry.signal?.aborted !== true || entry.signal === signal) throw error;
        }
      }
    },
  };
}
