/** Splits one file into several. Row groups are never divided. */
import type { Context } from '../context.js';
import { grouped } from '../counted.js';
import { requireNew } from '../destination.js';
import { UsageError } from '../failure.js';
import { type OutputEncryptionOptions, outputEncryption } from '../keys/output-encryption.js';
import { withInput } from '../open-input.js';
import { sortedBy } from '../rewrite/sorted-by.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';
import { writeCopies } from './copy-groups.js';

export interface SplitOptions extends OutputEncryptionOptions {
  /** Number of row groups per output file. */
  readonly rowGroups?: number;
  /** Maximum rows per file, unless a single row group has more. */
  readonly rows?: number;
  /** Prefix of the paths of the output files. */
  readonly prefix?: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Splits the file at a path or URL. */
export async function splitFile(name: string, options: SplitOptions, context: Context): Promise<void> {
  const { rowGroups, rows } = options;
  if (rowGroups !== undefined && rows !== undefined)
    throw new UsageError('--row-groups and --rows cannot be used together: use only one of them');
  await withInput(name, context, async (file) => {
    const { output, progress, pause } = context;
    const sizes = file.metadata.rowGroups.map(({ numRows }) => numRows);
    const parts = partsOf(sizes, { rowGroups: rowGroups ?? (rows === undefined ? 1 : Number.POSITIVE_INFINITY), rows });
    const prefix = options.prefix ?? prefixOf(name);
    const digits = String(Math.max(0, parts.length - 1)).length;
    const paths = parts.map((_, i) => `${prefix}-${String(i).padStart(digits, '0')}.parquet`);
    for (const path of paths) await requireNew(path, options.replace === true);
    const table = createTable(
      [{ header: 'file' }, { header: 'row groups', align: 'right' }, { header: 'rows', align: 'right' }],
      output,
    );
    const encryption = await outputEncryption([file], options, context.keys);
    const target = {
      encryption,
      like: file,
      keyValueMetadata: file.metadata.keyValueMetadata ?? [],
      sortingColumns: sortedBy([file]),
    };
    for (const [i, part] of parts.entries()) {
      const path = paths[i] as string;
      const written = await writeCopies({ ...target, path }, context, async (copy) => {
        for (const rowGroup of part) {
          await copy(file, rowGroup);
          progress.update(rowGroup + 1, sizes.length, 'row groups');
          await pause();
        }
      });
      const record = { file: path, rowGroups: written.rowGroups.length, rows: written.numRows };
      if (options.json === true) await output.writeRecords(`${JSON.stringify(record)}\n`);
      else {
        const cells = [printable(path), grouped(record.rowGroups), grouped(record.rows)];
        await output.write(table.row(cells.map((text) => ({ text }))));
      }
    }
    progress.clear();
    if (options.json !== true) await output.write(table.end());
  });
}

/**
 * Returns the row groups of each file to write, given the number of rows in each row group. Every file has at least one
 * row group.
 */
export function partsOf(
  sizes: readonly number[],
  most: { readonly rowGroups: number; readonly rows: number | undefined },
): readonly (readonly number[])[] {
  const { rowGroups, rows = Number.POSITIVE_INFINITY } = most;
  const parts: number[][] = [];
  let taken = 0;
  for (const [rowGroup, size] of sizes.entries()) {
    const part = parts.at(-1);
    if (part !== undefined && part.length < rowGroups && taken + size <= rows) {
      part.push(rowGroup);
      taken += size;
    } else {
      parts.push([rowGroup]);
      taken = size;
    }
  }
  return parts;
}

/**
 * Returns the input's path without `.parquet`. For a URL, returns its last segment, so that the files are written to
 * the current folder.
 */
function prefixOf(name: string): string {
  const path = /^[a-z]+:\/\//i.test(name) ? new URL(name).pathname.replace(/^.*\//, '') : name;
  return path.replace(/\.parquet$/i, '');
}
