/**
 * What can be opened, and how.
 */
import type { ByteSource } from './byte-source.js';
import type { ByteStream } from './http-body.js';
import type { HttpSourceOptions } from './http-options.js';

/** The part of a `FileHandle` of `node:fs/promises` is used. */
export interface FileHandleLike {
  stat(): Promise<{ readonly size: number; readonly mtimeMs: number; isFile(): boolean }>;
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** What `@marquetry/file/remote` opens. */
export type RemoteInput = string | URL | Request | Response | ByteStream;

/**
 * Bytes, a Blob or File, a URL, Request or Response, a stream of bytes, an open file of Node, or a source of one's own. A string is
 * a path in Node unless it is a URL, else a URL. Streams and Responses are read whole.
 */
export type SourceInput = RemoteInput | FileHandleLike | Uint8Array | ArrayBuffer | Blob | ByteSource;

/** How an input is opened; `headers`, `fetch`, `retry` and `wholeBytes` are for URLs and Requests. */
export interface OpenSourceOptions extends HttpSourceOptions {}
