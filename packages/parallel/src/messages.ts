/**
 * The messages between the thread that reads or writes a file and its workers.
 *
 *   pool                                      worker, reading
 *    open (file id, size, limits)    ->        opens the file: reads its footer
 *                                    <-        fetch (offset, length)          asks for bytes of the pool's source
 *    bytes | refusal                 ->
 *    read (task: rows, columns,      ->        starts when the previous task has ended
 *          stored bytes)
 *                                    <-        batch ...                       a few ahead
 *    more                            ->        a batch was taken
 *                                    <-        end (stored bytes) | failure
 *    stop                            ->        cancels the task
 *
 *   pool                                      worker, writing
 *    encode (chunk: options, rows)   ->        opens a chunk with its first rows
 *    encode (chunk: no rows)         ->        finishes it
 *                                    <-        outcomes: bytes in memory | pages | failure, in the order of the requests
 *    drop                            ->        discards all chunks of the file
 */
import type { ChunkWriterOptions, WriteBatch, WrittenChunk } from '@marquetry/column-writer';
import type { ErrorCode, ErrorPlace, Limits, Nulls, Values } from '@marquetry/core';
import type { SentRows } from '@marquetry/file/row-bits';

/** A file for a worker to open. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly file: number;
  readonly byteLength: number;
  readonly limits: Limits;
  readonly verifyChecksums: boolean;
}

/** Reads rows of some columns in one row group. */
export interface ReadMessage {
  readonly kind: 'read';
  readonly task: number;
  readonly file: number;
  readonly rowGroup: number;
  readonly rows: SentRows;
  /** Ordinals of the leaves; `spaced` and `decodeDictionaries` have one element per leaf. */
  readonly leaves: readonly number[];
  readonly spaced: readonly boolean[];
  readonly decodeDictionaries: readonly boolean[];
  readonly batchRows: number;
  /** Maximum bytes of the batches that the pool has not yet taken, if there is more than one. */
  readonly mostUnread: number;
  /**
   * An earlier task of the same read that must end first, because a worker decodes one row group of a read at a time.
   */
  readonly after: number | undefined;
  /** Views of one buffer, which is transferred. The worker requests all other bytes. */
  readonly stored: readonly SentBytes[];
}

/** A range of bytes in a file. */
export interface SentBytes {
  /** File offset of the first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A plug-in of the pool's thread, for which the worker finds its own. */
export interface PlugInName {
  readonly id: number;
  readonly name: string;
}

/** The options of a chunk writer, with plug-ins and policies by name. */
export interface SentOptions extends Omit<ChunkWriterOptions, 'encodings' | 'codec' | 'encoding' | 'kernels'> {
  readonly encodings: readonly PlugInName[];
  /** Undefined for UNCOMPRESSED. */
  readonly codec: PlugInName | undefined;
  /** The id of an encoding, or the name of a policy. */
  readonly encoding: number | string;
}

/** Rows of a chunk. Their arrays are transferred, not copied. */
export interface SentBatch extends Omit<WriteBatch, 'values' | 'firstRow'> {
  /** Without its dictionary if that was sent with earlier rows. */
  readonly values: Values | SentIndices;
  readonly firstRow: number | undefined;
}

/** A request for one chunk of a file that is written. */
export interface EncodeItem {
  readonly chunk: number;
  /** Present in the chunk's first request. */
  readonly options?: SentOptions;
  /** Absent if the chunk is to be finished. */
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
  /** `stored` is the buffer of the bytes that were sent with the task. */
  | { readonly kind: 'end'; readonly task: number; readonly stored: ArrayBuffer | undefined }
  | { readonly kind: 'failure'; readonly task: number; readonly error: SentError }
  | { readonly kind: 'outcomes'; readonly writer: number; readonly outcomes: readonly EncodeOutcome[] };

/** A column of a batch. Its arrays are transferred, not copied. */
export interface SentColumn {
  /** Without its dictionary if that was sent with an earlier batch of the task. */
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

/** The parts of an error that can be sent in a message. */
export interface SentError {
  /** Present for a ParquetError. */
  readonly code?: ErrorCode;
  readonly at?: ErrorPlace;
  readonly name: string;
  /** For a ParquetError, its reason without the place. */
  readonly message: string;
}
