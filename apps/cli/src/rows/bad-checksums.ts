/** Implements `--skip-checksums`: lists on stderr the pages that are read although their checksum is wrong. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { crc32 } from '@marquetry/page';
import { formatPath } from '@marquetry/schema';
import type { Context } from '../context.js';
import { printable } from '../terminal/printable.js';
import type { NamedView } from './row-printer.js';
import type { FileRows } from './row-span.js';

/**
 * Prints one line per page whose checksum is wrong. Checks only the given columns, and only row groups that have rows
 * to print.
 */
export async function listBadChecksums(
  { name, view: { file, leaves, where } }: NamedView,
  wanted: FileRows,
  { messages, signal, pause }: Context,
): Promise<void> {
  const rowGroups = where === undefined ? rowGroupsOf(file, wanted) : file.metadata.rowGroups.keys();
  for (const rowGroup of rowGroups) {
    for (const leaf of leaves) {
      try {
        for await (const { header, body, ordinal } of file.pages({ rowGroup, column: leaf }, signal)) {
          if (header.crc !== undefined && crc32(body) !== (header.crc | 0)) {
            const place = `column ${formatPath(leaf.path)}, row group ${rowGroup}, page ${ordinal}`;
            await messages.write(`marquetry: ${printable(`${name}: ${place}: wrong checksum; page read anyway`)}\n`);
          }
          await pause();
        }
      } catch (error) {
        // A page that cannot be listed cannot be read either: reading the rows reports the error.
        if (!isParquetError(error)) throw error;
      }
    }
  }
}

function rowGroupsOf({ metadata }: ParquetFile, wanted: FileRows): readonly number[] {
  let start = 0;
  return metadata.rowGroups.flatMap(({ numRows }, rowGroup) => {
    const first = start;
    start += numRows;
    return hasRow(wanted, first, start) ? [rowGroup] : [];
  });
}

/** True if the wanted rows include a row in `[from, to)`. */
function hasRow(wanted: FileRows, from: number, to: number): boolean {
  if (wanted.kind === 'chosen') return wanted.rows.some((row) => row >= from && row < to);
  const { offset, limit = Number.POSITIVE_INFINITY } = wanted;
  return Math.max(from, offset) < Math.min(to, offset + limit);
}
