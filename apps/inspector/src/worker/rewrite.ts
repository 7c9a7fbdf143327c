/**
 * Writes a copy of the file with other encodings and codecs for some columns. All other columns are copied without
 * decoding.
 */
import { type ColumnInput, type ColumnWriteOptions, chunkCopy, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { columnChunkOf } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { Choice } from '../protocol.js';
import { blobSink } from './blob-sink.js';
import type { Handler } from './handler.js';
import { pathOf } from './names.js';
import type { CurrentSession } from './session.js';

/** Maximum number of rows to decode at a time. */
const batchRows = 2 ** 17;

export function rewriteFile(current: CurrentSession): Handler<'rewrite'> {
  return async ({ choices }, { signal, part }) => {
    const { file, encodings, codecs, kernels } = current();
    const chosen = new Map(choices.map((choice) => [choice.column, choice]));
    const sink = blobSink();
    const writer = createFileWriter(sink, {
      schema: file.schema,
      encodings,
      codecs,
      kernels,
      columns: Object.fromEntries(file.schema.leaves.map((leaf) => [pathOf(leaf), optionsOf(file, leaf, chosen)])),
      rowGroupRows: Number.MAX_SAFE_INTEGER,
      rowGroupBytes: Number.POSITIVE_INFINITY,
      ...(file.metadata.keyValueMetadata === undefined ? {} : { keyValueMetadata: file.metadata.keyValueMetadata }),
      signal,
    });
    const { rowGroups } = file.metadata;
    try {
      for (const rowGroup of rowGroups.keys()) {
        const columns = file.schema.leaves.map((leaf) => {
          const column = chosen.has(leaf.index)
            ? batchesOf(file, rowGroup, leaf, signal)
            : chunkCopy(file, { rowGroup, column: leaf });
          return [pathOf(leaf), column] as const;
        });
        await writer.writeRowGroup(Object.fromEntries(columns));
        part({ done: rowGroup + 1, of: rowGroups.length, unit: 'row groups' });
      }
      await writer.finish();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      throw error;
    }
    const blob = sink.blob();
    return { blob, byteLength: blob.size };
  };
}

function optionsOf(file: ParquetFile, leaf: LeafNode, chosen: ReadonlyMap<number, Choice>): ColumnWriteOptions {
  const choice = chosen.get(leaf.index);
  const order = file.metadata.columnOrders?.[leaf.index]?.kind ?? 'unknown';
  const columnOrder = order === 'unknown' ? {} : { columnOrder: order };
  if (choice !== undefined) return { encoding: choice.encoding, codec: choice.codec, ...columnOrder };
  const [group] = file.metadata.rowGroups;
  const codec = group && columnChunkOf(group, leaf.index)?.metaData?.codec;
  return { ...(codec === undefined ? {} : { codec }), ...columnOrder };
}

async function* batchesOf(
  file: ParquetFile,
  rowGroup: number,
  leaf: LeafNode,
  signal: AbortSignal,
): AsyncGenerator<ColumnInput, void, undefined> {
  for await (const batch of file.columnBatches({ columns: [pathOf(leaf)], rowGroups: [rowGroup], batchRows, signal })) {
    const column = batch[pathOf(leaf)];
    if (column !== undefined) yield column;
  }
}
