/**
 * Creates the input of a task: the rows of a split, and the writer of the output.
 */
import { CodecId, ParquetError } from '@marquetry/core';
import type { ByteSink, ColumnWriteOptions, FileWriter, FileWriterOptions, TypedColumn, Where } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { columnChunkOf } from '@marquetry/metadata';
import { countRows } from '@marquetry/prune';
import { formatPath, type Schema, selectColumns } from '@marquetry/schema';
import type { Split } from '../split.js';
import type { SplitInput, SplitReadOptions, SplitTask, SplitWriteOptions } from '../tasks/task.js';
import type { OpenPart } from './opened-parts.js';

/** The input of a task, and the writer once the task has created one. */
export interface InputOfTask extends SplitInput {
  readonly made: FileWriter | undefined;
}

/** The arguments from which the input of a task is created. */
export interface InputParts {
  readonly split: Split;
  readonly task: SplitTask;
  readonly parts: readonly OpenPart[];
  readonly sink: ByteSink | undefined;
  readonly writing: Pick<FileWriterOptions, 'encodings' | 'codecs' | 'kernels' | 'limits'>;
  readonly onRows: (rows: number) => void;
  readonly signal: AbortSignal;
}

/** Rows per batch, unless the task sets `batchRows`. */
const defaultBatchRows = 2 ** 17;

/**
 * The metadata that a worker uses for `where`. The other metadata was used for planning, and reading it again would
 * cost requests.
 */
const use = { statistics: true, bloom: false, dictionary: false, columnIndex: false };

/** Creates the input of a task. */
export function inputOf({ split, task, parts, sink, writing, onRows, signal }: InputParts): InputOfTask {
  const [first] = parts;
  if (first === undefined) throw new ParquetError('INVALID_ARGUMENT', 'the split has no parts');
  const schema = outputSchema(first.file.schema, split);
  let made: FileWriter | undefined;
  const both = (where: Where | undefined): Where | undefined =>
    where === undefined || split.where === undefined ? (where ?? split.where) : { and: [split.where, where] };
  async function* batches(options: SplitReadOptions = {}): AsyncGenerator<readonly TypedColumn[], void, undefined> {
    const { where: more, columns = split.columns, batchRows = defaultBatchRows, ...forms } = options;
    const where = both(more);
    for (const { file, part, placed, selection } of parts) {
      if (part.rows.length === 0) continue;
      try {
        yield* counted(
          file.leafBatches({
            ...{ ...selection, columns, batchRows, signal, ...forms },
            ...(where !== undefined && { where, use }),
          }),
          onRows,
        );
      } catch (error) {
        throw placed(error);
      }
    }
  }
  return {
    split,
    schema,
    signal,
    batches,
    get made(): FileWriter | undefined {
      return made;
    },
    count: async (more) => {
      const where = both(more);
      let count = 0;
      for (const { file, part, placed, selection } of parts) {
        const rows = part.rows.reduce((sum, [from, to]) => sum + to - from, 0);
        if (rows === 0) continue;
        try {
          const passed = where === undefined ? rows : await countRows(file, { where, use, ...selection, signal });
          count += passed;
          onRows(passed);
        } catch (error) {
          throw placed(error);
        }
      }
      return count;
    },
    writer: (options = {}) => {
      if (sink === undefined) {
        throw new ParquetError(
          'INVALID_ARGUMENT',
          `the task ${task.name} does not write: set \`writes: true\` in the task`,
        );
      }
      if (made !== undefined)
        throw new ParquetError('INVALID_ARGUMENT', `the task ${task.name} already has a writer: use that writer`);
      if (split.columns.length === 0) {
        const cure = 'include a column in the plan';
        throw new ParquetError('INVALID_ARGUMENT', `the split has no columns to write: ${cure}`);
      }
      const { decrypt = false, ...writeOptions } = options;
      if (split.needs.encrypted && options.encryption === undefined && !decrypt) {
        const cure = 'pass `encryption` from @marquetry/encryption, or `decrypt: true`, to the task';
        throw new ParquetError('INVALID_ARGUMENT', `the output would contain encrypted values in plaintext: ${cure}`);
      }
      made = createFileWriter(sink, writerOptions(first, schema, writeOptions, { ...writing, signal }));
      return made;
    },
  };
}

/** Yields the batches, and passes the number of rows of each batch to `onRows`. */
async function* counted(
  batches: AsyncGenerator<readonly TypedColumn[], void, undefined>,
  onRows: (rows: number) => void,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  for await (const columns of batches) {
    yield columns;
    onRows(columns[0]?.rowCount ?? 0);
  }
}

function outputSchema(schema: Schema, { columns }: Split): Schema {
  const wanted = new Set(columns.flatMap((path) => schema.find(path)));
  return wanted.size === 0 || wanted.size === schema.leaves.length ? schema : selectColumns(schema, columns);
}

function writerOptions(
  { file }: OpenPart,
  schema: Schema,
  options: SplitWriteOptions,
  given: InputParts['writing'] & { readonly signal: AbortSignal },
): FileWriterOptions {
  const { columnOrders, keyValueMetadata, rowGroups } = file.metadata;
  const [group] = rowGroups;
  const columns: [string, ColumnWriteOptions][] = schema.leaves.map((leaf) => {
    const path = formatPath(leaf.path);
    const [stored] = file.schema.find(path);
    const index = stored?.index ?? 0;
    const present = group === undefined ? undefined : columnChunkOf(group, index)?.metaData?.codec;
    const order = columnOrders?.[index]?.kind ?? 'unknown';
    const column = {
      ...(options.codec === undefined && { codec: writableCodec(present, given.codecs) }),
      ...(order !== 'unknown' && { columnOrder: order }),
    };
    return [path, column];
  });
  return {
    ...given,
    // Key-value metadata may describe all columns, as an Arrow schema does, so it is copied only if all columns are
    // copied.
    ...(keyValueMetadata !== undefined && schema.leaves.length === file.schema.leaves.length && { keyValueMetadata }),
    ...options,
    schema,
    columns: { ...Object.fromEntries(columns), ...merged(columns, options.columns) },
  };
}

/** Adds the defaults of each column to the options that the task gives for it. */
function merged(
  defaults: readonly (readonly [string, ColumnWriteOptions])[],
  own: SplitWriteOptions['columns'] = {},
): Readonly<Record<string, ColumnWriteOptions>> {
  const known = new Map(defaults);
  return Object.fromEntries(Object.entries(own).map(([path, column]) => [path, { ...known.get(path), ...column }]));
}

/**
 * Returns the codec of the source column if it can be written, otherwise SNAPPY or, if that cannot be written either,
 * UNCOMPRESSED.
 */
function writableCodec(present: number | undefined, codecs: FileWriterOptions['codecs']): number {
  const isWritable = (id: number): boolean => id === CodecId.UNCOMPRESSED || codecs?.find(id)?.compress !== undefined;
  return [present, CodecId.SNAPPY].find((id) => id !== undefined && isWritable(id)) ?? CodecId.UNCOMPRESSED;
}
