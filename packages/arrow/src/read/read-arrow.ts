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
  readNestedBatches,
  readOptionNames,
  requireColumnRoom,
} from '@marquetry/file';
import { type Field, fieldsOfInSteps, formatPath, type LeafNode } from '@marquetry/schema';
import { type Field as ArrowField, type Data, RecordBatch, type Schema, Struct, Table } from 'apache-arrow';
import { extensionName, isExtension } from '../field-metadata.js';
import type { Hints } from '../stored/match-fields.js';
import { dictionariesOf, storedHints } from '../stored/stored-hints.js';
import { storedSchemaKey } from '../stored/stored-schema.js';
import { createData } from './data.js';
import { dataBytes } from './data-bytes.js';
import { dictionaryLeaves } from './dictionary-leaves.js';
import { isWrongSize, type Padding } from './fixed-lists.js';
import { arrowFieldOf, mapField } from './map-field.js';
import type { Mapping } from './mapping.js';
import type { ReadArrowOptions } from './read-arrow-options.js';
import { settledSchema } from './settled-schema.js';
import { withPaths } from './with-paths.js';

const optionNames: OptionNames<ReadBatchesOptions & ReadArrowOptions> = {
  ...readOptionNames,
  physical: true,
  arrowSchema: true,
};

/** The Arrow schema of the batches to read, and the conversions of its fields. */
interface Plan {
  readonly schema: Schema;
  readonly mappings: readonly Mapping[];
  readonly decodeDictionaries: (leaf: LeafNode) => boolean;
  /** The remaining bytes for the entries of null fixed-size lists. Reset for each batch. */
  readonly padding: Padding;
}

/** Number of columns to plan between two `yield`s. Planning a column examines its chunks in all row groups. */
const stepColumns = 2 ** 6;

/**
 * Creates the {@link Plan} for reading the selected columns, in steps of about a millisecond. If `fixedSizes` is false,
 * lists become List even if the stored Arrow schema specifies FixedSizeList.
 */
function* planInSteps(file: ParquetFile, options: ReadArrowOptions, fixedSizes = true): Steps<Plan> {
  const { columns, decodeDictionaries = false, rowGroups } = options;
  const leaves = leavesOf(file.schema, columns);
  requireColumnRoom(file, leaves.length);
  const fields = yield* fieldsOfInSteps(file.schema, leaves);
  requireNames(fields);
  yield;
  const { hints, metadata } = yield* storedHints(file, fields, options);
  const plain = new Set(fields.flatMap((field) => plainLeaves(field, hints)));
  const wereDictionaries = dictionariesOf(hints);
  const isIndexed = dictionaryLeaves(file, rowGroups);
  const decodes = (leaf: LeafNode): boolean =>
    (typeof decodeDictionaries === 'function' ? decodeDictionaries(leaf) : decodeDictionaries) ||
    plain.has(leaf) ||
    !(wereDictionaries.has(leaf) || isIndexed(leaf));
  const padding: Padding = { bytesLeft: 0 };
  const mappings: Mapping[] = [];
  const arrowFields: ArrowField[] = [];
  for (const field of fields) {
    const mapping = mapField(field, {
      ...options,
      ...{ dictionary: (leaf) => !decodes(leaf), hints, padding: fixedSizes ? padding : undefined },
    });
    mappings.push(mapping);
    arrowFields.push(arrowFieldOf(field, mapping, hints));
    if (mappings.length % stepColumns === 0) yield;
  }
  const schema = settledSchema(arrowFields, new Map([...metadata, ...metadataOf(file)]));
  return { schema, mappings, decodeDictionaries: decodes, padding };
}

/**
 * Returns the columns that must not become Dictionary vectors: columns of the type UNKNOWN, and columns of extension
 * types.
 */
function plainLeaves(field: Field, hints: Hints | undefined): readonly LeafNode[] {
  const inner = (child: Field): readonly LeafNode[] => plainLeaves(child, hints);
  const hint = hints?.get(field);
  if (hint?.metadata.has(extensionName) && hint.dictionary === undefined) return field.leaves;
  switch (field.kind) {
    case 'leaf': {
      const { annotation } = field.leaf;
      return annotation?.kind === 'UNKNOWN' || isExtension(annotation) ? field.leaves : [];
    }
    case 'variant':
      return field.leaves;
    case 'struct':
      return isExtension(field.node.annotation) ? field.leaves : field.fields.flatMap(inner);
    case 'list':
      return inner(field.element);
    case 'map':
      return [field.key, ...(field.value === undefined ? [] : [field.value])].flatMap(inner);
  }
}

