/**
 * `--skip-checksums`: pages that are read although their checksum is wrong are listed on stderr.
 */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { crc32 } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { printable } from '../terminal/printable.js';
import type { RowOptions } from './row-options.js';
import type { NamedFile } from './row-printer.js';
import type { FileRows } from './row-span.js';

/** Writes a line per page of these columns with a wrong checksum, in row groups that have a row to print. */
export async function listBadChecksums(
  { name, file }: NamedFile,
  leaves: readonly LeafNode[],
  wanted: FileRows,
  { where }: RowOptions,
  { messages, signal, pause }: Context,
): Promise<void> {
  const rowGroups = where === undefined ? rowGroupsOf(file, wanted) : file.metadata.rowGroups.keys();
  for (const rowGroup of rowGroups) {
    for (const leaf of leaves) {
      try {
        for await (const { header, body, ordinal } of file.pages({ rowGroup, column: leaf }, signal)) {
          if (header.crc !== undefined && crc32(body) !== (header.crc | 0)) {
            const place = `column ${formatPath(leaf.path)}, row group ${rowGroup}, page ${ordinal}`;
            await messages.write(`marquetry: ${printable(`${name}: ${place}: the checksum is wrong; read anyway`)}\n`);
          }
          await pause();
        }
      } catch (error) {
        // A page that cannot be listed cannot be read: reading the rows says why.
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

/** True if one of the rows `[from, to)` is wanted. */
function hasRow(wanted: FileRows, from: number, to: number): boolean {
  if (wanted.kind === 'chosen') return wanted.rows.some((row) => row >= from && row < to);
  const { offset, limit = Number.POSITIVE_INFINITY } = wanted;
  return Math.max(from, offset) < Math.min(to, offset + limit);
}
