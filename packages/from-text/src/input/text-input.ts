/** The files to read: how to open them, and their names for errors. */

import { ParquetError } from '@marquetry/core';
import { isBytes } from './is-bytes.js';

/**
 * The content of a file: bytes, or a stream of bytes, such as a `fetch` body, a Blob's `stream()` or a Readable of
 * Node.
 */
export type TextBytes = Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file that can be opened again. */
export interface TextFile {
  /** The name of the file in errors. */
  readonly name?: string;
  /** Size of the file in bytes, for progress. */
  readonly byteLength?: number;
  /** Opens the file. Called once to infer types and, if there are several files, once more for the rows. */
  open(): TextBytes | Promise<TextBytes>;
}

/** One file or several files that become one table. */
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

/** True for a file. A Node stream has an `open` method too, but unlike a file, it can be iterated. */
function isFile(input: TextInput): input is TextFile {
  if (typeof input === 'object' && input !== null && Symbol.asyncIterator in input) return false;
  return typeof (input as Partial<TextFile>)?.open === 'function';
}

function fileOf(input: TextInput): TextFile {
  const bytes = input as TextBytes;
  return { ...(isBytes(bytes) && { byteLength: bytes.length }), open: () => bytes };
}
