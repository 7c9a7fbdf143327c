/** Opens a text file to convert: as it is, unpacked by gzip, or from standard input. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ParquetError } from '@marquetry/core';
import type { TextFile } from '@marquetry/from-text';
import { type InputFile, isGzip, standardInput } from './input-format.js';

export function textFile({ path, byteLength }: InputFile): TextFile {
  if (path === standardInput) return { name: 'standard input', open: () => process.stdin };
  const open = () => createReadStream(path, { highWaterMark: 2 ** 20 });
  // Progress counts unpacked bytes, whose number is not known.
  return isGzip(path) ? { name: path, open: () => unpacked(open(), path) } : { name: path, byteLength, open };
}

/** @throws ParquetError CORRUPT for a damaged or incomplete stream. Errors of the file system. */
async function* unpacked(packed: NodeJS.ReadableStream, file: string): AsyncGenerator<Uint8Array> {
  // The callback is required. Errors reach the loop, too.
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
