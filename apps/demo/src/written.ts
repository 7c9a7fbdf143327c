/**
 * The second half of the demo: writes the decoded columns to a file with other encodings, and compares their figures,
 * such as minimum and number of nulls, with those that DuckDB computes from that file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodecId, EncodingId, nameOf } from '@marquetry/core';
import { formatPath, isParquetError, openParquet } from 'marquetry';
import { type ComparedColumn, compareColumn } from './compare.js';
import type { DecodedColumn } from './decode-column.js';
import { askColumn } from './duckdb/ask-column.js';
import type { Engine } from './duckdb/engine.js';
import { matchLeaves } from './duckdb/engine-leaf.js';
import type { PageTally } from './page-tally.js';
import { byteText, grouped } from './terminal/numbers.js';
import type { Progress } from './terminal/progress.js';
import { dim, green, red } from './terminal/style.js';
import { type Cell, formatTable } from './terminal/table.js';
import { type WrittenFile, writeAnew } from './write-anew.js';

export interface WrittenOutcome {
  readonly lines: readonly string[];
  readonly milliseconds: number;
  /**
   * The figures of the decoded columns, such as minimum and number of nulls, compared with DuckDB's figures for the
   * written columns.
   */
  readonly compared: readonly ComparedColumn[];
}

/**
 * Writes the decoded columns to a temporary file, and compares the figures that DuckDB computes from it, such as
 * minimum and number of nulls, with those of the decoded columns.
 * @returns the comparison, or the reason why the file cannot be written.
 */
export async function compareWritten(
  path: string,
  columns: readonly DecodedColumn[],
  tallies: readonly PageTally[],
  { engine, progress }: { readonly engine: Engine; readonly progress: Progress },
): Promise<WrittenOutcome | string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquetry-demo-'));
  const file = await openParquet(path);
  try {
    const target = join(folder, 'written.parquet');
    const total = grouped(file.rowCount);
    const written = await writeAnew(file, tallies, target, (rows) =>
      progress.at(`writing rows with other encodings (${grouped(rows)} of ${total})`),
    );
    const leaves = await matchLeaves(engine, await openParquet(target), target);
    const compared: ComparedColumn[] = [];
    for (const [i, column] of columns.entries()) {
      progress.at(
        `comparing the written column ${formatPath(column.leaf.path)} with DuckDB (${i + 1} of ${columns.length})`,
      );
      const leaf = leaves[i] ?? { reason: 'DuckDB does not list this column' };
      compared.push(compareColumn(column, await askColumn(engine, column.leaf, leaf)));
    }
    progress.clear();
    return { lines: writtenLines(written, tallies, compared), milliseconds: written.milliseconds, compared };
  } catch (error) {
    if (isParquetError(error) && error.code !== 'CORRUPT') return error.message;
    throw error;
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function writtenLines(
  { columns }: WrittenFile,
  tallies: readonly PageTally[],
  compared: readonly ComparedColumn[],
): string[] {
  const rows = columns.map(({ leaf, encoding, codec, previousBytes, bytes }, i): Cell[] => {
    const tally = tallies[i];
    const names = [...(tally?.encodings ?? [])].map((id) => nameOf(EncodingId, id));
    const codecs = [...(tally?.codecs ?? [])].map((id) => nameOf(CodecId, id));
    return [
      formatPath(leaf.path),
      [...names, ...codecs].join(' '),
      byteText(previousBytes),
      `${nameOf(EncodingId, encoding)} ${nameOf(CodecId, codec)}`,
      byteText(bytes),
      agreement(compared[i]),
    ];
  });
  return formatTable(
    [
      { title: 'column' },
      { title: 'was' },
      { title: 'bytes', align: 'right' },
      { title: 'written as' },
      { title: 'bytes', align: 'right' },
      { title: 'duckdb agrees' },
    ],
    rows,
  );
}

function agreement(column: ComparedColumn | undefined): Cell {
  if (column === undefined || column.verdict === 'not compared') return { text: 'not compared', style: dim };
  return column.verdict === 'agree' ? { text: 'yes', style: green } : { text: 'NO', style: red };
}
