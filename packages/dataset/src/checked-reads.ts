/** Makes the reads of a dataset reject unknown options. */
import { requireKnownOptions } from '@marquetry/core';
import { readOptionNames } from '@marquetry/file';

/** Options for the reads of a dataset. `rowGroups` and `rows` are omitted, because they apply only to single files. */
const { rowGroups: _rowGroups, rows: _rows, ...readNames } = readOptionNames;
const { offset: _offset, limit: _limit, ...planNames } = readNames;

const namesOf: Readonly<Record<string, object>> = {
  columnBatches: readNames,
  leafBatches: readNames,
  nestedBatches: readNames,
  plan: planNames,
  count: { where: true, use: true, signal: true },
};
const asynchronous: ReadonlySet<string> = new Set(['plan', 'count']);

/**
 * Returns a copy of the dataset whose reads throw an error for an unknown option.
 * @param rowNames An object whose keys are the options of `rows` and `rowBatches`. The keys `rowGroups` and `rows` are
 * ignored.
 * @throws ParquetError INVALID_ARGUMENT (from the reads) for an unknown option.
 */
export function checkedReads<D extends object>(dataset: D, rowNames: object): D {
  const { rowGroups: _groups, rows: _ranges, ...rows } = rowNames as typeof readOptionNames;
  const names = { ...namesOf, rows, rowBatches: rows };
  const checked = Object.entries(dataset).map(([call, read]): [string, unknown] => {
    const known = Object.hasOwn(names, call) ? names[call as keyof typeof names] : undefined;
    if (known === undefined || typeof read !== 'function') return [call, read];
    const check = (options: object | undefined): unknown => {
      requireKnownOptions(call, options, known);
      return (read as (options?: object) => unknown)(options);
    };
    return [call, asynchronous.has(call) ? async (options?: object) => check(options) : check];
  });
  return Object.fromEntries(checked) as D;
}
