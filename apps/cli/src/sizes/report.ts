/** Prints the measured sizes of a column as a table. */
import type { ParquetFile } from '@marquetry/file';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { grouped } from '../counted.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import type { Present, SizeRecord } from './size-record.js';

/** Length of the longest bar, in characters. */
const barWidth = 24;

/** Prints one line per measured combination of encoding and codec, smallest first. */
export async function printColumn(
  leaf: LeafNode,
  records: readonly SizeRecord[],
  present: Present,
  about: { readonly file: ParquetFile; readonly rows: number; readonly first: boolean },
  { output }: Context,
): Promise<void> {
  const { colors } = output;
  const table = createTable(
    [
      { header: 'encoding' },
      { header: 'codec' },
      { header: 'bytes', align: 'right' },
      { header: 'of current', align: 'right' },
      { header: 'decodes', align: 'right' },
      { header: '' },
    ],
    output,
  );
  const largest = Math.max(present.size, ...records.map(({ size }) => size), 1);
  const smallest = Math.min(...records.map(({ size }) => size));
  let text = about.first ? '' : '\n';
  const measured = about.rows === about.file.rowCount ? '' : ` of ${grouped(about.file.rowCount)}`;
  const title = `${printable(formatPath(leaf.path))}  ${grouped(about.rows)}${measured} rows`;
  const now = `currently ${grouped(present.size)} bytes: ${[...present.encodings, present.codec].join(' ')}`;
  text += `${colors.bold(title)}  ${colors.dim(now)}\n`;
  for (const record of [...records].sort((a, b) => a.size - b.size)) {
    const speed = record.decodeMegabytesPerSecond;
    const best = record.size === smallest;
    text += table.row([
      {
        text: record.preview ? `${record.encoding} (preview)` : record.encoding,
        ...(best ? { paint: colors.green } : {}),
      },
      { text: record.codec },
      { text: grouped(record.size) },
      { text: `${(100 * record.ratio).toFixed(1)} %` },
      { text: speed === null ? '-' : `${speed < 10 ? speed.toFixed(1) : grouped(Math.round(speed))} MB/s` },
      { text: '█'.repeat(Math.ceil((barWidth * record.size) / largest)), paint: best ? colors.green : colors.cyan },
    ]);
  }
  await output.write(text + table.end());
}
