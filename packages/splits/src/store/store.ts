/**
 * The interface of a place for output files: a folder on disk, or a bucket. `S3Store` of `@marquetry/s3` has these methods, and so has
 * `diskStore`.
 */
import type { ByteSink, ByteSource } from '@marquetry/file';

/** Options of one call of a store. */
export interface StoreCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A file of a store. */
export interface StoreEntry {
  /** The name of the file, with `/` between folders. */
  readonly key: string;
  readonly byteLength: number;
  readonly lastModified: Date | undefined;
}

/** Files by key. Keys have no segments `.` and `..`. Files appear whole or not at all. */
export interface SplitStore {
  /** Opens a file for reading. Rejects if it does not exist. */
  source(key: string, options?: StoreCallOptions): Promise<ByteSource>;
  /** Returns a sink that creates or replaces a file when it is closed. */
  sink(key: string): ByteSink;
  /** Reads a file whole. Returns undefined if it does not exist. */
  get(key: string, options?: StoreCallOptions): Promise<Uint8Array | undefined>;
  /** Writes a file. With `ifNoneMatch`, only one of several writers creates it; for the others, `created` is false and the file is unchanged. */
  put(
    key: string,
    bytes: Uint8Array,
    options?: StoreCallOptions & { readonly ifNoneMatch?: boolean },
  ): Promise<{ readonly created: boolean }>;
  /** Lists the files whose keys start with `prefix`. */
  list(prefix: string, options?: StoreCallOptions): AsyncIterable<StoreEntry>;
  /** Removes a file. Does nothing if it does not exist. */
  remove(key: string, options?: StoreCallOptions): Promise<void>;
  /** Copies a file within the store; creates or replaces `to`. */
  copy(from: string, to: string, options?: StoreCallOptions): Promise<void>;
}

/** The folder of the files that workers write. */
const partsFolder = '_parts/';
/** The folder of the manifests. */
export const manifestFolder = '_manifest/';

/** Returns the key of the file that an attempt at a split writes. Both names must have been checked. */
export function partKey(splitId: string, attempt: string): string {
  return `${partsFolder}${splitId}.${attempt}.parquet`;
}

/** Returns true for keys of {@link partKey}. */
export function isPartKey(key: string): boolean {
  return /^_parts\/[0-9a-f]{64}\.[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.parquet$/.test(key);
}

/** Returns the key of the manifest of a plan. */
export function manifestKey(planId: string): string {
  return `${manifestFolder}${planId}.json`;
}

/** True for names of attempts: up to 64 letters, digits, `_` and `-`, first a letter or digit. */
export function isAttempt(name: unknown): name is string {
  return typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
}
