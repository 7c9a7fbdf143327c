/** Formats the tables of the demo's output. */
import { CodecId, EncodingId, nameOf } from '@marquetry/core';
import { formatPath } from 'marquetry';
import type { ComparedColumn } from './compare.js';
import type { DecodedColumn } from './decode-column.js';
import { meaningOf } from './meaning.js';
import type { PageTally } from './page-tally.js';
import { showFigure } from './show.js';
import { byteText, grouped } from './terminal/numbers.js';
import { printable } from './terminal/printable.js';
import { dim, green, red } from './terminal/style.js';
import { type Cell, formatTable, type TableColumn } from './terminal/table.js';

const left = (title: string): TableColumn => ({ title });
const right = (title: string): TableColumn => ({ title, align: 'right' });

export function pageLines(tallies: readonly PageTally[]): string[] {
  const columns = [
    left('column'),
    right('dictionary'),
    right('data v1'),
    right('data v2'),
    ...(tallies.some(({ otherPages }) => otherPages > 0) ? [right('other')] : []),
    left('encodings'),
    left('codec'),
    right('compressed'),
    right('uncompressed'),
    right('ratio'),
  ];
  const rows = tallies.map((tally) => [
    formatPath(tally.leaf.path),
    grouped(tally.dictionaryPages),
    grouped(tally.v1Pages),
    grouped(tally.v2Pages),
    ...(columns.length > 9 ? [grouped(tally.otherPages)] : []),
    [...tally.encodings].map((id) => nameOf(EncodingId, id)).join(', ') || '-',
    [...tally.codecs].map((id) => nameOf(CodecId, id)).join(', ') || '-',
    byteText(tally.compressedBytes),
    byteText(tally.uncompressedBytes),
    tally.compressedBytes === 0 ? '-' : (tally.uncompressedBytes / tally.compressedBytes).toFixed(2),
  ]);
  return formatTable(columns, rows);
}

export function columnLines(columns: readonly DecodedColumn[]): string[] {
  const titles = [
    left('column'),
    right('values'),
    right('nulls'),
    left('min'),
    left('max'),
    left('sum or distinct'),
    right('MB/s'),
  ];
  const rows = columns.map(({ leaf, figures, milliseconds, plainBytes }): Cell[] => {
    const meaning = meaningOf(leaf);
    const show = (name: keyof typeof figures): string => showFigure(name, figures[name], meaning);
    const total = figures.distinct === undefined ? show('sum') : `${show('distinct')} distinct`;
    const nans = figures.NaN === undefined || figures.NaN === '0' ? '' : `, ${show('NaN')} NaN`;
    return [
      formatPath(leaf.path),
      show('values'),
      show('nulls'),
      show('min'),
      show('max'),
      total + nans,
      speedText(plainBytes, milliseconds),
    ];
  });
  return formatTable(titles, rows);
}

export function comparisonLines(columns: readonly ComparedColumn[]): string[] {
  const titles = [left('column'), left('figure'), left('marquetry'), left('duckdb'), left('agree')];
  const rows = columns.flatMap(({ leaf, figures, verdict }): Cell[][] => {
    const meaning = meaningOf(leaf);
    const path = formatPath(leaf.path);
    const compared = figures.filter(({ name, ours, theirs, agree }) => {
      const isZero = name === 'NaN' && ours === '0' && theirs === '0';
      return agree !== undefined && !isZero;
    });
    const lines = compared.map(({ name, ours, theirs, agree }, i): Cell[] => [
      i === 0 ? path : '',
      name,
      showFigure(name, ours, meaning),
      showFigure(name, theirs, meaning),
      agree === true ? { text: 'yes', style: green } : { text: 'NO', style: red },
    ]);
    return verdict === 'not compared' ? [[path, '', '', '', { text: 'not compared', style: dim }]] : lines;
  });
  return formatTable(titles, rows);
}

/** Lists the columns that were not compared, one line per reason. */
export function omissionLines(columns: readonly ComparedColumn[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { leaf, reasons } of columns) {
    for (const reason of reasons) byReason.set(reason, [...(byReason.get(reason) ?? []), formatPath(leaf.path)]);
  }
  const lines = [...byReason].map(([reason, paths]) => printable(`  ${paths.join(', ')}: ${reason}`));
  if (columns.some(({ leaf, verdict }) => leaf.maxRepetitionLevel > 0 && verdict !== 'not compared')) {
    lines.push('  nulls of repeated columns: DuckDB does not count an empty list as a null');
  }
  return lines;
}

/** Formats megabytes per second; `-` if the time is too short to measure. */
function speedText(bytes: number, milliseconds: number): string {
  if (bytes === 0 || milliseconds < 1) return '-';
  const speed = bytes / 1000 / milliseconds;
  return speed < 10 ? speed.toFixed(1) : grouped(speed.toFixed(0));
}
