/** The options of `plan`, and the lines of the table that it prints. */
import type { ScanPlan, UseMetadata } from '@marquetry/prune';
import { counted, grouped } from '../counted.js';
import type { Output } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import type { Cell } from '../terminal/table.js';

export interface PlanOptions {
  readonly where?: string;
  readonly columns?: readonly string[];
  readonly without?: readonly (keyof UseMetadata)[];
  readonly json?: boolean;
}

export function useOf(without: readonly (keyof UseMetadata)[]): UseMetadata {
  return Object.fromEntries(without.map((name) => [name, false]));
}

/** The columns of the table that `plan` prints. */
export const planColumns = [
  { header: 'row group', align: 'right' },
  { header: 'rows', align: 'right' },
  { header: 'verdict' },
  { header: 'by' },
  { header: 'column', maxWidth: 40 },
  { header: 'why', maxWidth: 100 },
] as const;

/** A line of the table that `plan` prints. For a skipped file, `rowGroup` and `rows` are absent. */
export interface PlanLine {
  readonly rowGroup?: number;
  readonly rows?: number;
  readonly verdict: string;
  readonly by: string;
  readonly column: string;
  readonly why: string;
}

/** Returns the lines to print for a plan, sorted by row group. */
export function linesOf(plan: ScanPlan): readonly PlanLine[] {
  return [
    ...plan.rowGroups.map(({ rowGroup, rows, decided, why = '' }) => ({
      rowGroup,
      rows: rows.reduce((sum, [from, to]) => sum + to - from, 0),
      verdict: decided === 'all' ? 'read, all match' : 'read',
      by: '',
      column: '',
      why,
    })),
    ...plan.skipped.map(({ rowGroup, rows, by, column, why }) => ({
      rowGroup,
      rows,
      verdict: 'skipped',
      by,
      column,
      why,
    })),
    ...plan.ignored.map(({ rowGroup, column, why }) => ({
      rowGroup,
      verdict: 'ignored',
      by: '',
      column,
      why,
    })),
  ].sort((a, b) => a.rowGroup - b.rowGroup);
}

/** Returns the cells of a line, in the order of {@link planColumns}. */
export function cellsOf({ rowGroup, rows, verdict, by, column, why }: PlanLine, colors: Output['colors']): Cell[] {
  const paint = verdict === 'skipped' ? colors.green : verdict === 'ignored' ? colors.yellow : colors.cyan;
  return [
    { text: rowGroup === undefined ? '' : String(rowGroup) },
    { text: rows === undefined ? '' : grouped(rows) },
    { text: verdict, paint },
    { text: by },
    { text: printable(column) },
    { text: printable(why), paint: colors.dim },
  ];
}

/** Returns a sentence with the number of bytes that the plan reads. */
export function bytesText({ read, metadata, file }: ScanPlan['bytes']): string {
  const share = ((100 * (read + metadata)) / Math.max(file, 1)).toFixed(2);
  return (
    `reads at most ${grouped(read)} bytes of column data and ${grouped(metadata)} of indexes and filters, ` +
    `${share} % of ${counted(file, 'byte')}`
  );
}
