/**
 * The memory that one read keeps alive, counted against `limits.memoryBytes`.
 *
 * A budget has an account per column. An account states how much it holds for each use; the budget refuses a statement
 * that would take the sum above its total, and the reader then makes room or gives way (see `column-lanes.ts`).
 */
import { boundGarbage, engineShare, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { ParsedMemory } from '@marquetry/metadata';
import type { FileContext } from './context.js';

/** The uses of memory. */
type MemoryUse = 'index' | 'window' | 'page' | 'dictionary' | 'request' | 'queue';

export interface MemoryAccount {
  /**
   * States that `bytes` are held for a use, which replaces the previous statement. A smaller number is always accepted.
   * @throws ParquetError LIMIT, kept as {@link refusal}, if the budget has no room.
   */
  hold(use: MemoryUse, bytes: number): void;
  /** True if {@link hold} would accept the statement. */
  hasRoom(use: MemoryUse, bytes: number): boolean;
  /** What is held for a use. */
  held(use: MemoryUse): number;
  /** The error of the last `hold` that was refused since {@link forgive}. */
  readonly refusal: ParquetError | undefined;
  /** Keeps an error as the refusal, for a read that needed more than the memory left. */
  refuse(what: string): ParquetError;
  forgive(): void;
}

export interface MemoryBudget {
  /** Bytes for all accounts: `limits.memoryBytes` without the footer and the state of the columns. */
  readonly totalBytes: number;
  /** Bytes that no account holds. */
  readonly freeBytes: number;
  open(): MemoryAccount;
}

/** The name of each use in errors. */
const named: Readonly<Record<MemoryUse, string>> = {
  index: 'an offset index',
  window: 'a window of the file',
  page: 'a page',
  dictionary: 'a dictionary',
  request: 'a row',
  queue: 'a queue of rows',
};

/**
 * Memory per column of a read besides its values, measured on V8 and rounded up: its lane, its piece, its nested
 * column.
 */
const columnBytes = 2048;
/**
 * Further memory of V8 per column of a read during collections that its objects survive: the young generation grows
 * with the survivors, up to 128 MiB.
 */
const engineColumnBytes = 2 ** 14;
const mostEngineBytes = 2 ** 27;
/** A footer and columns below this size are negligible beside the engine's own memory. */
const pettyBytes = 2 ** 20;
/** The share of `limits.memoryBytes` that a read has in any case. */
const leastShare = 1 / 4;

/**
 * Returns the bytes that a read of that many columns takes for their state and the footer. @throws ParquetError LIMIT.
 */
function stateBytesOf({ limits, footerMemory }: BudgetSource, columns: number): number {
  const engineBytes = Math.min(mostEngineBytes, columns * engineColumnBytes) - limits.memoryBytes * engineShare;
  const stateBytes = footerMemory.heldBytes + columns * columnBytes + Math.max(0, engineBytes);
  if (columns * columnBytes + footerMemory.heldBytes <= pettyBytes) return 0;
  if (stateBytes <= limits.memoryBytes) return stateBytes;
  const what = `a read of ${columns} columns, about ${stateBytes} bytes with the footer and without their values,`;
  throw limitError('memoryBytes', limits, what);
}

/**
 * Checks the memory of a read before anything is made per column. The batches of the read would throw the same error
 * later. @throws ParquetError LIMIT if the footer and the state of that many columns exceed `limits.memoryBytes`.
 */
export function requireColumnRoom(
  { limits, footer }: { readonly limits: Limits; readonly footer: { readonly memory: Readonly<ParsedMemory> } },
  columns: number,
): void {
  stateBytesOf({ limits, footerMemory: footer.memory }, columns);
}

/** What bounds a budget. */
type BudgetSource = Pick<FileContext, 'limits' | 'footerMemory'>;

/**
 * Makes the budget of one read: `limits.memoryBytes` less the footer, the state of that many columns, and the memory
 * that other reads of the call hold.
 * @throws ParquetError LIMIT if footer and columns alone exceed it.
 */
export function createMemoryBudget(source: BudgetSource, columns: number, otherReads = 0): MemoryBudget {
  const { limits } = source;
  const { memoryBytes } = limits;
  const besideBytes = stateBytesOf(source, columns) + otherReads;
  const totalBytes = Math.max(Math.floor(memoryBytes * leastShare), memoryBytes - besideBytes);
  const budget: Ledger = {
    limits,
    totalBytes,
    besideBytes,
    usedBytes: 0,
    get freeBytes(): number {
      return Math.max(0, totalBytes - budget.usedBytes);
    },
    open: () => new ColumnAccount(budget),
  };
  return budget;
}

/** The members of a budget that its accounts use. */
interface Ledger extends MemoryBudget {
  readonly limits: Limits;
  /** Bytes that the footer, the columns and other reads take. */
  readonly besideBytes: number;
  usedBytes: number;
}

/** A class, as there is one per chunk. */
class ColumnAccount implements MemoryAccount {
  refusal: ParquetError | undefined = undefined;
  private readonly ledger: Ledger;
  private readonly holds: Record<MemoryUse, number> = {
    index: 0,
    window: 0,
    page: 0,
    dictionary: 0,
    request: 0,
    queue: 0,
  };

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  hold(use: MemoryUse, bytes: number): void {
    const { holds, ledger } = this;
    const more = bytes - holds[use];
    if (more === 0) return;
    boundGarbage(ledger.limits);
    if (!this.hasRoom(use, bytes)) throw this.refuse(`${named[use]} of ${bytes} bytes`);
    ledger.usedBytes += more;
    holds[use] = bytes;
  }

  hasRoom(use: MemoryUse, bytes: number): boolean {
    const { holds, ledger } = this;
    const more = bytes - holds[use];
    return more <= 0 || ledger.usedBytes + more <= ledger.totalBytes;
  }

  held(use: MemoryUse): number {
    return this.holds[use];
  }

  refuse(what: string): ParquetError {
    const { besideBytes, limits } = this.ledger;
    const found =
      besideBytes > 0 ? `${what}, with ${besideBytes} bytes of the footer, the columns and other reads,` : what;
    this.refusal = limitError('memoryBytes', limits, found);
    return this.refusal;
  }

  forgive(): void {
    this.refusal = undefined;
  }
}
