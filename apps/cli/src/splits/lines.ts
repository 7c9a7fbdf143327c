/** Reads lines from a file or from standard input. */
import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { ParquetError } from '@marquetry/core';

/**
 * The maximum number of characters in a line. Even the line that describes a split with 10,000 row groups and 10,000
 * columns is only about a hundredth as long.
 */
const mostCharacters = 2 ** 28;

/**
 * Yields the lines that are not empty, each as soon as it has arrived.
 * @param path a path; `-` is standard input.
 * @throws ParquetError LIMIT for a line that is too long; the errors from the stream are thrown unchanged.
 */
export async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const input = addAbortSignal(signal, path === '-' ? process.stdin : createReadStream(path));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of input) {
    const lines = decoder.write(chunk as Uint8Array).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    if (rest.length > mostCharacters) {
      throw new ParquetError('LIMIT', `a line of ${path} has more than ${mostCharacters} characters`);
    }
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  rest += decoder.end();
  if (rest.trim() !== '') yield rest;
}
