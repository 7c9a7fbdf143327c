/** Joins several files into one, row group by row group. */
import type { ParquetFile } from '@marquetry/file';
import type { KeyValue } from '@marquetry/metadata';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { requireNew } from '../destination.js';
import { UsageError } from '../failure.js';
import { blaming } from '../file-fault.js';
import { inputsOf } from '../inputs.js';
import { type OutputEncryptionOptions, outputEncryption } from '../keys/output-encryption.js';
import { withFooter, withInput } from '../open-input.js';
import { sortedBy } from '../rewrite/sorted-by.js';
import { haveSameOrder, schemaDifferences } from '../schema/compare-schemas.js';
import { printable } from '../terminal/printable.js';
import { writeCopies } from './copy-groups.js';
import { joinedGeo } from './joined-geo.js';

export interface MergeOptions extends OutputEncryptionOptions {
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Merges files. The last argument is the path of the file to write, the others are the files to read. */
export async function mergeFiles(args: readonly string[], options: MergeOptions, context: Context): Promise<void> {
  const { output, progress, pause } = context;
  const to = args.at(-1);
  if (to === undefined || args.length < 2)
    throw new UsageError('the `merge` command needs the files to read, followed by the file to write');
  const names = await inputsOf(args.slice(0, -1));
  await requireNew(to, options.replace === true);
  const [first] = names as [string, ...string[]];
  const result = await blaming(
    first,
    withInput(first, context, async (like) => {
      const facts = await factsOf(names, like, context);
      const encryption = await outputEncryption(facts.opened, options, context.keys);
      const { keyValueMetadata, sortingColumns } = facts;
      const target = { path: to, like, keyValueMetadata, sortingColumns, encryption };
      let rows = 0;
      return writeCopies(target, context, async (copy) => {
        for (const name of names) {
          const copyAll = async (file: ParquetFile): Promise<void> => {
            for (const [rowGroup, { numRows }] of file.metadata.rowGroups.entries()) {
              await copy(file, rowGroup);
              rows += numRows;
              progress.update(rows, facts.rows, 'rows');
              await pause();
            }
          };
          await (name === first ? copyAll(like) : blaming(name, withInput(name, context, copyAll)));
        }
      });
    }),
  );
  progress.clear();
  const summary = { files: names.length, rowGroups: result.rowGroups.length, rows: result.numRows };
  const text = `${counted(summary.rows, 'row')}, ${counted(summary.rowGroups, 'row group')} from ${counted(summary.files, 'file')}`;
  await output.write(
    options.json === true ? `${JSON.stringify(summary)}\n` : `${output.colors.dim(printable(text))}\n`,
  );
}

interface MergeFacts {
  readonly rows: number;
  /** The opened input files. If one of them is encrypted, the options must state whether to encrypt the output. */
  readonly opened: readonly Pick<ParquetFile, 'encryption'>[];
  readonly keyValueMetadata: readonly KeyValue[];
  readonly sortingColumns: ReturnType<typeof sortedBy>;
}

/** Collects what the merged footer needs from the footers of all files. @throws UsageError if their schemas differ. */
async function factsOf(names: readonly string[], like: ParquetFile, context: Context): Promise<MergeFacts> {
  const [first] = names;
  let rows = 0;
  let sortingColumns: MergeFacts['sortingColumns'] | undefined;
  const opened: Pick<ParquetFile, 'encryption'>[] = [];
  const keyValues = new Map<string, KeyValue>();
  for (const name of names) {
    await blaming(
      name,
      withFooter(name, context, async (footer) => {
        const [difference] = schemaDifferences(like.schema, footer.schema);
        if (difference !== undefined) {
          const { path, a, b } = difference;
          throw new UsageError(
            `${name}: ${path} is ${b ?? 'missing'}, but ${a ?? 'missing'} in ${first}; files can be merged only if their schemas are the same`,
          );
        }
        if (!haveSameOrder(like.schema, footer.schema)) {
          throw new UsageError(
            `${name}: the columns are not in the same order as in ${first}; files can be merged only if their columns have the same order`,
          );
        }
        opened.push({ encryption: footer.encryption });
        rows += footer.rowCount;
        const sorted = sortedBy([footer]);
        if (footer.metadata.rowGroups.length > 0) {
          sortingColumns = JSON.stringify(sortingColumns ?? sorted) === JSON.stringify(sorted) ? sorted : [];
        }
        // If several files have an entry with the same key, the first one is kept.
        for (const entry of footer.metadata.keyValueMetadata ?? []) {
          const first = keyValues.get(entry.key);
          keyValues.set(entry.key, first === undefined ? entry : entry.key === 'geo' ? joinedGeo(first, entry) : first);
        }
      }),
    );
  }
  return { rows, opened, keyValueMetadata: [...keyValues.values()], sortingColumns: sortingColumns ?? [] };
}
