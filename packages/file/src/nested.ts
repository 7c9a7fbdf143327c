/**
 * Reads columns of any depth, one per top-level field of the schema. The code for nested columns is loaded by the first
 * read.
 */
import { generateWith, onDemand } from '@marquetry/core';
import type { NestedBatch, ReadNestedOptions } from './nested-batch.js';
import type { ParquetFile } from './parquet-file.js';

const nesting = /* @__PURE__ */ onDemand(() => import('./nested-columns.js'));

/**
 * Yields nested columns in batches of `batchRows` rows, by default all rows of a row group. A batch has fewer rows if
 * more would exceed `limits.memoryBytes`. Supports all forms in which writers store lists and maps.
 * @throws ParquetError CORRUPT if levels contradict the schema or each other. Also throws like
 * `ParquetFile.columnBatches`.
 */
export function readNestedBatches(
  file: ParquetFile,
  options: ReadNestedOptions = {},
): AsyncGenerator<NestedBatch, void, undefined> {
  return generateWith(nesting, (loaded) => loaded.readNested(file, options));
}
