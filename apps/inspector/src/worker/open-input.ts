/** Opens the bytes that the user chose. */
import { type ByteSource, blobSource, openSource } from '@marquetry/file';
import type { FileInput, ReadEvent } from '../protocol.js';
import { keepingRanges } from './kept-ranges.js';
import { reportingFetch, reportingSource } from './read-reports.js';

/**
 * Bytes of the first request, which finds the size of the file. By default, small files would be read whole. With a single byte, the range would
 * be `0-0`, which some servers take for the whole file.
 */
const firstBytes = 16;

/**
 * Opens a source that fetches each byte once. `report` is called with what is fetched.
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

/** Returns the name of the file, without its folder. */
export function nameOf(input: FileInput): string {
  if (input.kind === 'blob') return input.name;
  const path = new URL(input.url).pathname;
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)) || input.url;
}
