/** Wraps a file of a dataset so that it has the schema of the dataset. */
import { ParquetError } from '@marquetry/core';
import {
  type ChunkAddress,
  leavesOf,
  type ParquetFile,
  type ReadBatchesOptions,
  type TypedColumn,
  withBatches,
} from '@marquetry/file';
import { formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import type { ColumnSource, ColumnSources } from './column-sources.js';
import { type ColumnForm, constantColumn, zeros } from './constant.js';
import { foldWhere } from './fold-where.js';
import { mapNulls, nullsBelow } from './level-map.js';
import { storedColumn } from './stored-column.js';

/**
 * Returns a copy of the file object that has the schema of the dataset. `columnBatches`, `leafBatches` and everything
 * that is built on them (rows, nested columns, Arrow tables) return the dataset's columns. Functions that take the
 * address of a chunk, page or index accept the dataset's columns. `metadata` remains that of the file.
 */
export function adaptFile(file: ParquetFile, schema: Schema, sources: ColumnSources): ParquetFile {
  const storing = storedAddresses(schema, sources);
  const adapted: ParquetFile = {
    ...file,
    schema,
    unlock: (columns, signal) => file.unlock(leavesStoring(leavesOf(schema, columns), sources), signal),
    chunk: (address) => file.chunk(storing(address)),
    pages: (address, ...rest) => file.pages(storing(address), ...rest),
    openPages: (address, ...rest) => file.openPages(storing(address), ...rest),
    offsetIndex: async (address, ...rest) => file.offsetIndex(storing(address), ...rest),
    columnIndex: async (address, ...rest) => file.columnIndex(storing(address), ...rest),
    dictionary: async (address, ...rest) => file.dictionary(storing(address), ...rest),
  };
  return withBatches(
    adapted,
    (_, options = {}) => readAdapted(file, schema, sources, options),
    (rowGroups) => adaptFile(file.part(rowGroups), schema, sources),
  );
}

/**
 * Returns a function that converts the address of a chunk: it replaces a column of the dataset with the column of the
 * file that stores it. An address that already has a column of the file is returned unchanged. The function throws
 * INVALID_ARGUMENT for a column that the file does not have.
 */
function storedAddresses(schema: Schema, sources: ColumnSources): (address: ChunkAddress) => ChunkAddress {
  return (address) => {
    const { column } = address;
    const leaf =
      typeof column === 'string'
        ? schema.leaves.find(({ path }) => formatPath(path) === column)
        : [schema.leaves[column.index]].find((each) => each === column);
    if (leaf === undefined) return address;
    const source = sources.sourceOf(leaf);
    if (source.kind === 'stored') return { ...address, column: source.stored };
    const what = 'the file does not have this column of the dataset';
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(leaf.path) });
  };
}

/** Returns all columns of the file that store columns of the dataset. */
function leavesStoring(leaves: readonly LeafNode[], sources: ColumnSources): readonly LeafNode[] {
  return leaves.flatMap((leaf) => {
    const source = sources.sourceOf(leaf);
    return source.kind === 'stored' ? [source.stored] : [];
  });
}

async function* readAdapted(
  file: ParquetFile,
  schema: Schema,
  sources: ColumnSources,
  { where, columns, spaced, decodeDictionaries, ...options }: ReadBatchesOptions,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const leaves = leavesOf(schema, columns);
  if (leaves.length === 0) return;
  const folded = where === undefined ? true : foldWhere(schema, where, sources);
  if (folded === false) return;
  const formOf = (leaf: LeafNode): ColumnForm => ({
    spaced: chosen(spaced, leaf),
    decodeDictionaries: chosen(decodeDictionaries, leaf),
  });
  const wanted = leaves.map((leaf) => ({ leaf, source: sources.sourceOf(leaf), form: formOf(leaf) }));
  const stored = storedLeaves(file, wanted);
  const batches = file.leafBatches({
    ...options,
    columns: [...stored.keys()],
    ...(folded !== true && { where: folded }),
    spaced: (leaf) => stored.get(leaf)?.spaced ?? false,
    decodeDictionaries: (leaf) => stored.get(leaf)?.decodeDictionaries ?? false,
  });
  for await (const read of batches) {
    const found = new Map(read.map((column) => [column.leaf, column]));
    const rowCount = read[0]?.rowCount ?? 0;
    yield wanted.map(({ leaf, source, form }) => adapt(leaf, source, form, found, rowCount));
  }
}

function chosen(form: ReadBatchesOptions['decodeDictionaries'], leaf: LeafNode): boolean {
  return typeof form === 'function' ? form(leaf) : (form ?? false);
}

interface Wanted {
  readonly leaf: LeafNode;
  readonly source: ColumnSource;
  readonly form: ColumnForm;
}

/**
 * Returns the columns to read from the file, and the form in which to read each: dense or spaced (with an entry for
 * each null), and with or without its dictionary.
 */
function storedLeaves(file: ParquetFile, wanted: readonly Wanted[]): ReadonlyMap<LeafNode, ColumnForm> {
  const stored = new Map<LeafNode, ColumnForm>();
  for (const { source, form } of wanted) {
    if (source.kind === 'stored') stored.set(source.stored, form);
  }
  for (const { source } of wanted) {
    // Only the nulls of this column are needed, not its values.
    if (source.kind === 'below' && !stored.has(source.stored))
      stored.set(source.stored, { spaced: false, decodeDictionaries: false });
  }
  if (stored.size === 0) {
    const carrier = smallestColumn(file);
    if (carrier !== undefined) stored.set(carrier, { spaced: false, decodeDictionaries: false });
  }
  return stored;
}

/**
 * Returns the column to read if only the number of rows is needed: the smallest column that is not repeated, or the
 * smallest of all columns if all are repeated.
 */
function smallestColumn({ schema, metadata, chunk }: ParquetFile): LeafNode | undefined {
  const bytesOf = (leaf: LeafNode): number =>
    metadata.rowGroups.length === 0 ? 0 : chunk({ rowGroup: 0, column: leaf }).metaData.totalCompressedSize;
  const flat = schema.leaves.filter(({ maxRepetitionLevel }) => maxRepetitionLevel === 0);
  const among = flat.length > 0 ? flat : schema.leaves;
  return [...among].sort((a, b) => bytesOf(a) - bytesOf(b))[0];
}

function adapt(
  leaf: LeafNode,
  source: ColumnSource,
  form: ColumnForm,
  found: ReadonlyMap<LeafNode, TypedColumn>,
  rowCount: number,
): TypedColumn {
  if (source.kind === 'constant') return constantColumn(leaf, source.value, rowCount, form);
  const column = found.get(source.stored) as TypedColumn;
  if (source.kind === 'stored') return storedColumn(column, leaf, source);
  const { nulls, slotCount } = column;
  const { beside, group, levels } = source;
  const below = nullsBelow(mapNulls(nulls, slotCount, levels, beside), slotCount, beside, group, leaf);
  const empty = zeros(leaf, form.spaced ? below.slotCount : 0);
  return { leaf, values: empty, ...below, rowCount, spaced: form.spaced };
}
