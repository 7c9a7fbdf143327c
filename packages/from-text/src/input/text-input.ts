/** The input files: how to open each file, and its name in errors. */

import { ParquetError } from '@marquetry/core';
import { isBytes } from './is-bytes.js';

/**
 * The content of a file: bytes, or a stream of bytes, such as the body of a `fetch` response, a Blob's `stream()` or a
 * Node Readable.
 */
export type TextBytes = Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file that can be opened more than once. */
export interface TextFile {
  /** Name of the file, for errors. */
  readonly name?: string;
  /** Size of the file in bytes, to report progress. */
  readonly byteLength?: number;
  /**
   * Opens the file. A single file is opened once. If there are several files, each is opened twice: first to infer
   * types, then to read the rows.
   */
  open(): TextBytes | Promise<TextBytes>;
}

/** One or more files that are read as one table. */
export type TextInput = TextBytes | TextFile | readonly TextFile[];

/** Returns the files of the input. @throws ParquetError INVALID_ARGUMENT for an empty list. */
export function filesOf(input: TextInput): readonly TextFile[] {
  const files = isFileList(input) ? input : [isFile(input) ? input : fileOf(input)];
  if (files.length === 0) throw new ParquetError('INVALID_ARGUMENT', '`input` must have at least one file, got none');
  return files;
}

function isFileList(input: TextInput): input is readonly TextFile[] {
  return Array.isArray(input) && input.every(isFile);
}

/** True for a `TextFile`. Node streams may have an `open` method too, but they are async-iterable. */
function isFile(input: TextInput): input is TextFile {
  if (typeof input === 'object' && input !== null && Symbol.asyncIterator in input) return false;
  return typeof (input as Partial<TextFile>)?.open === 'function';
}

function fileOf(input: TextInput): TextFile {
  const bytes = input as TextBytes;
  return { ...(isBytes(bytes) && { byteLength: bytes.length }), open: () => bytes };
}
