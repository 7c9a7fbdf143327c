/**
 * The objects of one bucket.
 */
import { defaultLimits, ParquetError, requireKnownOptions } from '@marquetry/core';
import type { ByteSink } from '@marquetry/file';
import { discardBody } from '@marquetry/file/remote';
import { copyObject } from './copy.js';
import type { ObjectEntry } from './entry.js';
import { getObject } from './get.js';
import { listObjects } from './list.js';
import { type S3StoreOptions, storeOptionNames } from './options.js';
import { createWriteId, headObject, type PutResult, putObject } from './put.js';
import { createRequests } from './request.js';
import { objectSink, type S3SinkOptions } from './sink.js';
import { openObject, type S3Source, type S3SourceOptions } from './source.js';

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * The objects of a bucket, by key. Every call rejects with ParquetError INVALID_ARGUMENT for keys that URLs cannot have
 * and for requests that the server refuses, with a message that states what to do; with an Error that names the status
 * if the server still fails after the last retry; and with the reason of its signal.
 */
export interface S3Store {
  /**
   * Opens an object for `openParquet`. It is read by range requests, for the version that was found first or is given as `version`.
   * Rejects with CORRUPT if the object is replaced, as its reads do.
   */
  source(key: string, options?: S3SourceOptions): Promise<S3Source>;
  /**
   * Returns a sink for `createParquetWriter`, which creates or replaces an object. The object appears when the sink is
   * closed, whole or not at all. Aborting removes the uploaded parts. If the process ends earlier, only a lifecycle
   * rule of the bucket removes them.
   */
  sink(key: string, options?: S3SinkOptions): ByteSink;
  /** Reads an object whole. Returns undefined if it does not exist. Rejects with LIMIT above `limits.resultBytes`. */
  get(key: string, options?: CallOptions): Promise<Uint8Array | undefined>;
  /**
   * Writes an object in one request. With `ifNoneMatch`, only one of several writers creates it: for the others,
   * `created` is false, and the object is unchanged.
   */
  put(key: string, bytes: Uint8Array, options?: CallOptions & { readonly ifNoneMatch?: boolean }): Promise<PutResult>;
  /** Describes an object. Returns undefined if it does not exist. */
  head(key: string, options?: CallOptions): Promise<ObjectEntry | undefined>;
  /** Lists the objects whose keys start with `prefix`, in the order of the server. Default: all of the store. */
  list(prefix?: string, options?: CallOptions): AsyncGenerator<ObjectEntry>;
  /** Removes an object. Does nothing if it does not exist. */
  remove(key: string, options?: CallOptions): Promise<void>;
  /** Copies an object of the store on the server; creates or replaces `to`. Objects above 5 GiB are copied in parts. */
  copy(from: string, to: string, options?: CallOptions): Promise<void>;
}

/**
 * Returns the store of a bucket. Sends no request.
 * @throws ParquetError INVALID_ARGUMENT for unknown or invalid options.
 */
export function s3Store(options: S3StoreOptions): S3Store {
  requireKnownOptions('s3Store', options, storeOptionNames);
  const requests = createRequests(options, options.limits ?? defaultLimits);
  const { bucket, prefix = '' } = options;
  const whole = (key: string): string => {
    if (typeof key === 'string' && key !== '') return prefix + key;
    throw new ParquetError('INVALID_ARGUMENT', '`key` must be a text that is not empty');
  };
  return {
    source: async (key, given) => openObject(requests, whole(key), given),
    sink: (key, given) => objectSink(requests, whole(key), given),
    get: async (key, { signal } = {}) => getObject(requests, whole(key), signal),
    put: async (key, bytes, { ifNoneMatch = false, signal } = {}) =>
      putObject(requests, { key: whole(key), bytes, ifNoneMatch, signal, writeId: createWriteId() }),
    head: async (key, { signal } = {}) => {
      const found = await headObject(requests, whole(key), { signal });
      if (found === undefined) return undefined;
      const { byteLength, etag, lastModified } = found;
      return { key, byteLength, etag, lastModified };
    },
    list: (start = '', { signal } = {}) => listObjects(requests, start, signal),
    remove: async (key, { signal } = {}) =>
      requests.send(
        { method: 'DELETE', key: whole(key), action: 'cannot remove', accepts: [404], signal },
        discardBody,
      ),
    copy: async (from, to, { signal } = {}) => copyObject(requests, whole(from), whole(to), { bucket, signal }),
  };
}
