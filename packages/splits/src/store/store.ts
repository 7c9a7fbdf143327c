/**
 * The interface of a store for output files, such as a folder on disk or a bucket. `diskStore` and `s3Store` from `@marquetry/s3` return such stores.
 */
import type { ByteSink, ByteSource } from '@marquetry/file';

/** Options of a call to a store. */
export interface StoreCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A file in a store. */
export interface StoreEntry {
  /** The name of the file, with `/` between folders. */
  readonly key: string;
  readonly byteLength: number;
  readonly lastModified: Date | undefined;
}

/** A store of files by key. Keys never contain a segment `.` or `..`. Files appear complete or not at all. */
export interface SplitStore {
  /** Opens a file for reading. Rejects if the file does not exist. */
  source(key: string, options?: StoreCallOptions): Promise<ByteSource>;
  /** Returns a sink that creates or replaces the file when the sink is closed. */
  sink(key: string): ByteSink;
  /** Reads a whole file. Returns undefined if it does not exist. */
  get(key: string, options?: StoreCallOptions): Promise<Uint8Array | undefined>;
  /** Writes a file. With `ifNoneMatch`, only one of several writers creates the file; for the others, `created` is false and the file is unchanged. */
  put(
    key: string,
    bytes: Uint8Array,
    options?: StoreCallOptions & { readonly ifNoneMatch?: boolean },
  ): Promise<{ readonly created: boolean }>;
  /** Lists the files whose keys start with `prefix`. */
  list(prefix: string, options?: StoreCallOptions): AsyncIterable<StoreEntry>;
  /** Removes a file. Does nothing if it does not exist. */
  remove(key: string, options?: StoreCallOptions): Promise<void>;
  /** Copies a file within the store. Creates or replaces `to`. */
  copy(from: string, to: string, options?: StoreCallOptions): Promise<void>;
}

/** The folder for the files that workers write. */
const partsFolder = '_parts/';
/** The folder for manifests. */
export const manifestFolder = '_manifest/';

/** Returns the key of the file that an attempt to execute a split writes. The caller must have checked both arguments. */
export function partKey(splitId: string, attempt: string): string {
  return `${partsFolder}${splitId}.${attempt}.parquet`;
}

/** Returns true if {@link partKey} could have returned the key. */
export function isPartKey(key: string): boolean {
  return /^_parts\/[0-9a-f]{64}\.[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.parquet$/.test(key);
}

/** Returns the key of the manifest of a plan. */
export function manifestKey(planId: string): string {
  return `${manifestFolder}${planId}.json`;
}

/** True for valid names of attempts: up to 64 letters, digits, `_` and `-`, starting with a letter or digit. */
export function isAttempt(name: unknown): name is string {
  return typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
}
