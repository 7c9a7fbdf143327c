/** Reads Apache Arrow files and streams, one record batch at a time. Feather V2 is the Arrow file format. */
import { type FileHandle, open } from 'node:fs/promises';
import { schemaFromArrow, writeArrow } from '@marquetry/arrow';
import { CodecId, isParquetError, ParquetError } from '@marquetry/core';
import { CompressionType, compressionRegistry, type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow';
import type { PlugIns } from '../plug-ins.js';
import type { InputFile } from './input-format.js';
import type { InputTable, TableOptions } from './input-table.js';

/**
 * Opens Arrow files as one table.
 * @throws ParquetError INVALID_ARGUMENT if their schemas differ; CORRUPT for files that are not Arrow; UNSUPPORTED for
 * types that Parquet does not have. File-system errors are thrown unchanged.
 */
export async function openArrow(
  files: readonly InputFile[],
  { signal, onProgress }: Pick<TableOptions, 'signal' | 'onProgress'>,
  plugIns: Pick<PlugIns, 'codecs'>,
): Promise<InputTable> {
  registerCodecs(plugIns);
  const [first] = files as readonly [InputFile, ...InputFile[]];
  const schema = await withReader(first, async (reader) => reader.schema);
  const types = typesOf(schema);
  const totalBytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    schema: schemaFromArrow(schema),
    writeTo: async (writer, onBatch) => {
      let bytes = 0;
      for (const file of files) {
        await withReader(file, async (reader) => {
          if (typesOf(reader.schema) !== types) {
            const reason = `the columns must be the same as in ${first.path}: convert this file separately`;
            throw new ParquetError('INVALID_ARGUMENT', reason, { file: file.path });
          }
          await writeArrow(writer, batchesOf(reader, signal, onBatch));
        });
        bytes += file.byteLength;
        onProgress({ bytes, totalBytes, rows: writer.rowCount });
      }
    },
    close: async () => undefined,
  };
}

async function* batchesOf(
  reader: RecordBatchReader,
  signal: AbortSignal,
  onBatch: () => Promise<void>,
): AsyncGenerator<RecordBatch, void, undefined> {
  for await (const batch of reader) {
    signal.throwIfAborted();
    yield batch;
    await onBatch();
  }
}

/** Returns the names, types and nullability of a schema's fields as text, for comparison. */
function typesOf({ fields }: Schema): string {
  return JSON.stringify(fields.map(({ name, type, nullable }) => [name, String(type), nullable]));
}

async function withReader<T>(file: InputFile, use: (reader: RecordBatchReader) => Promise<T>): Promise<T> {
  const handle: FileHandle = await open(file.path);
  try {
    const reader = (await RecordBatchReader.from(handle)) as RecordBatchReader;
    await reader.open();
    // A file that is neither an Arrow file nor a stream opens as a stream without a schema.
    if (reader.schema === undefined || reader.schema === null) throw new Error('no schema was found');
    return await use(reader);
  } catch (error) {
    throw isOwnError(error) ? error : notArrow(error, file);
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/**
 * Returns true for errors that were not thrown by the Arrow library: errors of this program, file-system errors, and
 * abort reasons.
 */
function isOwnError(error: unknown): boolean {
  return isParquetError(error) || !(error instanceof Error) || 'syscall' in error || 'exitCode' in error;
}

function notArrow(error: unknown, { path }: InputFile): ParquetError {
  const why = error instanceof Error ? error.message : String(error);
  return new ParquetError(
    'CORRUPT',
    `the file is not a valid Arrow file or stream: ${why}`,
    { file: path },
    { cause: error },
  );
}

/**
 * Registers LZ4 and Zstandard with apache-arrow, which does not include these codecs. Feather V2 files are compressed
 * by default.
 */
function registerCodecs({ codecs }: Pick<PlugIns, 'codecs'>): void {
  const ids = [
    [CompressionType.LZ4_FRAME, CodecId.LZ4],
    [CompressionType.ZSTD, CodecId.ZSTD],
  ] as const;
  for (const [type, id] of ids) {
    compressionRegistry.set(type, {
      decode: (packed: Uint8Array): Uint8Array => {
        const into = new Uint8Array(unpackedLength(packed));
        codecs.resolve(id).decompress(packed, into);
        return into;
      },
    });
  }
}

/** Maximum bytes of one decompressed buffer in a record batch. */
const mostUnpacked = 2 ** 30;

/**
 * Reads the decompressed length, which is stored in the 8 bytes before the compressed bytes (Message.fbs,
 * BodyCompression).
 */
function unpackedLength({ buffer, byteOffset }: Uint8Array): number {
  const length = Number(new DataView(buffer, byteOffset - 8, 8).getBigInt64(0, true));
  if (length >= 0 && length <= mostUnpacked) return length;
  throw new ParquetError('LIMIT', `a buffer decompresses to ${length} bytes, but the limit is ${mostUnpacked}`);
}
