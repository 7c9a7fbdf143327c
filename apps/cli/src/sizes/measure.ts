/**
 * What a column costs in an encoding and a codec: it is written so, and decoded.
 */
import { knownEncoding, type Values, type WritableEncoding } from '@marquetry/core';
import { bytesSource, type ColumnWriteOptions, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { Context } from '../context.js';
import { codecNameOf } from '../plug-in-names.js';
import type { PlugIns } from '../plug-ins.js';
import type { LoadedColumn } from './loaded-column.js';
import type { Present } from './present.js';

/** One way to write a column. Sizes are bytes of pages as stored, with headers. */
export interface SizeRecord {
  readonly column: string;
  readonly encoding: string;
  /** True where the encoding's layout may still change. */
  readonly preview: boolean;
  readonly codec: string;
  readonly size: number;
  /** Of its present size. */
  readonly ratio: number;
  readonly presentSize: number;
  /** Megabytes a second, of values as PLAIN has them; null where it was too short to measure. */
  readonly decodeMegabytesPerSecond: number | null;
  readonly rows: number;
}

/** Writes the column and reads it again. `codec` is a wire id. */
export async function measure(
  column: LoadedColumn,
  encoding: WritableEncoding,
  codec: number,
  present: Present,
  { plugIns, signal, pause }: Context,
): Promise<SizeRecord> {
  const sink = memorySink();
  const writing: ColumnWriteOptions = { encoding: encoding.id, codec, statistics: false, pageIndex: false };
  const writer = createFileWriter(sink, {
    ...plugIns,
    ...writing,
    schema: column.schema,
    rowGroupRows: Number.MAX_SAFE_INTEGER,
    rowGroupBytes: Number.POSITIVE_INFINITY,
    signal,
  });
  for (const batch of column.batches) {
    await writer.write(batch);
    await writer.endRowGroup();
    await pause();
  }
  const { rowGroups } = await writer.finish();
  const chunks = rowGroups.flatMap(({ columns }) => columns[0]?.metaData ?? []);
  const size = chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0);
  return {
    column: column.path,
    encoding: encoding.name,
    preview: knownEncoding(encoding.id)?.standing === 'preview',
    codec: codecNameOf(codec, plugIns),
    size,
    ratio: present.size === 0 ? 1 : size / present.size,
    presentSize: present.size,
    decodeMegabytesPerSecond: await decodeSpeed(sink.bytes, column, plugIns),
    rows: column.rowCount,
  };
}

/** Runs until so much time is measured, at least and at most so often: the fastest run counts. */
const measuredMilliseconds = 60;
const leastRuns = 2;
const mostRuns = 20;

async function decodeSpeed(bytes: Uint8Array, { path }: LoadedColumn, plugIns: PlugIns): Promise<number | null> {
  const file = await openFile(bytesSource(bytes), plugIns);
  let best = Number.POSITIVE_INFINITY;
  let plainBytes = 0;
  for (let run = 0, spent = 0; run < leastRuns || (run < mostRuns && spent < measuredMilliseconds); run++) {
    plainBytes = 0;
    const start = performance.now();
    for await (const { values } of file.column(path, { flat: true })) {
      plainBytes += plainSize(values);
    }
    const elapsed = performance.now() - start;
    spent += elapsed;
    best = Math.min(best, elapsed);
  }
  return best < 0.05 || plainBytes === 0 ? null : plainBytes / 1000 / best;
}

/** Bytes that values take in PLAIN. */
function plainSize(values: Values): number {
  switch (values.layout) {
    case 'bits':
      return Math.ceil(values.length / 8);
    case 'fixed':
      return values.length * values.width;
    case 'bytes':
      return (values.offsets[values.length] ?? 0) - (values.offsets[0] ?? 0) + 4 * values.length;
    case 'dictionary':
      return 0;
  }
}
