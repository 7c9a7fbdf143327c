/**
 * The demo: reads a file page by page and compares the figures with DuckDB's; then writes it with other encodings, and
 * compares that file too.
 */
import { formatPath, openParquet } from 'marquetry';
import { type ComparedColumn, compareColumn } from './compare.js';
import { conclude } from './conclude.js';
import { type DecodedColumn, decodeColumn } from './decode-column.js';
import { diskSource } from './disk.js';
import { askColumn } from './duckdb/ask-column.js';
import { engineReason, openEngine } from './duckdb/engine.js';
import { type EngineLeaf, matchLeaves } from './duckdb/engine-leaf.js';
import { measuredSource } from './measured-source.js';
import { type PageTally, tallyPages } from './page-tally.js';
import { columnLines, comparisonLines, omissionLines, pageLines } from './report.js';
import { schemaLines } from './schema-lines.js';
import { byteText, plural, secondsText } from './terminal/numbers.js';
import { printable } from './terminal/printable.js';
import type { Progress } from './terminal/progress.js';
import { bold, dim, yellow } from './terminal/style.js';
import { compareWritten } from './written.js';

export interface RunOptions {
  readonly path: string;
  /** The name of the file in the output. */
  readonly title: string;
  /** Called with each line of output. */
  readonly print: (line: string) => void;
  readonly progress: Progress;
}

/** The decoded columns and the page counts of the file. */
interface ReadFile {
  readonly columns: readonly DecodedColumn[];
  readonly tallies: readonly PageTally[];
}

/** Runs the demo on one file. Resolves to false if a figure differs from DuckDB's. */
export async function run(options: RunOptions): Promise<boolean> {
  return compare(options, await read(options));
}

async function read({ path, title, print, progress }: RunOptions): Promise<ReadFile> {
  const source = measuredSource(await diskSource(path));
  try {
    const file = await openParquet(source);
    const { leaves } = file.schema;
    const groups = file.metadata.rowGroups.length;
    print(bold(title));
    const writer = file.metadata.createdBy === undefined ? '' : `, written by ${printable(file.metadata.createdBy)}`;
    print(`${byteText(source.byteLength)}, ${plural(file.rowCount, 'row')}, ${plural(groups, 'row group')}${writer}`);
    section(print, 'Schema', '', schemaLines(file.schema.root));

    const tallies: PageTally[] = [];
    for (const leaf of leaves) {
      const at = `listing pages of ${formatPath(leaf.path)} (${leaf.index + 1} of ${leaves.length})`;
      tallies.push(await tallyPages(file, leaf, () => progress.at(at)));
    }
    progress.clear();
    section(print, 'Pages', 'of each column; sizes without page headers', pageLines(tallies));

    const columns: DecodedColumn[] = [];
    for (const leaf of leaves) {
      const at = `decoding ${formatPath(leaf.path)} (${leaf.index + 1} of ${leaves.length})`;
      columns.push(await decodeColumn(file, source, leaf, () => progress.at(at)));
    }
    progress.clear();
    section(print, 'Decoded', 'all pages, as typed arrays; dictionary columns as indices', columnLines(columns));
    const milliseconds = columns.reduce((sum, column) => sum + column.milliseconds, 0);
    const bytes = columns.reduce((sum, column) => sum + column.plainBytes, 0);
    print(
      dim(
        `  ${byteText(bytes)} in ${secondsText(milliseconds)}. MB/s: the size of the values in PLAIN encoding, divided by the time spent on ` +
          'checksums,\n  decompression, levels and values, but not on reading from disk and computing the figures.',
      ),
    );
    return { columns, tallies };
  } finally {
    await source.close?.();
  }
}

async function compare(options: RunOptions, { columns, tallies }: ReadFile): Promise<boolean> {
  const { path, print, progress } = options;
  const start = performance.now();
  const engine = await openEngine();
  const name = `DuckDB ${engine.version}`;
  try {
    const file = await openParquet(path);
    let found: EngineLeaf[];
    try {
      found = await matchLeaves(engine, file, path);
    } catch (error) {
      print(`\n${yellow(`Nothing was compared: DuckDB cannot open this file: ${engineReason(error)}`)}`);
      return true;
    } finally {
      await file.close();
    }
    const compared: ComparedColumn[] = [];
    for (const [i, column] of columns.entries()) {
      progress.at(`asking ${name} for ${formatPath(column.leaf.path)} (${i + 1} of ${columns.length})`);
      const leaf = found[i] ?? { reason: 'DuckDB does not list this column' };
      compared.push(compareColumn(column, await askColumn(engine, column.leaf, leaf)));
    }
    progress.clear();
    const elapsed = secondsText(performance.now() - start);
    section(print, 'Compared', `with ${name}, which took ${elapsed}`, comparisonLines(compared));
    const omitted = omissionLines(compared);
    if (omitted.length > 0) section(print, 'Not compared', '', omitted);
    const agreed = conclude(print, name, compared);

    const written = await compareWritten(path, columns, tallies, { engine, progress });
    progress.clear();
    if (typeof written === 'string') {
      print(`\n${yellow(`Nothing was written: ${written}`)}`);
      return agreed;
    }
    const note = `to a temporary file, with v2 pages and other encodings and codecs (${secondsText(written.milliseconds)})`;
    section(print, 'Written', `${note}; the file is then compared with ${name}`, written.lines);
    return conclude(print, name, written.compared) && agreed;
  } finally {
    engine.close();
  }
}

function section(print: (line: string) => void, title: string, note: string, lines: readonly string[]): void {
  print(`\n${bold(title)}${note === '' ? '' : dim(`  ${note}`)}`);
  for (const line of lines) print(line);
}
