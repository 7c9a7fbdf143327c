/**
 * Reads files from S3-compatible object stores and writes files to them, with only `fetch` and WebCrypto.
 */
export type { ObjectEntry } from './entry.js';
export type { S3Credentials, S3StoreOptions } from './options.js';
export type { PutResult } from './put.js';
export type { S3SinkOptions } from './sink.js';
export type { S3Source, S3SourceOptions } from './source.js';
export { type S3Store, s3Store } from './store.js';
