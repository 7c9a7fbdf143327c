/**
 * The messages between the thread that reads or writes a file and its workers.
 *
 *   pool                                      worker, reading
 *    open (file id, size, limits)    ->        opens the file: reads its footer
 *                                    <-        fetch (offset, length)          requests bytes from the pool's source
 *    bytes | refusal                 ->        receives the bytes, or the source's error
 *    read (task: rows, columns,      ->        starts when the task in `after` has ended
 *          stored bytes)
 *                                    <-        batch ...                       pauses while too many bytes are unused
 *    more                            ->        the pool has used a batch
 *                                    <-        end (stored bytes) | failure
 *    stop                            ->        cancels the task
 *
 *   pool                                      worker, writing
 *    encode (chunk: options, rows)   ->        starts a chunk with its first rows
 *    encode (chunk: no rows)         ->        finishes the chunk
 *                                    <-        outcomes: bytes in memory | pages | failure, in the order of the requests
 *    drop                            ->        discards all chunks of the file
 */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import type { ErrorCode, ErrorPlace, Limits, Nulls, Values } from '@marquetry/core';
import type { SentRows } from '@marquetry/file/row-bits';

/** Tells a worker to open a file. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly file: number;
  readonly byteLength: number;
  readonly limits: Limits;
  readonly verifyChecksums: boolean;
}

/** Tells a worker to read rows of some columns in one row group. */
export interface ReadMessage {
  readonly kind: 'read';
  readonly task: number;
  readonly file: number;
  readonly rowGroup: number;
  readonly rows: SentRows;
  /**
   * The columns to read, as indexes into the leaves of the schema. `spaced` and `decodeDictionaries` have one element
   * per column; see the options of `leafBatches`.
   */
  readonly leaves: readonly number[];
  readonly spaced: readonly boolean[];
  readonly decodeDictionaries: readonly boolean[];
  readonly batchRows: number;
  /**
   * Maximum total size in bytes of the batches that the worker has sent and the pool has not used yet. A single batch
   * may be larger.
   */
  readonly mostUnread: number;
  /**
   * The id of an earlier task of the same read. This task starts when that task has ended, because a worker decodes
   * only one row group of a read at a time.
   */
  readonly after: number | undefined;
  /**
   * Bytes of the file, as views of one buffer, which is transferred to the worker. The worker requests any other bytes
   * that it needs.
   */
  readonly stored: readonly SentBytes[];
}

/** A range of bytes in a file. */
export interface SentBytes {
  /** File offset of the first byte of the range. */
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The id and name of an encoding or codec. The worker looks up its own plug-in with the same id and name. */
export interface PlugInName {
  readonly id: number;
  readonly name: string;
}

/** The options of a chunk writer as a message: plug-ins and encoding policies are replaced with their names. */
export interface SentOptions extends Omit<ChunkWriterOptions, 'encodings' | 'codec' | 'encoding' | 'kernels'> {
  readonly encodings: readonly PlugInName[];
  /** The codec; undefined for UNCOMPRESSED. */
  readonly codec: PlugInName | undefined;
  /** The id of an encoding, or the name of a policy that chooses one. */
  readonly encoding: number | string;
}

/** The rows of a chunk in a message. Their arrays are transferred, not copied. */
export interface SentBatch extends Omit<WriteBatch, 'values' | 'firstRow'> {
  /** The values. If their dictionary was sent with earlier rows, only the indices are included. */
  readonly values: Values | SentIndices;
  readonly firstRow: number | undefined;
}

/** A request to encode rows of one chunk, or to finish the chunk. */
export interface EncodeItem {
  readonly chunk: number;
  /** The chunk's options; present only in the first request for the chunk. */
  readonly options?: SentOptions;
  /** The rows to encode; absent if the chunk is to be finished. */
  readonly batch?: SentBatch;
}

/** The worker's answer to an {@link EncodeItem}. */
export type EncodeOutcome =
  | { readonly bufferedBytes: number }
  | { readonly chunk: WrittenChunk }
  | { readonly error: SentError };

/** The messages that a pool sends to a worker. */
export type ToWorker =
  | OpenMessage
  | ReadMessage
  | { readonly kind: 'more'; readonly task: number }
  | { readonly kind: 'stop'; readonly task: number }
  | { readonly kind: 'close'; readonly file: number }
  | { readonly kind: 'bytes'; readonly fetch: number; readonly bytes: Uint8Array }
  | { readonly kind: 'refusal'; readonly fetch: number; readonly error: SentError }
  | { readonly kind: 'encode'; readonly writer: number; readonly items: readonly EncodeItem[] }
  | { readonly kind: 'drop'; readonly writer: number };

/** The messages that a worker sends to its pool. */
export type FromWorker =
  | {
      readonly kind: 'fetch';
      readonly fetch: number;
      readonly file: number;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly kind: 'batch'; readonly task: number; readonly columns: readonly SentColumn[] }
  /** The task has ended. `stored` is the buffer that was sent with the task, which the pool may reuse. */
  | { readonly kind: 'end'; readonly task: number; readonly stored: ArrayBuffer | undefined }
  | { readonly kind: 'failure'; readonly task: number; readonly error: SentError }
  | { readonly kind: 'outcomes'; readonly writer: number; readonly outcomes: readonly EncodeOutcome[] };

/** A column of a batch in a message. Its arrays are transferred, not copied. */
export interface SentColumn {
  /** The values. If their dictionary was sent with an earlier batch of the task, only the indices are included. */
  readonly values: Values | SentIndices;
  readonly nulls: Nulls;
  readonly slotCount: number;
  readonly rowCount: number;
  readonly spaced: boolean;
}

/** Indices into a dictionary that was sent earlier for the same task. `dictionary` is the number of that dictionary. */
export interface SentIndices {
  readonly layout: 'sent-dictionary';
  readonly dictionary: number;
  readonly indices: Int32Array;
}

/** An error in a message. */
export interface SentError {
  /** The code of a ParquetError; absent for other errors. */
  readonly code?: ErrorCode;
  readonly at?: ErrorPlace;
  readonly name: string;
  /** The message of the error. For a ParquetError, the message without the location in the file. */
  readonly message: string;
}
