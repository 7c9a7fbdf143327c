/**
 * Formats what `console.log(file)` prints in Node, Bun and Deno.
 *
 *   Parquet file: 3,000,000 rows, 11 row groups, 5 columns
 *     date         TIMESTAMP(MILLIS, local), optional
 *     ...
 *   written by Polars
 *   read from flights-3m.parquet, in byte ranges
 */
import { describeType, formatPath, type LeafNode } from '@marquetry/schema';
import type { ParquetReader } from './parquet.js';

/**
 * Maximum number of lines for columns. If a file has more columns, the last of these lines summarizes the others.
 */
const mostColumns = 7;
const mostText = 60;

/** Returns the file, changed so that `console.log` prints it in about ten lines. */
export function printingItself(file: ParquetReader): ParquetReader {
  return Object.defineProperty(file, Symbol.for('nodejs.util.inspect.custom'), { value: () => textOf(file) });
}

function textOf({ metadata, rowCount, schema, source }: ParquetReader): string {
  const { leaves } = schema;
  const counts = [
    counted(rowCount, 'row'),
    counted(metadata.rowGroups.length, 'row group'),
    counted(leaves.length, 'column'),
  ];
  const shown = leaves.slice(0, leaves.length > mostColumns ? mostColumns - 1 : mostColumns);
  const width = Math.max(0, ...shown.map((leaf) => nameOf(leaf).length));
  const lines = shown.map((leaf) => `  ${nameOf(leaf).padEnd(width)}  ${describeType(leaf)}${repetitionOf(leaf)}`);
  const others = leaves.slice(shown.length);
  if (others.length > 0) {
    const names = others.slice(0, 10).map(nameOf).join(', ');
    lines.push(`  ${others.length} more: ${shortened(others.length > 10 ? `${names}, ...` : names)}`);
  }
  if (metadata.createdBy !== undefined) lines.push(`written by ${shortened(metadata.createdBy)}`);
  const { about } = source;
  if (about !== undefined) {
    const why = about.why === undefined ? '' : `: ${about.why}`;
    lines.push(`read from ${shortened(about.what)}, ${about.access === 'whole' ? `in full${why}` : 'in byte ranges'}`);
  }
  return [`Parquet file: ${counts.join(', ')}`, ...lines].join('\n');
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function nameOf({ path }: LeafNode): string {
  return shortened(formatPath(path));
}

function repetitionOf({ maxRepetitionLevel, maxDefinitionLevel }: LeafNode): string {
  if (maxRepetitionLevel > 0) return ', repeated';
  return maxDefinitionLevel > 0 ? ', optional' : '';
}

/** Shortens a name, which may come from an untrusted file, to one printable line. */
function shortened(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
  return line.length > mostText ? `${line.slice(0, mostText - 3)}...` : line;
}
