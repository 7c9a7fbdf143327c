/**
 * Columns of any depth: offsets, validity and leaves, a field of the schema each. What nests them is loaded by the first read.
 */
import { generateWith, onDemand } from '@marquetry/core';
import type { NestedBatch, ReadNestedOptions } from './nested-batch.js';
import type { ParquetFile } from './parquet-file.js';

const nesting = /* @__PURE__ */ onDemand(() => import('./nested-columns.js'));

/**
 * Nested columns, a batch a row group or `batchRows`, or fewer rows where nesting more would not fit `limits.memoryBytes`. Lists and maps may have any of the forms that writers gave them.
 * @throws ParquetError as `ParquetFile.columnBatches`; CORRUPT where levels contradict the schema or each other.
 */
export function readNestedBatches(
  file: ParquetFile,
  options: ReadNestedOptions = {},
): AsyncGenerator<NestedBatch, void, undefined> {
  return generateWith(nesting, (loaded) => loaded.readNested(file, options));
}
