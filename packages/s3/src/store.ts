/**
 * Reads and writes the objects of one bucket.
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
 * Reads and writes the objects of a bucket by their keys. Calls reject with a ParquetError INVALID_ARGUMENT, whose
 * message says what to do, if a URL cannot contain the key or the server refuses the request. If the server still fails
 * after the last retry, they reject with an Error that states the status. If their signal is aborted, they reject with
 * its reason.
 */
export interface S3Store {
  /**
   * Opens an object as a source for `openParquet`. All requests read the same version of the object: `options.version`,
   * or the version found when the source is opened. Opening and reading reject with CORRUPT if the object has been
   * replaced.
   */
  source(key: string, options?: S3SourceOptions): Promise<S3Source>;
  /**
   * Returns a sink for `createParquetWriter` that creates or replaces an object. The object appears only when the sink
   * is closed, and is then complete. Aborting the sink removes the uploaded parts. If the process ends before the sink
   * is closed or aborted, only a lifecycle rule of the bucket removes the parts.
   */
  sink(key: string, options?: S3SinkOptions): ByteSink;
  /**
   * Reads a whole object. Returns undefined if it does not exist. Rejects with LIMIT if it is larger than
   * `limits.resultBytes`.
   */
  get(key: string, options?: CallOptions): Promise<Uint8Array | undefined>;
  /**
   * Writes an object in one request. With `ifNoneMatch`, only one of several writers creates it: for the others,
   * `created` is false, and the object is unchanged.
   */
  put(key: string, bytes: Uint8Array, options?: CallOptions & { readonly ifNoneMatch?: boolean }): Promise<PutResult>;
  /** Describes an object. Returns undefined if it does not exist. */
  head(key: string, options?: CallOptions): Promise<ObjectEntry | undefined>;
  /**
   * Yields the objects whose keys start with `prefix`, in the order in which the server lists them. Without
   * `prefix`, yields all objects of the store.
   */
  list(prefix?: string, options?: CallOptions): AsyncGenerator<ObjectEntry>;
  /** Removes an object. Does nothing if it does not exist. */
  remove(key: string, options?: CallOptions): Promise<void>;
  /**
   * Copies an object within the store without downloading it: creates or replaces the object `to`. Objects above 5 GiB
   * are copied in parts.
   */
  copy(from: string, to: string, options?: CallOptions): Promise<void>;
}

/**
 * Creates a store for a bucket. Does not send a request.
 * @throws ParquetError INVALID_ARGUMENT for unknown or invalid options.
 */
export function s3Store(options: S3StoreOptions): S3Store {
  requireKnownOptions('s3Store', options, storeOptionNames);
  const requests = createRequests(options, options.limits ?? defaultLimits);
  const { bucket, prefix = '' } = options;
  const whole = (key: string): string => {
    if (typeof key === 'string' && key !== '') return prefix + key;
    throw new ParquetError('INVALID_ARGUMENT', '`key` must be a non-empty string');
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
