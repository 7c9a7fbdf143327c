/** Opens the file or URL that the user chose. */
import { type ByteSource, blobSource, openSource } from '@marquetry/file';
import type { FileInput, ReadEvent } from '../protocol.js';
import { keepingRanges } from './kept-ranges.js';
import { reportingFetch, reportingSource } from './read-reports.js';

/**
 * Number of bytes in the first request, which finds the size of the file. It is small, because the default would read
 * small files whole. It is not 1, because some servers answer the range `0-0` with the whole file.
 */
const firstBytes = 16;

/**
 * Opens a source with a cache. Cached bytes are not read again. `report` is called for each read.
 * @throws ParquetError or the error of the request if the file cannot be read.
 */
export async function openInput(
  input: FileInput,
  report: (read: ReadEvent) => void,
  signal: AbortSignal,
): Promise<ByteSource> {
  if (input.kind === 'blob') return keepingRanges(reportingSource(blobSource(input.blob), report));
  const source = await openSource(input.url, { signal, wholeBytes: firstBytes, fetch: reportingFetch(report) });
  return source.readNow === undefined ? keepingRanges(source) : source;
}

/** Returns the file name without its folder. */
export function nameOf(input: FileInput): string {
  if (input.kind === 'blob') return input.name;
  const path = new URL(input.url).pathname;
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)) || input.url;
}
