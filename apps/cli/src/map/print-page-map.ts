/** Draws the pages of columns to scale: `marquetry pages --map --column`. */
import { isParquetError, nameOfEncoding } from '@marquetry/core';
import type { ParquetFile, StoredPage } from '@marquetry/file';
import { sizeText } from '@marquetry/inspect';
import { dataPageInfo } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import type { Segment } from './bar.js';
import { percent } from './column-table.js';
import { drawLanes, type Lane } from './lane.js';
import { createLegend, type Legend } from './legend.js';

/** Totals of the pages of one kind and encoding. */
interface Tally {
  readonly kind: string;
  readonly encoding: string;
  pages: number;
  storedBytes: number;
  rawBytes: number;
}

/**
 * Prints one line per chunk of the columns, with its pages, and the totals per encoding. Throws the first error once all chunks have been drawn.
 * @throws ParquetError if the pages of a chunk cannot be listed.
 */
export async function printPageMap(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  rowGroups: readonly number[],
  context: Context,
): Promise<void> {
  const { output, progress, pause, signal } = context;
  const legend = createLegend(output);
  const lanes: Lane[] = [];
  const tallies = new Map<string, Tally>();
  let failure: unknown;
  let chunks = 0;
  for (const leaf of leaves) {
    for (const rowGroup of rowGroups) {
      const segments: Segment[] = [];
      try {
        for await (const page of file.pages({ rowGroup, column: leaf }, signal)) {
          segments.push(segmentOf(page, tallies, legend, context));
          await pause();
        }
      } catch (error) {
        if (!isParquetError(error)) throw error;
        failure ??= error;
      }
      const name = leaves.length === 1 ? '' : `${formatPath(leaf.path)} `;
      lanes.push({ label: `${name}group ${rowGroup}`, segments, remark: counted(segments.length, 'page') });
      progress.update(++chunks, rowGroups.length * leaves.length, 'chunks');
    }
  }
  progress.clear();
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) {
    const bytes = [...tallies.values()].reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    const share = `${sizeText(bytes)}, ${percent(bytes / Math.max(1, file.source.byteLength))} of the file`;
    await output.write(`${output.colors.bold(printable(formatPath(only.path)))}  ${share}\n\n`);
  }
  await output.write(`${drawLanes(lanes, 'chunk', output)}\n${legend.lines(output.width)}\n`);
  await output.write(tallyTable([...tallies.values()], context));
  if (failure !== undefined) throw failure;
}

function segmentOf(
  { header, byteLength }: StoredPage,
  tallies: Map<string, Tally>,
  legend: Legend,
  { plugIns }: Context,
): Segment {
  const data = dataPageInfo(header);
  const dictionary = header.dictionaryPageHeader;
  const kind = data !== undefined ? `data v${data.version}` : dictionary !== undefined ? 'dictionary' : 'other';
  const id = data?.encoding ?? dictionary?.encoding;
  const encoding = id === undefined ? '-' : printable(nameOfEncoding(id, plugIns.encodings));
  const key = `${kind}/${encoding}`;
  let tally = tallies.get(key);
  if (tally === undefined) {
    tally = { kind, encoding, pages: 0, storedBytes: 0, rawBytes: 0 };
    tallies.set(key, tally);
  }
  tally.pages++;
  tally.storedBytes += byteLength;
  tally.rawBytes += header.uncompressedPageSize;
  const name = data !== undefined ? encoding : kind === 'dictionary' ? 'dictionary page' : 'other page';
  return { byteLength, mark: legend.markOf([name]) };
}

function tallyTable(tallies: readonly Tally[], { output }: Context): string {
  const table = createTable(
    [
      { header: 'kind' },
      { header: 'encoding' },
      { header: 'pages', align: 'right' },
      { header: 'stored', align: 'right' },
      { header: 'raw', align: 'right' },
      { header: 'compressed to', align: 'right' },
    ],
    output,
  );
  let text = '';
  for (const { kind, encoding, pages, storedBytes, rawBytes } of tallies) {
    text += table.row([
      { text: kind },
      { text: encoding },
      { text: grouped(pages) },
      { text: sizeText(storedBytes) },
      { text: sizeText(rawBytes) },
      { text: rawBytes === 0 ? '-' : percent(storedBytes / rawBytes) },
    ]);
  }
  return text + table.end();
}
