/**
 * The files of a dataset, each with the values of its partition and with its columns mapped to those of the dataset.
 */
import type { DirectValues, Limits } from '@marquetry/core';
import type { ParquetFile, Where } from '@marquetry/file';
import { countRows } from '@marquetry/prune';
import type { Schema } from '@marquetry/schema';
import { adaptFile } from './columns/adapt-file.js';
import { type ColumnSources, findColumns } from './columns/column-sources.js';
import { foldWhere } from './columns/fold-where.js';
import { type Partition, type PartitionColumn, partitionColumns, partitionOf } from './files/hive.js';
import { createOpener, type DatasetMember, type OpenFile } from './files/open-files.js';
import { type MatchBy, mergeSchemas } from './schema/merge-schemas.js';

/** A file of a dataset. */
export interface DatasetFile {
  readonly path: string;
  readonly partition: Partition;
}

/** An opened file. */
export interface OpenedMember {
  readonly file: ParquetFile;
  /** The same file with the schema of the dataset. */
  readonly adapted: ParquetFile;
  readonly sources: ColumnSources;
}

export interface Members {
  readonly files: readonly DatasetFile[];
  readonly schema: Schema;
  open(index: number, signal?: AbortSignal): Promise<OpenedMember>;
  /** Starts opening a file that is read next. An error is reported when the file is read. */
  prepare(index: number, signal?: AbortSignal): void;
  /** True if the partition alone shows that no row matches. */
  excludes(index: number, where: Where | undefined): boolean;
}

export interface MembersOptions {
  readonly schema: 'union' | 'first' | Schema;
  readonly matchBy: MatchBy;
  readonly partitions: boolean;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/** The values of partition columns by name; undefined if the file has null. */
type Constants = ReadonlyMap<string, DirectValues | undefined>;

export async function createMembers(members: readonly DatasetMember[], options: MembersOptions): Promise<Members> {
  const { schema: wanted, matchBy, partitions } = options;
  const files = members.map(({ path }): DatasetFile => ({ path, partition: partitions ? partitionOf(path) : {} }));
  const own = partitionColumns(files.map(({ partition }) => partition));
  const openFile = createOpener(members);
  const schema = typeof wanted === 'object' ? wanted : await mergedSchema(wanted, files, openFile, own, options);
  const constants = files.map(({ partition }) => constantsOf(partition, own));
  const constantsAt = (index: number): Constants => constants[index] ?? new Map();
  return {
    files,
    schema,
    open: async (index, signal) => {
      const file = await openFile(index, signal);
      const { path } = files[index] as DatasetFile;
      const sources = findColumns(schema, file.schema, path, matchBy, constantsAt(index));
      return { file, sources, adapted: adaptFile(file, schema, sources) };
    },
    prepare: (index, signal) => {
      openFile(index, signal).catch(() => undefined);
    },
    excludes: (index, where) => {
      return where !== undefined && !mayPass(schema, where, constantsAt(index));
    },
  };
}

/** Returns false if these constants make `where` false, whatever the other columns contain. */
function mayPass(schema: Schema, where: Where, constants: Constants): boolean {
  const folded = foldWhere(schema, where, {
    sourceOf: ({ path }) => {
      const name = path[0] as string;
      return path.length === 1 && constants.has(name) ? { kind: 'constant', value: constants.get(name) } : undefined;
    },
    namesOf: () => undefined,
  });
  return folded !== false;
}

/** Returns the number of matching rows in a file. */
export async function countMember(
  { file, sources }: OpenedMember,
  schema: Schema,
  { where, use, signal }: Partial<Parameters<typeof countRows>[1]>,
): Promise<number> {
  const folded = where === undefined ? true : foldWhere(schema, where, sources);
  if (typeof folded === 'boolean') return folded ? file.rowCount : 0;
  return countRows(file, { where: folded, ...(use && { use }), ...(signal && { signal }) });
}

/** Number of footers read at a time. */
const openedAtOnce = 8;

async function mergedSchema(
  wanted: 'union' | 'first',
  files: readonly DatasetFile[],
  openFile: OpenFile,
  own: readonly PartitionColumn[],
  { matchBy, limits, signal }: MembersOptions,
): Promise<Schema> {
  const count = wanted === 'union' ? files.length : 1;
  const schemas: Schema[] = [];
  for (let from = 0; from < count; from += openedAtOnce) {
    const indexes = Array.from({ length: Math.min(openedAtOnce, count - from) }, (_, i) => from + i);
    const opened = await Promise.all(indexes.map((index) => openFile(index, signal)));
    schemas.push(...opened.map(({ schema }) => schema));
  }
  const named = schemas.map((schema, i) => ({ schema, path: (files[i] as DatasetFile).path }));
  const fields = own.map(({ element }) => element);
  return mergeSchemas(named, matchBy, limits, { fields, isOpen: count < files.length });
}

function constantsOf(partition: Partition, own: readonly PartitionColumn[]): Constants {
  return new Map(
    own.map(({ name, parse }) => {
      const text = partition[name];
      return [name, text === undefined || text === null ? undefined : parse(text)] as const;
    }),
  );
}
