/** Yields batches as objects in which the columns' paths are the keys. */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import { formatPath, type LeafNode, type Schema } from '@marquetry/schema';
import type { ColumnBatch, ReadBatchesOptions } from './batches.js';
import { leavesOf } from './named-leaves.js';
import type { ParquetFile } from './parquet-file.js';
import type { TypedColumn } from './typed-column.js';

type ReadBatches = ParquetFile['leafBatches'];

/**
 * Returns a copy of the file object whose `leafBatches` and `columnBatches` call `read`. The file objects that its
 * methods `over` and `part` return call `read`, too.
 */
export function withBatches(
  file: ParquetFile,
  read: (file: ParquetFile, options?: ReadBatchesOptions) => ReturnType<ReadBatches>,
  part: ParquetFile['part'] = (rowGroups) => withBatches(file.part(rowGroups), read),
): ParquetFile {
  const batches: ReadBatches = (options) => read(file, options);
  return {
    ...file,
    leafBatches: batches,
    columnBatches: keyedBy(file.schema, batches),
    part,
    over: (source) => withBatches(file.over(source), read),
  };
}

/** Implements `file.columnBatches` on top of `file.leafBatches`. */
export function keyedBy(schema: Schema, batches: ReadBatches): ParquetFile['columnBatches'] {
  return (read = {}) => {
    const leaves = leavesOf(schema, read.columns);
    return readKeyedBatches(batches({ ...read, columns: leaves }), leaves, read.signal);
  };
}

/**
 * Yields each batch as an object that maps column paths to columns.
 * @throws ParquetError UNSUPPORTED if two columns have the same path.
 */
async function* readKeyedBatches(
  batches: AsyncIterable<readonly TypedColumn[]>,
  leaves: readonly LeafNode[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ColumnBatch, void, undefined> {
  const paths = await pathsOf(leaves, signal);
  for await (const columns of batches) {
    const batch: Record<string, TypedColumn> = Object.create(null);
    for (let i = 0; i < columns.length; i++) {
      batch[paths[i] as string] = columns[i] as TypedColumn;
      if (i % quickPaths === quickPaths - 1) while (isTurnDue()) await yieldToEventLoop(signal);
    }
    yield batch;
  }
}

/** Number of columns to add to a batch between two checks of the clock. */
const quickPaths = 2 ** 10;

async function pathsOf(leaves: readonly LeafNode[], signal: AbortSignal | undefined): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const { path } of leaves) {
    const text = formatPath(path);
    if (paths.has(text)) {
      throw new ParquetError('UNSUPPORTED', `the schema has two columns named ${text}; read them with leafBatches()`);
    }
    paths.add(text);
    if (paths.size % quickPaths === 0) while (isTurnDue()) await yieldToEventLoop(signal);
  }
  return [...paths];
}
