/** Reads files as record batches and tables. */
import type { NestedColumn } from '@marquetry/column';
import {
  isTurnDue,
  limitError,
  noNulls,
  type OptionNames,
  ParquetError,
  requireKnownOptions,
  runSteps,
  runStepsInTurns,
  type Steps,
  yieldToEventLoop,
} from '@marquetry/core';
import {
  leavesOf,
  type ParquetFile,
  type ReadBatchesOptions,
  type ReadNestedOptions,
  readNestedBatches,
  readOptionNames,
  requireColumnRoom,
} from '@marquetry/file';
import { type Field, fieldsOfInSteps, formatPath, type LeafNode } from '@marquetry/schema';
import { type Field as ArrowField, type Data, RecordBatch, type Schema, Struct, Table } from 'apache-arrow';
import { isExtension } from '../field-metadata.js';
import { createData } from './data.js';
import { dataBytes } from './data-bytes.js';
import { dictionaryLeaves } from './dictionary-leaves.js';
import { arrowFieldOf, mapField } from './map-field.js';
import type { ArrowTypeOptions, Mapping } from './mapping.js';
import { settledSchema } from './settled-schema.js';

/**
 * Options for which part of a file to read, how many rows at a time, and in which form. Columns with
 * `decodeDictionaries` have values; other columns become Dictionary vectors if all of their chunks use dictionaries.
 */
export interface ReadArrowOptions extends ReadNestedOptions, ArrowTypeOptions {}

const optionNames: OptionNames<ReadBatchesOptions & ReadArrowOptions> = { ...readOptionNames, physical: true };

/** The Arrow schema, and a mapping per field. */
interface Plan {
  readonly schema: Schema;
  readonly mappings: readonly Mapping[];
  readonly decodeDictionaries: (leaf: LeafNode) => boolean;
}

/** Columns per step. For each column, the chunks of all row groups are examined. */
const stepColumns = 2 ** 6;

function* planInSteps(file: ParquetFile, options: ReadArrowOptions): Steps<Plan> {
  const { columns, decodeDictionaries = false, rowGroups } = options;
  const leaves = leavesOf(file.schema, columns);
  requireColumnRoom(file, leaves.length);
  const fields = yield* fieldsOfInSteps(file.schema, leaves);
  requireNames(fields);
  yield;
  const plain = new Set(fields.flatMap(plainLeaves));
  const isIndexed = dictionaryLeaves(file, rowGroups);
  const decodes = (leaf: LeafNode): boolean =>
    (typeof decodeDictionaries === 'function' ? decodeDictionaries(leaf) : decodeDictionaries) ||
    plain.has(leaf) ||
    !isIndexed(leaf);
  const mappings: Mapping[] = [];
  const arrowFields: ArrowField[] = [];
  for (const field of fields) {
    const mapping = mapField(field, { ...options, dictionary: (leaf) => !decodes(leaf) });
    mappings.push(mapping);
    arrowFields.push(arrowFieldOf(field, mapping));
    if (mappings.length % stepColumns === 0) yield;
  }
  return { schema: settledSchema(arrowFields, metadataOf(file)), mappings, decodeDictionaries: decodes };
}

/** Returns the leaves that are never dictionary indices: columns of only nulls, and extension types. */
function plainLeaves(field: Field): readonly LeafNode[] {
  switch (field.kind) {
    case 'leaf': {
      const { annotation } = field.leaf;
      return annotation?.kind === 'UNKNOWN' || isExtension(annotation) ? field.leaves : [];
    }
    case 'variant':
      return field.leaves;
    case 'struct':
      return isExtension(field.node.annotation) ? field.leaves : field.fields.flatMap(plainLeaves);
    case 'list':
      return plainLeaves(field.element);
    case 'map':
      return [field.key, ...(field.value === undefined ? [] : [field.value])].flatMap(plainLeaves);
  }
}

/** Rejects repeated names, because record batches of apache-arrow confuse the types of columns with the same name. */
function requireNames(fields: readonly Field[]): void {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name)) {
      const what = 'the schema has two columns with this name: read one of them, selected by its leaf';
      throw new ParquetError('UNSUPPORTED', what, { column: formatPath([name]) });
    }
    seen.add(name);
  }
}

/**
 * Returns the application's metadata of the file. Types are derived from the Parquet schema, so Arrow's own schema is
 * dropped.
 */
function metadataOf({ metadata }: ParquetFile): Map<string, string> {
  const entries = metadata.keyValueMetadata?.filter(({ key }) => key !== 'ARROW:schema') ?? [];
  return new Map(entries.map(({ key, value = '' }) => [key, value]));
}

/**
 * Returns the schema of the batches that {@link readArrow} yields.
 * @throws ParquetError INVALID_ARGUMENT for unknown columns; UNSUPPORTED for decimals of more than 76 digits, and for
 * two columns
 * with the same name.
 */
export function arrowSchema(file: ParquetFile, options: ReadArrowOptions = {}): Schema {
  return runSteps(planInSteps(file, options)).schema;
}

/**
 * Yields record batches, one per row group or per `batchRows` rows, all with the same schema. They share memory with
 * the decoded columns, as described at `arrowVector`. Batches of one row group share dictionaries; different row groups
 * have different ones.
 * @throws ParquetError as `readNestedBatches` and `arrowVector`; row numbers in errors start at the first row read.
 * UNSUPPORTED for a file
 * that has rows but no columns.
 */
export async function* readArrow(
  file: ParquetFile,
  options: ReadArrowOptions = {},
): AsyncGenerator<RecordBatch, void, undefined> {
  requireKnownOptions('readArrow', options, optionNames);
  if (file.schema.leaves.length === 0 && file.rowCount > 0) {
    const what = `the file has ${file.rowCount} rows but no columns, and a table without columns cannot have rows`;
    throw new ParquetError('UNSUPPORTED', what);
  }
  const { schema, mappings, decodeDictionaries } = await runStepsInTurns(planInSteps(file, options), options.signal);
  const type = new Struct(schema.fields);
  let firstRow = 0;
  const { physical: _physical, ...read } = options;
  for await (const { rowCount, columns } of readNestedBatches(file, { ...read, decodeDictionaries })) {
    const before = firstRow;
    const rowOf = (entry: number): number => before + entry;
    const children: Data[] = [];
    for (const [i, mapping] of mappings.entries()) {
      children.push(await runStepsInTurns(mapping.dataOf(columns[i] as NestedColumn, rowOf), options.signal));
      if (isTurnDue()) await yieldToEventLoop(options.signal);
    }
    yield new RecordBatch(schema, createData(type, rowCount, noNulls, { children }));
    firstRow += rowCount;
  }
}

/**
 * Reads a file, or the part that the options select, as a table of the batches of {@link readArrow}. All of it is in
 * memory at once, so `limits.resultBytes` bounds its buffers: read larger files batch by batch, or raise the limit.
 * @throws ParquetError as {@link readArrow}; LIMIT above `limits.resultBytes`.
 */
export async function toArrow(file: ParquetFile, options: ReadArrowOptions = {}): Promise<Table> {
  requireKnownOptions('toArrow', options, optionNames);
  const { limits } = file;
  const batches: RecordBatch[] = [];
  const seen = new Set<object>();
  let bytes = 0;
  for await (const batch of readArrow(file, options)) {
    bytes += dataBytes(batch.data, seen);
    if (bytes > limits.resultBytes) {
      throw limitError('resultBytes', limits, `a table of ${bytes} bytes or more`);
    }
    batches.push(batch);
  }
  return new Table(batches[0]?.schema ?? arrowSchema(file, options), batches);
}
