/**
 * Describes the outputs of a plan for the commit of a table format, such as Iceberg.
 */

import type { ParquetFile } from '@marquetry/file';
import { boundValueOf, type UsableBounds } from '@marquetry/logical';
import { createGroupFacts } from '@marquetry/prune';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Json } from '../json.js';
import type { SplitOutput } from '../split.js';
import { inParallel } from '../store/in-parallel.js';
import { boundAsJson } from '../tasks/bound-json.js';
import { type CommitContext, openOutput } from './opened-part.js';

/** The metadata that a table format records about one column of an output file. */
export interface TableColumn {
  /** The column's field id in the schema; absent if it has none. */
  readonly fieldId?: number;
  /** The number of stored bytes in all chunks of the column. */
  readonly byteLength: number;
  /** The number of values, including nulls and empty lists (`num_values`). */
  readonly valueCount: number;
  /** The number of nulls; absent if not known. */
  readonly nullCount?: number;
  /** A lower bound of the values, in the form that `statisticsTask` returns; absent if not known. */
  readonly lower?: Json;
  /** An upper bound of the values, in the form that `statisticsTask` returns; absent if not known. */
  readonly upper?: Json;
}

/** The metadata of an output that a table format records. */
export interface TableEntry {
  /** The key of the file in the target. */
  readonly key: string;
  readonly byteLength: number;
  readonly rows: number;
  /** The columns of the output, by path. */
  readonly columns: Readonly<Record<string, TableColumn>>;
}

/** Returns an entry for each output that has rows, in the order of `outputs`. Reads the footers of these outputs. */
export async function tableEntries(
  outputs: readonly SplitOutput[],
  context: CommitContext,
): Promise<readonly TableEntry[]> {
  const filled = outputs.filter(({ rows }) => rows > 0);
  const entries = new Array<TableEntry>(filled.length);
  await inParallel(filled, 8, async (output, i) => {
    const file = await openOutput(output, context);
    await file.unlock(undefined, context.signal);
    const columns = file.schema.leaves.map((leaf) => [formatPath(leaf.path), columnOf(file, leaf)] as const);
    entries[i] = {
      key: output.uri,
      byteLength: output.byteLength,
      rows: output.rows,
      columns: Object.fromEntries(columns),
    };
    await file.close();
  });
  return entries;
}

function columnOf(file: ParquetFile, leaf: LeafNode): TableColumn {
  const facts = createGroupFacts(file);
  let byteLength = 0;
  let valueCount = 0;
  let nullCount: number | undefined = 0;
  let lower: Uint8Array | undefined;
  let upper: Uint8Array | undefined;
  let isBounded = true;
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    const { metaData } = file.chunk({ rowGroup, column: leaf });
    const { bounds, nullCount: nulls } = facts.of(rowGroup, leaf);
    byteLength += metaData.totalCompressedSize;
    valueCount += metaData.numValues;
    nullCount = nullCount === undefined || nulls === undefined ? undefined : nullCount + nulls;
    if (nulls === metaData.numValues) continue;
    isBounded &&= bounds?.min !== undefined && bounds.max !== undefined;
    if (!isBounded) continue;
    const { max, min, order } = bounds as Required<UsableBounds>;
    if (lower === undefined || order.compareNumbers(min.bytes, lower) < 0) lower = min.bytes;
    if (upper === undefined || order.compareNumbers(max.bytes, upper) > 0) upper = max.bytes;
  }
  const { fieldId } = leaf.element;
  return {
    ...(fieldId !== undefined && { fieldId }),
    byteLength,
    valueCount,
    ...(nullCount !== undefined && { nullCount }),
    ...(isBounded &&
      lower !== undefined &&
      upper !== undefined && {
        lower: boundAsJson(boundValueOf(leaf, lower)),
        upper: boundAsJson(boundValueOf(leaf, upper)),
      }),
  };
}
