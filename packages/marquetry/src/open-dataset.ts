/**
 * Opens many Parquet files as one table, with the standard encodings and codecs.
 */
import type { Dataset, DatasetMember, DatasetOptions, ReadDatasetOptions } from '@marquetry/dataset';
import { type NestedBatch, type ReadNestedOptions, readNested, type SourceInput } from '@marquetry/file';
import { columnChunkOf } from '@marquetry/metadata';
import { type ReadRowsOptions, type Row, readRowBatches, readRows } from '@marquetry/records';
import { folderOf, isSummary } from './files-beside.js';
import type { OpenParquetOptions, Parquet } from './open-parquet.js';

/** How files are opened, and made one table of. */
export interface OpenDatasetOptions extends Omit<DatasetOptions, 'limits' | 'signal'>, OpenParquetOptions {}

type OfDataset<O> = Omit<O, 'rowGroups' | 'rows'>;

/** A dataset that gives rows and nested columns, too. */
export interface ParquetDataset extends Dataset {
  /** Rows as objects; see `readRows`. */
  rows(options?: OfDataset<ReadRowsOptions>): AsyncGenerator<Row, void, undefined>;
  /** The same in arrays. */
  rowBatches(options?: OfDataset<ReadRowsOptions>): AsyncGenerator<Row[], void, undefined>;
  /** Nested columns as offsets, validity and leaves; see `readNested`. */
  nested(options?: OfDataset<ReadNestedOptions>): AsyncGenerator<NestedBatch, void, undefined>;
}

/** A file of a dataset, named. */
export interface NamedInput {
  readonly path: string;
  readonly input: SourceInput;
}

export async function openDatasetOf(
  inputs: readonly NamedInput[],
  open: (input: SourceInput, options: OpenParquetOptions) => Promise<Parquet>,
  options: OpenDatasetOptions,
): Promise<ParquetDataset> {
  const { createDataset } = await import('@marquetry/dataset');
  const { schema, matchBy, partitions, signal: opening, ...each } = options;
  const members: DatasetMember[] = [];
  for (const { path, input } of inputs) {
    const openIt = (signal?: AbortSignal): Promise<Parquet> =>
      open(input, { ...each, ...(signal !== undefined && { signal }) });
    if (isSummary(input)) members.push(...filesOf(await openIt(opening), folderOf(path)));
    else members.push({ path, open: openIt });
  }
  const dataset = await createDataset(members, {
    ...(schema !== undefined && { schema }),
    ...(matchBy !== undefined && { matchBy }),
    ...(partitions !== undefined && { partitions }),
    ...(each.limits !== undefined && { limits: each.limits }),
    ...(opening !== undefined && { signal: opening }),
  });
  return {
    ...dataset,
    rows: (read: ReadDatasetOptions = {}) => dataset.readEach(read, readRows, () => 1),
    rowBatches: (read: ReadDatasetOptions = {}) => dataset.readEach(read, readRowBatches, ({ length }) => length),
    nested: (read: ReadDatasetOptions = {}) => dataset.readEach(read, readNested, ({ rowCount }) => rowCount),
  };
}

/** The files that a summary names: the partition of each is in its path. */
function filesOf(summary: Parquet, folder: string): DatasetMember[] {
  const groups = new Map<string, number[]>();
  for (const [ordinal, group] of summary.metadata.rowGroups.entries()) {
    const path = columnChunkOf(group, 0)?.filePath ?? '';
    const known = groups.get(path);
    if (known === undefined) groups.set(path, [ordinal]);
    else known.push(ordinal);
  }
  return [...groups].map(([path, ordinals]) => ({ path: folder + path, open: async () => summary.part(ordinals) }));
}

/** A name for an input: its URL or that of a File, else its number. */
export function nameOfInput(input: SourceInput, index: number): string {
  if (typeof input === 'string') return input;
  if (input instanceof URL) return input.href;
  if (typeof File !== 'undefined' && input instanceof File) return input.name;
  return `file ${index}`;
}
