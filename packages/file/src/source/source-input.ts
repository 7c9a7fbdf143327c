/**
 * The types of everything that can be opened as a file, and options for opening it.
 */
import type { ByteSource } from './byte-source.js';
import type { ByteStream } from './http-body.js';
import type { HttpSourceOptions } from './http-options.js';

/** The methods of a `FileHandle` from `node:fs/promises` that a source needs. */
export interface FileHandleLike {
  stat(): Promise<{ readonly size: number; readonly mtimeMs: number; isFile(): boolean }>;
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** The inputs that `@marquetry/file/remote` opens. */
export type RemoteInput = string | URL | Request | Response | ByteStream;

/**
 * Bytes, a Blob or File, a URL, Request or Response, a stream of bytes, a FileHandle from Node, or your own source. In
 * Node, a string is a path unless it is a URL; elsewhere, it is a URL. Streams and Responses are read completely.
 */
export type SourceInput = RemoteInput | FileHandleLike | Uint8Array | ArrayBuffer | Blob | ByteSource;

/** Options for opening an input. `headers`, `fetch`, `retry` and `wholeBytes` apply to URLs and Requests. */
export interface OpenSourceOptions extends HttpSourceOptions {}
