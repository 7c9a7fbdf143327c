/** Decodes a file and writes its rows to another. */
import { CodecId } from '@marquetry/core';
import { type ColumnWriteOptions, type FileWriterOptions, openSink, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { type ColumnChunk, columnChunkOf, type FileMetaData } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { requireReplaceable } from '../destination.js';
import { type OutputEncryptionOptions, outputEncryption } from '../keys/output-encryption.js';
import { leavesOf } from '../leaves-of.js';
import { withInput } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { type Chosen, chosenCodecs, chosenEncodings } from './choices.js';
import { copyRows } from './copy-rows.js';
import { chunksOf, report } from './report.js';
import { sortedBy } from './sorted-by.js';

export interface RewriteOptions extends OutputEncryptionOptions {
  readonly encoding?: readonly string[];
  readonly codec?: string;
  readonly pageVersion?: '1' | '2';
  readonly pageSize?: number;
  readonly rowGroupRows?: number;
  readonly crc: boolean;
  readonly index: boolean;
  readonly bloom?: readonly string[];
  readonly json?: boolean;
}

/** Reads the file at a path or URL, and writes its rows to the path `to`. */
export function rewriteFile(from: string, to: string, options: RewriteOptions, context: Context): Promise<void> {
  return withInput(from, context, (file) => rewrite(file, to, options, context));
}

async function rewrite(file: ParquetFile, to: string, options: RewriteOptions, context: Context): Promise<void> {
  const { messages, progress, pause, signal } = context;
  const encryption = await outputEncryption([file], options, context.keys);
  await file.unlock(undefined, signal);
  const encodings = chosenEncodings(file, options.encoding ?? [], context);
  const codecs = chosenCodecs(file, options.codec, context);
  const columns = file.schema.leaves.map((leaf): [string, ColumnWriteOptions] => [
    formatPath(leaf.path),
    columnOptions(leaf, file, { encodings, codecs: codecs.ids }),
  ]);
  for (const path of options.bloom ?? []) {
    const leaves = leavesOf(file, [path]);
    for (const leaf of leaves)
      columns.push([formatPath(leaf.path), { ...columns[leaf.index]?.[1], bloomFilter: true }]);
  }
  await requireReplaceable(to);
  const { keyValueMetadata } = file.metadata;
  const writing: FileWriterOptions = {
    ...context.plugIns,
    schema: file.schema,
    columns: Object.fromEntries(columns),
    pageVersion: options.pageVersion === '2' ? 2 : 1,
    ...(options.pageSize === undefined ? {} : { pageBytes: options.pageSize }),
    // By default, keep the row groups of the input, unless their pages would not fit in memory.
    rowGroupRows: options.rowGroupRows ?? Number.MAX_SAFE_INTEGER,
    ...(options.rowGroupRows === undefined ? { rowGroupBytes: file.limits.memoryBytes / 2 } : {}),
    checksums: options.crc,
    pageIndex: options.index,
    ...(keyValueMetadata === undefined ? {} : { keyValueMetadata }),
    sortingColumns: options.rowGroupRows === undefined ? sortedBy([file]) : [],
    encryption,
    signal,
  };
  const writer = createFileWriter(openSink(to), writing);
  let footer: FileMetaData;
  try {
    const onBatch = async (): Promise<void> => {
      progress.update(writer.rowCount, file.rowCount, 'rows');
      await pause();
    };
    await copyRows(file, writer, { keepRowGroups: options.rowGroupRows === undefined, signal, onBatch });
    footer = await writer.finish();
  } catch (error) {
    // Ignore errors of `abort`, so that the original error is the one reported.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  progress.clear();
  for (const note of [...encodings.notes, ...codecs.notes]) await messages.write(`marquetry: ${printable(note)}\n`);
  const { leaves } = file.schema;
  const plain = leaves.map(({ index }) => footer.rowGroups.map((group) => columnChunkOf(group, index)));
  // The footer does not contain the metadata of encrypted columns.
  const { aadPrefix: _aadPrefix, ...keys } = context.keys;
  const reading = { ...context, keys };
  const written = encryption === undefined ? plain : await withInput(to, reading, chunksIn);
  await report(file, footer, written, options.json === true, context);
}

async function chunksIn(file: ParquetFile): Promise<readonly (readonly (ColumnChunk | undefined)[])[]> {
  await file.unlock();
  return file.schema.leaves.map((leaf) => chunksOf(file, leaf));
}

function columnOptions(
  leaf: LeafNode,
  { metadata }: ParquetFile,
  chosen: { readonly encodings: Chosen<number>; readonly codecs: ReadonlyMap<LeafNode, number> },
): ColumnWriteOptions {
  const encoding = chosen.encodings.ids.get(leaf);
  const codec = chosen.codecs.get(leaf) ?? CodecId.UNCOMPRESSED;
  const order = metadata.columnOrders?.[leaf.index]?.kind ?? 'unknown';
  return {
    codec,
    ...(encoding === undefined ? {} : { encoding }),
    ...(order === 'unknown' ? {} : { columnOrder: order }),
  };
}