/** Throws an error if two columns have the same name, because record batches of apache-arrow confuse their types. */
function requireNames(fields: readonly Field[]): void {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name)) {
      const what = 'the schema has two columns with this name: select one by passing its leaf in `columns`';
      throw new ParquetError('UNSUPPORTED', what, { column: formatPath([name]) });
    }
    seen.add(name);
  }
}

/** Returns the key-value metadata of the file without ARROW:schema, because the Arrow schema of the result replaces it. */
function metadataOf({ metadata }: ParquetFile): Map<string, string> {
  const entries = metadata.keyValueMetadata?.filter(({ key }) => key !== storedSchemaKey) ?? [];
  return new Map(entries.map(({ key, value = '' }) => [key, value]));
}

/**
 * Returns the schema of the batches that {@link readArrow} yields. Unlike {@link readArrow} and {@link toArrow}, it
 * does not accept paths into VARIANT columns.
 * @throws ParquetError INVALID_ARGUMENT for unknown columns; UNSUPPORTED for decimals of more than 76 digits, and for
 * two columns with the same name.
 */
export function arrowSchema(file: ParquetFile, options: ReadArrowOptions = {}): Schema {
  return runSteps(planInSteps(file, options)).schema;
}

/**
 * Yields record batches, one per row group or per `batchRows` rows, all with the same schema. They share memory with the decoded columns, as
 * {@link arrowVector} describes. The batches of a row group have the same dictionaries; each row group has its own.
 *
 * A path into a VARIANT column, such as `event.user.id`, can be read as a column. Its type is the type that the writer shredded the path into;
 * reading it throws UNSUPPORTED if the path also has values of other types.
 * @throws ParquetError for the same reasons as `readNestedBatches` and `arrowVector`, with row numbers counted from the
 * first row that is read. UNSUPPORTED for a file that has rows but no columns.
 */
export async function* readArrow(
  given: ParquetFile,
  asked: ReadArrowOptions = {},
): AsyncGenerator<RecordBatch, void, undefined> {
  requireKnownOptions('readArrow', asked, optionNames);
  const [file, options] = await withPaths(given, asked);
  yield* readBatches(file, options, true);
}

async function* readBatches(
  file: ParquetFile,
  options: ReadArrowOptions,
  fixedSizes: boolean,
): AsyncGenerator<RecordBatch, void, undefined> {
  if (file.schema.leaves.length === 0 && file.rowCount > 0) {
    const what = `the file has ${file.rowCount} rows but no columns, and a table without columns cannot have rows`;
    throw new ParquetError('UNSUPPORTED', what);
  }
  const plan = await runStepsInTurns(planInSteps(file, options, fixedSizes), options.signal);
  const { schema, mappings, decodeDictionaries, padding } = plan;
  const type = new Struct(schema.fields);
  let firstRow = 0;
  const { physical: _physical, arrowSchema: _arrowSchema, ...read } = options;
  for await (const { rowCount, columns } of readNestedBatches(file, { ...read, decodeDictionaries })) {
    const before = firstRow;
    padding.bytesLeft = file.limits.memoryBytes / 4;
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
 * Reads a file, or the part that the options select, as a table. The whole table is in memory, so `limits.resultBytes` bounds
 * its buffers. For larger files, use {@link readArrow}, or raise the limit.
 * @throws ParquetError for the same reasons as {@link readArrow}; LIMIT if the buffers exceed `limits.resultBytes`.
 */
export async function toArrow(given: ParquetFile, asked: ReadArrowOptions = {}): Promise<Table> {
  requireKnownOptions('toArrow', asked, optionNames);
  const [file, options] = await withPaths(given, asked);
  try {
    return await readTable(file, options, true);
  } catch (error) {
    if (options.arrowSchema === 'check' || !isWrongSize(error)) throw error;
    return readTable(file, options, false);
  }
}

async function readTable(file: ParquetFile, options: ReadArrowOptions, fixedSizes: boolean): Promise<Table> {
  const { limits } = file;
  const batches: RecordBatch[] = [];
  const seen = new Set<object>();
  let bytes = 0;
  for await (const batch of readBatches(file, options, fixedSizes)) {
    bytes += dataBytes(batch.data, seen);
    if (bytes > limits.resultBytes) {
      throw limitError('resultBytes', limits, `a table of ${bytes} bytes or more`);
    }
    batches.push(batch);
  }
  return new Table(batches[0]?.schema ?? runSteps(planInSteps(file, options, fixedSizes)).schema, batches);
}
