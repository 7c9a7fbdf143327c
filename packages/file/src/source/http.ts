/**
 * A source over an HTTP server that serves byte ranges (RFC 9110, section 14).
 */
import { ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';
import type { ByteSource } from './byte-source.js';
import { type RangeAnswer, rangeOf, sizeIn } from './content-range.js';
import { discardBody, readBody } from './http-body.js';
import { createRangeRequest, type HttpSourceOptions } from './http-request.js';

/** What arrives in the time that a request waits for its first byte, roughly. */
const requestBytes = 2 ** 20;

/**
 * Opens a source over a URL. Asks for one byte to learn the size, then for the ranges that are read. No more of an answer
 * is read than was asked for, whatever the server sends.
 * @throws ParquetError UNSUPPORTED when the server ignores ranges, hides the size, compresses its answers, or names a size
 *   above 2^53 - 1 bytes; what `fetch` throws, unchanged; an Error that names the status when it is not a success. Reads
 *   reject with CORRUPT when the file has changed since or the answer is not the range, and with the reason of their signal
 *   as soon as it aborts.
 */
export async function httpSource(url: string | URL, options: HttpSourceOptions = {}): Promise<ByteSource> {
  const address = String(url);
  const request = createRangeRequest(address, options);
  const probe = await untilAborted(request(0, 0, options.signal), options.signal);
  discardBody(probe);
  const opened = probe.status === 416 ? emptyFile(probe, address) : openedRange(probe, address);

  const sent = (offset: number, length: number, what: string): ParquetError =>
    new ParquetError('CORRUPT', `asked for ${length} bytes from ${offset}, the server sent ${what}: ${address}`);
  /** What is wrong with an answer, before its body is read: a wrong one may be of any size. */
  const faultOf = (response: Response, offset: number, length: number): ParquetError | undefined => {
    const isRefused = response.status === 416;
    const range = isRefused ? undefined : rangeOf(response);
    const total = isRefused ? sizeIn(response) : range?.total;
    const version = isRefused ? opened.version : range?.version;
    if (total === undefined) return sent(offset, length, `${isRefused ? '416 and ' : ''}no Content-Range`);
    if (total !== opened.total || version !== opened.version) {
      return new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${address}`);
    }
    if (range === undefined) return sent(offset, length, `416, though the file has ${total} bytes`);
    if (range.first === offset && range.last === offset + length - 1) return undefined;
    return sent(offset, length, `bytes ${range.first} to ${range.last}`);
  };

  const read = async (offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> => {
    const response = await request(offset, offset + length - 1, signal);
    const fault = faultOf(response, offset, length);
    if (fault !== undefined) {
      discardBody(response);
      throw fault;
    }
    const { bytes, received } = await readBody(response, length, signal);
    if (received === length) return bytes;
    throw sent(offset, length, received > length ? `more than ${length}` : `${received} bytes`);
  };
  return {
    byteLength: opened.total,
    gap: requestBytes,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      if (length === 0) return new Uint8Array(0);
      return untilAborted(read(offset, length, signal), signal);
    },
  };
}

/** What the answer to the first request says of the file. */
type OpenedFile = Pick<RangeAnswer, 'total' | 'version'>;

function openedRange(probe: Response, address: string): OpenedFile {
  const { total, version } = rangeOf(probe) ?? {};
  if (total === undefined) {
    const why = 'the server does not tell the size of the file (Content-Range; across origins it must be exposed)';
    throw new ParquetError('UNSUPPORTED', `${why}: ${address}`);
  }
  if (!Number.isSafeInteger(total)) {
    const said = probe.headers.get('Content-Range');
    throw new ParquetError(
      'UNSUPPORTED',
      `a file must be smaller than 2^53 bytes, Content-Range is ${said}: ${address}`,
    );
  }
  return { total, version: version ?? null };
}

/** An empty file has no first byte. */
function emptyFile(probe: Response, address: string): OpenedFile {
  const total = sizeIn(probe);
  if (total === 0) return { total, version: null };
  const why =
    total === undefined
      ? 'the server answers 416 to a request for the first byte, without Content-Range: the file may be empty'
      : `the server answers 416 to a request for the first byte, though the file has ${total} bytes`;
  throw new ParquetError('UNSUPPORTED', `${why}: ${address}`);
}
