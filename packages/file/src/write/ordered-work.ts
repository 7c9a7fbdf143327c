/**
 * Tracks concurrent work that may end in any order. Failures are thrown in the order in which the tasks were added, as
 * if each task had waited for the previous one.
 *
 *   added   a ─── b ─── c ─── d
 *   ended   a     ·     c     failed       the failure of d is thrown once b has ended
 */
export interface OrderedWork {
  /** Number of bytes of memory that unfinished work uses. */
  readonly bytes: number;
  /**
   * Adds work that has already been started, and that uses `bytes` bytes of memory until it ends. If it rejects, the
   * error is thrown once all earlier work has ended.
   */
  add(work: Promise<unknown>, bytes: number): void;
  /**
   * Waits until one more task has ended. Resolves at once if no task is running.
   * @throws The first failure.
   */
  progress(): Promise<void>;
  /** Waits until all work has ended. @throws The first failure. */
  drain(): Promise<void>;
}

export function createOrderedWork(): OrderedWork {
  let bytes = 0;
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  let waiting: (() => void)[] = [];
  let last: Promise<void> = Promise.resolve();

  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const follow = async (before: Promise<void>, work: Promise<unknown>): Promise<void> => {
    await before;
    try {
      if (failure === undefined) await work;
    } catch (error) {
      failure = { error };
    }
    count--;
    wake();
  };
  const progress = async (): Promise<void> => {
    if (failure === undefined && count > 0) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    if (failure !== undefined) throw failure.error;
  };

  return {
    get bytes(): number {
      return bytes;
    },
    add: (work, size) => {
      bytes += size;
      count++;
      const ended = (): void => {
        bytes -= size;
        wake();
      };
      work.then(ended, ended);
      last = follow(last, work);
    },
    progress,
    drain: async () => {
      do await progress();
      while (count > 0);
    },
  };
}
