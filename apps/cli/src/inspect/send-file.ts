/**
 * Sends a file or a range of it over HTTP (RFC 9110, sections 13 and 14).
 *
 * Each request opens the file again, and reads its version and its bytes through the same file handle. So the ETag
 * changes if the file is replaced, and no response mixes two files.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A range of bytes. `end` is the offset after the last byte. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The number of bytes to read from the file at a time. */
const chunkBytes = 2 ** 18;

/** Answers a GET or HEAD request for a file. */
export async function sendFile(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await openRegular(path);
  if (file === undefined) return finish(response, 404, {});
  try {
    await sendOpened(file, request, response);
  } finally {
    await file.close();
  }
}

/**
 * Opens a file. Returns undefined if it no longer exists or is no longer a regular file: opening a named pipe would
 * wait until another program writes to it.
 */
async function openRegular(path: string): Promise<FileHandle | undefined> {
  try {
    return (await stat(path)).isFile() ? await open(path, 'r') : undefined;
  } catch {
    return undefined;
  }
}

async function sendOpened(file: FileHandle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { size, mtimeNs, ino } = await file.stat({ bigint: true });
  const byteLength = Number(size);
  const version = `"${size.toString(36)}-${mtimeNs.toString(36)}-${ino.toString(36)}"`;
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = request.headers;
  const headers = {
    ETag: version,
    'Accept-Ranges': 'bytes',
    'Content-Type': 'application/vnd.apache.parquet',
    // A browser that opens the file as a page must not run scripts in it.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': 'attachment',
  };
  if (ifMatch !== undefined && !isListed(version, ifMatch)) return finish(response, 412, headers);
  if (ifNoneMatch !== undefined && isListed(version, ifNoneMatch)) return finish(response, 304, headers);

  // Ranges are defined for GET only. If the range belongs to another version of the file (If-Range), the response is
  // the whole new file.
  const isRanged = request.method === 'GET' && (ifRange === undefined || ifRange === version);
  const part = isRanged && range !== undefined ? rangeIn(range, byteLength) : 'all';
  if (part === 'none') return finish(response, 416, { ...headers, 'Content-Range': `bytes */${byteLength}` });
  const { start, end } = part === 'all' ? { start: 0, end: byteLength } : part;
  const length = end - start;
  response.writeHead(part === 'all' ? 200 : 206, {
    ...headers,
    'Content-Length': length,
    ...(part !== 'all' && { 'Content-Range': `bytes ${start}-${end - 1}/${byteLength}` }),
  });
  if (request.method === 'HEAD' || length === 0) {
    response.end();
    return;
  }
  const body = file.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: chunkBytes });
  // The pipeline fails if the client disconnects, which is not an error here.
  await pipeline(body, response, { end: false }).catch(() => response.destroy());
  // If the file was truncated during the read, the response is incomplete. Closing the connection tells the client.
  if (body.bytesRead < length) response.destroy();
  else response.end();
}

function finish(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  const noBody = status === 304 ? {} : { 'Content-Length': 0 };
  response.writeHead(status, { ...headers, ...noBody });
  response.end();
}

/** True if a list of ETags, as in `If-Match`, contains `version`, the ETag of the current file. */
function isListed(version: string, list: string): boolean {
  return list.trim() === '*' || list.split(',').some((each) => each.trim() === version);
}

/**
 * Parses a Range header. Returns `none` if the range contains no byte of the file, and `all` for headers that a server may ignore: several ranges, other units, and
 * invalid ones.
 */
function rangeIn(header: string, byteLength: number): ByteRange | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const count = Math.min(Number(last), byteLength);
    return count === 0 ? 'none' : { start: byteLength - count, end: byteLength };
  }
  const start = Number(first);
  const end = last === '' ? byteLength : Math.min(Number(last) + 1, byteLength);
  if (last !== '' && Number(last) < start) return 'all';
  return start < byteLength ? { start, end } : 'none';
}
