/**
 * The memory that one read keeps alive, counted against `limits.memoryBytes`.
 *
 * A budget has an account per column. An account states how much it holds for each use; the budget refuses a statement that would raise the sum above
 * its total, and the reader then frees memory or is parked (see `batch-filler.ts`).
 */
import { boundGarbage, engineShare, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { ParsedMemory } from '@marquetry/metadata';
import type { FileContext } from './context.js';

/** The uses of memory. */
type MemoryUse = 'index' | 'window' | 'page' | 'dictionary' | 'request' | 'queue';

export interface MemoryAccount {
  /**
   * Sets the number of bytes held for a use. A smaller number than before is always accepted.
   * @throws ParquetError LIMIT, kept as {@link refusal}, if the budget has no room.
   */
  hold(use: MemoryUse, bytes: number): void;
  /** True if {@link hold} would accept the number. */
  hasRoom(use: MemoryUse, bytes: number): boolean;
  /** Returns the number of bytes held for a use. */
  held(use: MemoryUse): number;
  /** The error of the last `hold` that was refused since {@link forgive}. */
  readonly refusal: ParquetError | undefined;
  /** Sets {@link refusal} to a LIMIT error and returns it, for a read that needs more memory than is left. */
  refuse(what: string): ParquetError;
  forgive(): void;
}

export interface MemoryBudget {
  /** Bytes for all accounts: `limits.memoryBytes` less the footer and the state of the columns. */
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
 * Bytes per column of a read, without its values: its lane, its piece, its nested column. Measured on V8 and rounded up.
 */
const columnBytes = 2048;
/**
 * Bytes that V8 needs in addition per column while it collects garbage: the young generation grows with the objects that survive, up to 128 MiB.
 */
const engineColumnBytes = 2 ** 14;
const mostEngineBytes = 2 ** 27;
/** A footer and columns below this size are negligible beside the engine's own memory. */
const pettyBytes = 2 ** 20;
/** The share of `limits.memoryBytes` that a read always has. */
const leastShare = 1 / 4;

/**
 * Returns the bytes of the footer and of the state of that many columns.
 * @throws ParquetError LIMIT.
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
 * Checks the memory of a read before anything is allocated per column. The batches of the read would throw the same error later.
 * @throws ParquetError
 * LIMIT if the footer and the state of that many columns exceed `limits.memoryBytes`.
 */
export function requireColumnRoom(
  { limits, footer }: { readonly limits: Limits; readonly footer: { readonly memory: Readonly<ParsedMemory> } },
  columns: number,
): void {
  stateBytesOf({ limits, footerMemory: footer.memory }, columns);
}

/** The parts of a file's context that limit a budget. */
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

/** A class, because there is one per chunk. */
class ColumnAccount implements MemoryAccount {
  refusal: ParquetError | undefined = undefined;
  declare private readonly ledger: Ledger;
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
