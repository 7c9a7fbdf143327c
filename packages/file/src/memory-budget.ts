/**
 * What one read keeps alive at once, counted against `limits.memoryBytes`.
 *
 * A budget has an account per column. An account states how much it holds for each use; the budget refuses a statement that
 * would take the sum above its total, and the reader then makes room or gives way (see `column-lanes.ts`).
 */
import { type Limits, limitError, type ParquetError } from '@marquetry/core';

/** What memory is held for. */
type MemoryUse = 'window' | 'page' | 'dictionary' | 'request' | 'queue';

export interface MemoryAccount {
  /**
   * States that `bytes` are held for a use, instead of what was stated before. A smaller number is always accepted.
   * @throws ParquetError LIMIT, kept as {@link refusal}, if the budget has no room. `size`: the bytes that the error names,
   *   where the thing is smaller than what it takes.
   */
  hold(use: MemoryUse, bytes: number, size?: number): void;
  /** What is held for a use. */
  held(use: MemoryUse): number;
  /** The error of the last `hold` since {@link forgive} that was refused. */
  readonly refusal: ParquetError | undefined;
  /** Keeps an error as the refusal: the memory that the budget has left was too small. */
  refuse(what: string): ParquetError;
  forgive(): void;
}

export interface MemoryBudget {
  readonly totalBytes: number;
  /** Bytes that no account holds. */
  readonly freeBytes: number;
  open(): MemoryAccount;
}

/** What an error calls that for which there was no room. */
const named: Readonly<Record<MemoryUse, string>> = {
  window: 'a window of the file',
  page: 'a page',
  dictionary: 'a dictionary',
  request: 'a row',
  queue: 'a queue of rows',
};

/** A budget of `limits.memoryBytes` for one read. */
export function createMemoryBudget(limits: Limits): MemoryBudget {
  const totalBytes = limits.memoryBytes;
  let used = 0;

  const open = (): MemoryAccount => {
    const holds: Record<MemoryUse, number> = { window: 0, page: 0, dictionary: 0, request: 0, queue: 0 };
    const refuse = (what: string): ParquetError => {
      const refusal = limitError('memoryBytes', limits, what);
      account.refusal = refusal;
      return refusal;
    };
    const account: MemoryAccount & { refusal: ParquetError | undefined } = {
      refusal: undefined,
      held: (use) => holds[use],
      hold: (use, bytes, size = bytes) => {
        const more = bytes - holds[use];
        if (more > 0 && used + more > totalBytes) throw refuse(`${named[use]} of ${size} bytes`);
        used += more;
        holds[use] = bytes;
      },
      refuse,
      forgive: () => {
        account.refusal = undefined;
      },
    };
    return account;
  };
  return {
    totalBytes,
    get freeBytes(): number {
      return Math.max(0, totalBytes - used);
    },
    open,
  };
}
