/**
 * Counts the memory that one read uses, and limits it to `limits.memoryBytes`.
 *
 * A budget has one account per column. The column's reader records in the account how many bytes it uses for each
 * purpose. If the sum of all accounts would exceed the total, the account throws LIMIT, and the reader then frees
 * memory (see `batch-filler.ts`).
 */
import { boundGarbage, engineShare, type Limits, limitError, type ParquetError } from '@marquetry/core';
import type { ParsedMemory } from '@marquetry/metadata';

/** The purposes for which a read counts memory separately. */
type MemoryUse = 'index' | 'window' | 'page' | 'dictionary' | 'request' | 'queue';

export interface MemoryAccount {
  /**
   * Sets the number of bytes in use for a purpose. A smaller number than before is always accepted.
   * @throws ParquetError LIMIT if the sum of all accounts would exceed the budget. Also sets {@link refusal} to this
   * error.
   */
  hold(use: MemoryUse, bytes: number): void;
  /** True if {@link hold} would accept this number of bytes. */
  hasRoom(use: MemoryUse, bytes: number): boolean;
  /** Returns the number of bytes in use for a purpose. */
  held(use: MemoryUse): number;
  /** The last error that `hold` has thrown since {@link forgive} was called. */
  readonly refusal: ParquetError | undefined;
  /**
   * Returns a LIMIT error, and sets {@link refusal} to this error, for a reader that needs more memory than is free.
   * `what` describes the memory that the reader needs.
   */
  refuse(what: string): ParquetError;
  forgive(): void;
}

export interface MemoryBudget {
  /** Number of bytes for all accounts: `limits.memoryBytes` minus the memory of the footer and of the readers. */
  readonly totalBytes: number;
  /** Number of bytes that are not in use. */
  readonly freeBytes: number;
  open(): MemoryAccount;
}

/** The description of each {@link MemoryUse} in errors. */
const named: Readonly<Record<MemoryUse, string>> = {
  index: 'an offset index',
  window: 'a read',
  page: 'a page',
  dictionary: 'a dictionary',
  request: 'a row',
  queue: 'a queue of decoded rows',
};

/**
 * Memory per column of a read, in bytes, without the column's values: the objects of its reader, and the object for the
 * column in a batch. Measured in V8 and rounded up.
 */
const columnBytes = 2048;
/**
 * Additional memory per column, in bytes, while V8 collects garbage: the young generation grows with the objects that
 * survive, up to 128 MiB.
 */
const engineColumnBytes = 2 ** 14;
const mostEngineBytes = 2 ** 27;
/**
 * If the footer and the readers of all columns together take less than this many bytes, they are not counted, because
 * the engine's own memory is far larger.
 */
const pettyBytes = 2 ** 20;
/**
 * The fraction of `limits.memoryBytes` that a read may always use, even if the footer, the readers and other reads
 * leave less.
 */
const leastShare = 1 / 4;

/**
 * Returns how many bytes the footer and the readers of the given number of columns use.
 * @throws ParquetError LIMIT if they exceed `limits.memoryBytes`.
 */
function stateBytesOf({ limits, footerMemory }: BudgetSource, columns: number): number {
  const engineBytes = Math.min(mostEngineBytes, columns * engineColumnBytes) - limits.memoryBytes * engineShare;
  const stateBytes = footerMemory.heldBytes + columns * columnBytes + Math.max(0, engineBytes);
  if (columns * columnBytes + footerMemory.heldBytes <= pettyBytes) return 0;
  if (stateBytes <= limits.memoryBytes) return stateBytes;
  const what = `a read of ${columns} columns (about ${stateBytes} bytes for the footer and readers)`;
  throw limitError('memoryBytes', limits, what);
}

/**
 * Checks that a read of the given number of columns can fit in memory, before anything is allocated per column. Without
 * this check, reading the batches would throw the same error later.
 * @throws ParquetError LIMIT if the footer and the readers of the columns exceed `limits.memoryBytes`.
 */
export function requireColumnRoom(
  { limits, footer }: { readonly limits: Limits; readonly footer: { readonly memory: Readonly<ParsedMemory> } },
  columns: number,
): void {
  stateBytesOf({ limits, footerMemory: footer.memory }, columns);
}

/** The members of `FileContext` that determine a memory budget. */
interface BudgetSource {
  readonly limits: Limits;
  readonly footerMemory: Readonly<ParsedMemory>;
}

/**
 * Creates the budget of one read: `limits.memoryBytes` minus the memory of the footer, of the readers of the given
 * number of columns, and of other reads in the same call.
 * @throws ParquetError LIMIT if the footer and the readers alone exceed it.
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

/** The budget properties that the accounts of columns use. */
interface Ledger extends MemoryBudget {
  readonly limits: Limits;
  /** Number of bytes that the footer, the readers and other reads use. */
  readonly besideBytes: number;
  usedBytes: number;
}

/** Garbage is bounded (see `boundGarbage`) whenever the accounts of a thread's reads have grown by this many bytes. */
const checkedBytes = 2 ** 16;
/** The bytes by which the accounts have grown since garbage was last bounded. All reads of a thread share this number. */
let uncheckedBytes = 0;
/** Bytes of garbage that are counted for each growth of an account, for the objects of a page or a chunk. */
const holdBytes = 2 ** 12;

/** This is a class because there is one object per chunk, and creating closures takes longer. */
class ColumnAccount implements MemoryAccount {
  refusal: ParquetError | undefined = undefined;
  declare private readonly ledger: Ledger;
  /** The number of bytes in use for each purpose, in the order of {@link placeOf}. */
  private readonly holds: number[] = [0, 0, 0, 0, 0, 0];

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  hold(use: MemoryUse, bytes: number): void {
    const { holds, ledger } = this;
    const more = bytes - this.held(use);
    if (more === 0) return;
    // Freeing memory needs no check, and a check takes as long as parsing the header of a small page.
    if (more > 0) {
      uncheckedBytes += more + holdBytes;
      if (uncheckedBytes >= checkedBytes) {
        uncheckedBytes = 0;
        boundGarbage(ledger.limits);
      }
    }
    if (!this.hasRoom(use, bytes)) throw this.refuse(`${named[use]} of ${bytes} bytes`);
    ledger.usedBytes += more;
    holds[placeOf(use)] = bytes;
  }

  hasRoom(use: MemoryUse, bytes: number): boolean {
    const { ledger } = this;
    const more = bytes - this.held(use);
    return more <= 0 || ledger.usedBytes + more <= ledger.totalBytes;
  }

  held(use: MemoryUse): number {
    return this.holds[placeOf(use)] as number;
  }

  refuse(what: string): ParquetError {
    const { besideBytes, limits } = this.ledger;
    const found =
      besideBytes > 0 ? `${what}, with ${besideBytes} bytes for the footer, the columns and other reads,` : what;
    this.refusal = limitError('memoryBytes', limits, found);
    return this.refusal;
  }

  forgive(): void {
    this.refusal = undefined;
  }
}

/**
 * Returns the place of a purpose in an array of numbers. Engines take several times as long to find a property by a
 * name that varies.
 */
function placeOf(use: MemoryUse): number {
  switch (use) {
    case 'page':
      return 0;
    case 'request':
      return 1;
    case 'queue':
      return 2;
    case 'window':
      return 3;
    case 'dictionary':
      return 4;
    case 'index':
      return 5;
  }
}
