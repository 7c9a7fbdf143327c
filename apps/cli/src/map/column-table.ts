/** The largest columns of a file, as a table with bars. */
import { nameOfCodec, nameOfEncoding } from '@marquetry/core';
import { type StoredColumn, sizeText } from '@marquetry/inspect';
import { formatPath } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { gap } from '../terminal/fit-columns.js';
import { printable, widthOf } from '../terminal/printable.js';
import { type Cell, createTable, type TableColumn } from '../terminal/table.js';
import { plainBar } from './bar.js';

/** Minimum length of the bar for the largest column, in characters. The maximum is {@link mostBar}. */
const leastBar = 6;
const mostBar = 24;

interface Column extends TableColumn {
  readonly cellOf: (column: StoredColumn) => Cell;
  /** True for columns of the table that may be omitted on a narrow terminal. */
  readonly isOptional?: boolean;
}

/**
 * Returns a table of at most the first `most` columns. `columns` must be sorted by size. The bar of each column takes
 * the remaining width of the output, up to {@link mostBar} characters.
 */
export function columnTable(columns: readonly StoredColumn[], most: number, { output, plugIns }: Context): string {
  const { colors, width } = output;
  const shown = columns.slice(0, most);
  const all: readonly Column[] = [
    { header: 'column', maxWidth: 24, cellOf: ({ leaf }) => ({ text: printable(formatPath(leaf.path)) }) },
    {
      header: 'stored',
      align: 'right',
      cellOf: ({ storedBytes, lockedChunks }) => ({
        text: lockedChunks > 0 && storedBytes === 0 ? 'encrypted' : sizeText(storedBytes),
      }),
    },
    { header: 'of file', align: 'right', cellOf: ({ share }) => ({ text: percent(share) }) },
    {
      header: 'of PLAIN',
      align: 'right',
      isOptional: true,
      // A ratio above 1 means that the column takes more bytes than its values in PLAIN encoding.
      cellOf: ({ ratio }) =>
        ratio === undefined ? { text: '-' } : { text: percent(ratio), ...(ratio > 1 && { paint: colors.yellow }) },
    },
    {
      header: 'codec',
      isOptional: true,
      cellOf: ({ codecs }) => ({
        text: printable(codecs.map((id) => nameOfCodec(id, plugIns.codecs)).join(' ')) || '-',
      }),
    },
    {
      header: 'encodings',
      maxWidth: 21,
      isOptional: true,
      cellOf: ({ encodings }) => ({
        text: printable(encodings.map((id) => nameOfEncoding(id, plugIns.encodings)).join(' ')) || '-',
      }),
    },
  ];
  const widths = new Map(all.map((column) => [column, widthOfColumn(column, shown)]));
  const kept = [...all];
  const used = (): number => kept.reduce((sum, column) => sum + gap.length + (widths.get(column) as number), 0);
  while (used() + leastBar > width && kept.at(-1)?.isOptional === true) kept.pop();
  const barWidth = Math.max(leastBar, Math.min(mostBar, width - used()));

  const table = createTable([...kept, { header: '' }], { colors, tableWidth: width });
  const largest = Math.max(1, columns[0]?.storedBytes ?? 0);
  let text = '';
  for (const column of shown) {
    const bar = { text: plainBar(column.storedBytes / largest, barWidth), paint: colors.cyan };
    text += table.row([...kept.map(({ cellOf }) => cellOf(column)), bar]);
  }
  text += table.end();
  const rest = columns.slice(most);
  if (rest.length === 0) return text;
  const bytes = rest.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return `${text}${colors.dim(`and ${counted(rest.length, 'more column')} with ${sizeText(bytes)}`)}\n`;
}

function widthOfColumn({ header, maxWidth = Infinity, cellOf }: Column, rows: readonly StoredColumn[]): number {
  return rows.reduce((most, row) => Math.max(most, Math.min(maxWidth, widthOf(cellOf(row).text))), header.length);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
