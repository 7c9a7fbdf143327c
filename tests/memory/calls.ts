/**
 * The calls that are run on each file of the hostile set (files.ts). A call returns how many rows or values it read, and calls `progress`
 * after every batch.
 */
import { toArrow } from '@marquetry/arrow';
import type { ParquetReader } from 'marquetry';
import { commandCalls, runCommand } from './command-calls.js';
import { filterOf } from './filters.js';

interface Trial {
  readonly path: string;
  open(): Promise<ParquetReader>;
  readonly signal: AbortSignal;
  progress(): void;
}

type Call = (trial: Trial) => Promise<number>;

async function count(batches: AsyncIterable<unknown>, progress: () => void): Promise<number> {
  let items = 0;
  for await (const _ of batches) {
    items++;
    progress();
  }
  return items;
}

export const calls: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    commandCalls.map((name): [string, Call] => [
      name,
      ({ path, signal, progress }) => runCommand(name, path, signal, progress),
    ]),
  ),
  open: async ({ open }) => (await open()).rowCount,
  'rows-1': async ({ open, signal, progress }) => count((await open()).rows({ limit: 1, signal }), progress),
  rows: async ({ open, signal, progress }) => count((await open()).rows({ signal }), progress),
  rowBatches: async ({ open, signal, progress }) => count((await open()).rowBatches({ signal }), progress),
  columns: async ({ open, signal, progress }) => count((await open()).columnBatches({ signal }), progress),
  nested: async ({ open, signal, progress }) => count((await open()).nestedBatches({ signal }), progress),
  where: async ({ open, signal, progress }) => {
    const file = await open();
    return count(file.columnBatches({ where: filterOf(file), signal }), progress);
  },
  'where-rows': async ({ open, signal, progress }) => {
    const file = await open();
    return count(file.rowBatches({ where: filterOf(file), signal }), progress);
  },
  arrow: async ({ open, signal }) => (await toArrow(await open(), { signal })).numRows,
  columnIndex: async ({ open, signal }) => {
    const index = await (await open()).columnIndex({ rowGroup: 0, column: 'c0' }, signal);
    return index?.nullPages.length ?? 0;
  },
  offsetIndex: async ({ open, signal }) => {
    const index = await (await open()).offsetIndex({ rowGroup: 0, column: 'c0' }, signal);
    return index?.pageLocations.length ?? 0;
  },
};

/** The calls that read values. They run on every file that does not name its own calls. */
export const readingCalls: readonly string[] = [
  'open',
  'rows-1',
  'rows',
  'rowBatches',
  'columns',
  'nested',
  'where',
  'where-rows',
  'arrow',
];

/**
 * The commands of the command line. They always have the default limits, even when the other calls use `serverLimits`.
 */
export { commandCalls };
