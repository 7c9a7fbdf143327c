/**
 * What the thread that reads or writes a file and its workers say to each other.
 *
 *   pool                                      worker, reading
 *    open (file id, size, limits)    ->        opens the file: reads its footer
 *                                    <-        fetch (offset, length)          bytes come from the pool's source
 *    bytes | refusal                 ->
 *    read (task: rows, columns,      ->        starts when the task before it has ended
 *          stored bytes)
 *                                    <-        batch ...                       one per `more`
 *    more                            ->
 *                                    <-        end (stored bytes) | failure
 *    stop                            ->        gives the task up
 *
 *   pool                                      worker, writing
 *    encode (chunk: options, rows)   ->        opens a chunk with its first rows
 *    encode (chunk: no rows)         ->        finishes it
 *                                    <-        outcomes: bytes held | pages | failure, in the order of the requests
 *    drop                            ->        gives all chunks of the file up
 */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import type { ErrorCode, ErrorPlace, Limits, Nulls, Values } from '@marquetry/core';
import type { SentRows } from '@marquetry/file/row-bits';

/** A file as a worker opens it. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly file: number;
  readonly byteLength: number;
  readonly limits: Limits;
  readonly verifyChecksums: boolean;
}

/** Rows of some columns of one row group. */
export interface ReadMessage {
  readonly kind: 'read';
  readonly task: number;
  readonly file: number;
  readonly rowGroup: number;
  readonly rows: SentRows;
  /** Ordinals of leaves; `spaced` and `decodeDictionaries` say the form of each. */
  readonly leaves: readonly number[];
  readonly spaced: readonly boolean[];
  readonly decodeDictionaries: readonly boolean[];
  readonly batchRows: number;
  /** A task of the same read, after which this one starts: a worker decodes one row group of a read at a time. */
  readonly after: number | undefined;
  /** Views of one buffer, which is moved. The worker asks for other bytes. */
  readonly stored: readonly SentBytes[];
}

/** A stretch of a file. */
export interface SentBytes {
  /** File offset of the first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A plug-in of the pool's thread, by which the worker finds its own. */
export interface PlugInName {
  readonly id: number;
  readonly name: string;
}

/** Options of a chunk writer; plug-ins and policies by name. */
export interface SentOptions extends Omit<ChunkWriterOptions, 'encodings' | 'codec' | 'encoding' | 'kernels'> {
  readonly encodings: readonly PlugInName[];
  /** Undefined: UNCOMPRESSED. */
  readonly codec: PlugInName | undefined;
  /** A wire id, or the name of a policy. */
  readonly encoding: number | string;
}

/** Rows of a chunk. Their arrays are moved, not copied. */
export interface SentBatch extends Omit<WriteBatch, 'values' | 'firstRow'> {
  /** Without its dictionary if that was sent with earlier rows. */
  readonly values: Values | SentIndices;
  readonly firstRow: number | undefined;
}

/** A request for one chunk of a file that is written. */
export interface EncodeItem {
  readonly chunk: number;
  /** With the first request. */
  readonly options?: SentOptions;
  /** Absent: the chunk is to be finished. */
  readonly batch?: SentBatch;
}

/** The answer to an {@link EncodeItem}. */
export type EncodeOutcome =
  | { readonly bufferedBytes: number }
  | { readonly chunk: WrittenChunk }
  | { readonly error: SentError };

/** From the pool to a worker. */
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

/** From a worker to the pool. */
export type FromWorker =
  | {
      readonly kind: 'fetch';
      readonly fetch: number;
      readonly file: number;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly kind: 'batch'; readonly task: number; readonly columns: readonly SentColumn[] }
  /** `stored` is the buffer of the bytes that the task was sent with. */
  | { readonly kind: 'end'; readonly task: number; readonly stored: ArrayBuffer | undefined }
  | { readonly kind: 'failure'; readonly task: number; readonly error: SentError }
  | { readonly kind: 'outcomes'; readonly writer: number; readonly outcomes: readonly EncodeOutcome[] };

/** A column of a batch. Its arrays are moved, not copied. */
export interface SentColumn {
  /** Without its dictionary where that was sent with an earlier batch of the task. */
  readonly values: Values | SentIndices;
  readonly nulls: Nulls;
  readonly slotCount: number;
  readonly rowCount: number;
  readonly spaced: boolean;
}

/** Indices into the dictionary that the task sent under this number. */
export interface SentIndices {
  readonly layout: 'sent-dictionary';
  readonly dictionary: number;
  readonly indices: Int32Array;
}

/** An error in parts that survive a message. */
export interface SentError {
  /** Of a ParquetError. */
  readonly code?: ErrorCode;
  readonly at?: ErrorPlace;
  readonly name: string;
  /** The reason, without the place, where it is a ParquetError. */
  readonly message: string;
}
