/** Opens text to convert: a plain file, a gzip file, or standard input. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ParquetError } from '@marquetry/core';
import type { TextFile } from '@marquetry/from-text';
import { type InputFile, isGzip, standardInput } from './input-format.js';

export function textFile({ path, byteLength }: InputFile): TextFile {
  if (path === standardInput) return { name: 'standard input', open: () => process.stdin };
  const open = () => createReadStream(path, { highWaterMark: 2 ** 20 });
  // Omit the length of a gzip file: progress is measured in decompressed bytes, and their number is unknown.
  return isGzip(path) ? { name: path, open: () => unpacked(open(), path) } : { name: path, byteLength, open };
}

/**
 * Decompresses a gzip stream.
 * @throws ParquetError CORRUPT if the stream is damaged or incomplete. File-system errors are thrown unchanged.
 */
async function* unpacked(packed: NodeJS.ReadableStream, file: string): AsyncGenerator<Uint8Array> {
  // `pipeline` requires a callback. It can be empty, because the loop below receives all errors.
  const stream = pipeline(packed, createGunzip({ chunkSize: 2 ** 18 }), () => {});
  try {
    for await (const bytes of stream) yield bytes as Uint8Array;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new ParquetError('CORRUPT', `the gzip stream is damaged: ${error.message}`, { file });
  } finally {
    stream.destroy();
  }
}
