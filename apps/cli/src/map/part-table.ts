/** Counts the parts of a file and adds up their bytes, by kind. */
import { type FileRegion, type FileRegionKind, sizeText } from '@marquetry/inspect';
import { grouped } from '../counted.js';
import type { Output } from '../terminal/output.js';
import { createTable } from '../terminal/table.js';
import { plainBar } from './bar.js';
import { percent } from './column-table.js';

const barWidth = 24;

/** The titles of the table rows, each with the kinds of file regions that its row counts. */
const rows: readonly (readonly [string, readonly FileRegionKind[]])[] = [
  ['column chunks', ['column-chunk']],
  ['column indexes', ['column-index']],
  ['offset indexes', ['offset-index']],
  ['Bloom filters', ['bloom-filter']],
  ['footer', ['footer', 'footer-length', 'magic']],
  ['unaccounted', ['unaccounted']],
];

/** Returns a table with the count and size of each kind of file part. Kinds that the file does not have are omitted. */
export function partTable(regions: readonly FileRegion[], fileBytes: number, { colors, tableWidth }: Output): string {
  const table = createTable(
    [
      { header: 'part' },
      { header: 'count', align: 'right' },
      { header: 'bytes', align: 'right' },
      { header: 'size', align: 'right' },
      { header: 'of file', align: 'right' },
      { header: '' },
    ],
    { colors, tableWidth },
  );
  let text = '';
  for (const [name, kinds] of rows) {
    const counted = regions.filter(({ kind }) => kinds.includes(kind));
    if (counted.length === 0) continue;
    const bytes = counted.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const share = fileBytes === 0 ? 0 : bytes / fileBytes;
    text += table.row([
      { text: name },
      { text: name === 'footer' ? '1' : grouped(counted.length) },
      { text: grouped(bytes) },
      { text: sizeText(bytes) },
      { text: percent(share) },
      { text: plainBar(share, barWidth), paint: name === 'unaccounted' ? colors.yellow : colors.cyan },
    ]);
  }
  return text + table.end();
}
