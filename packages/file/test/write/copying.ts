/** Writes files to copy, and copies all their row groups. */
import { createCodecRegistry } from '@marquetry/core';
import {
  type ByteSink,
  bytesSource,
  type FileWriter,
  type FileWriterOptions,
  memorySink,
  openFile,
  type ParquetFile,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema } from '@marquetry/schema';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';

export type CopyOptions = Parameters<FileWriter['copyRowGroup']>[2];

export const encodings = standardEncodings;
const codecs = createCodecRegistry([snappy]);
const schema = defineSchema({ id: 'INT64', noise: 'DOUBLE', text: { type: 'STRING', optional: true } });
const rowCount = 60_000;
let seed = 1;
const random = (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const columns = {
  id: BigInt64Array.from({ length: rowCount }, (_, i) => BigInt(i) * 7n),
  noise: Float64Array.from({ length: rowCount }, random),
  text: Array.from({ length: rowCount }, (_, i) => (i % 5 === 0 ? null : `text ${Math.floor(random() * 1e6)}`)),
};

/** Returns a file with three columns, in row groups of 25,000 rows. */
export async function write(options: Partial<FileWriterOptions> = {}): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings, codecs, codec: 1, rowGroupRows: 25_000, ...options });
  await writer.write(columns);
  await writer.finish();
  return sink.bytes;
}

export const open = (source: Uint8Array | Parameters<typeof openFile>[0], more = {}): Promise<ParquetFile> =>
  openFile(source instanceof Uint8Array ? bytesSource(source) : source, { encodings, codecs, ...more });

/** Copies all row groups, starting with the last one. */
export async function copyTo(
  sink: ByteSink,
  file: ParquetFile,
  options: Partial<FileWriterOptions> = {},
  copying?: CopyOptions,
): Promise<void> {
  const writer = createFileWriter(sink, { schema: file.schema, encodings, ...options });
  for (let i = file.metadata.rowGroups.length; i-- > 0; ) await writer.copyRowGroup(file, i, copying);
  await writer.finish();
}

export async function copyOf(
  file: ParquetFile,
  options?: Partial<FileWriterOptions>,
  copying?: CopyOptions,
): Promise<Uint8Array> {
  const sink = memorySink();
  await copyTo(sink, file, options, copying);
  return sink.bytes;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
