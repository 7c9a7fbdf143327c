/**
 * A source over an HTTP server that serves byte ranges (RFC 9110, section 14).
 */
import { ParquetError } from '@marquetry/core';
import type { ByteSource } from './byte-source.js';

/** How a server is asked. */
export interface HttpSourceOptions {
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal?: AbortSignal;
}

/** What a 206 answer says of the whole file. */
interface RangeAnswer {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  /** ETag, else Last-Modified: changes when the file does. */
  readonly version: string | null;
}

/**
 * Opens a source over a URL. Asks for one byte to learn the size, then for the ranges that are read.
 * @throws ParquetError UNSUPPORTED when the server ignores ranges or hides the size; what `fetch` throws, unchanged; an
 *   Error that names the status when it is not a success. Reads reject with CORRUPT when the file has changed since.
 */
export async function httpSource(url: string | URL, options: HttpSourceOptions = {}): Promise<ByteSource> {
  const address = String(url);
  const send = options.fetch ?? ((target: string, init: RequestInit): Promise<Response> => fetch(target, init));
  const request = async (first: number, last: number, signal: AbortSignal | undefined): Promise<Response> => {
    const headers = { ...options.headers, Range: `bytes=${first}-${last}` };
    const response = await send(address, signal === undefined ? { headers } : { headers, signal });
    if (response.status === 206 || response.status === 416) return response;
    await response.body?.cancel();
    if (response.ok) throw new ParquetError('UNSUPPORTED', `the server ignores range requests: ${address}`);
    throw new Error(`HTTP ${response.status} ${response.statusText} for ${address}`.replace('  ', ' '));
  };

  const probe = await request(0, 0, options.signal);
  await probe.body?.cancel();
  if (probe.status === 416) return emptySource(probe, address);
  const opened = rangeOf(probe);
  if (opened === undefined) {
    const why = 'the server does not tell the size of the file (Content-Range; across origins it must be exposed)';
    throw new ParquetError('UNSUPPORTED', `${why}: ${address}`);
  }

  const sent = (offset: number, length: number, what: string): ParquetError =>
    new ParquetError('CORRUPT', `asked for ${length} bytes from ${offset}, the server sent ${what}: ${address}`);
  /** What is wrong with an answer, before its body is read: a wrong one may be of any size. */
  const faultOf = (response: Response, offset: number, length: number): ParquetError | undefined => {
    const range = response.status === 416 ? undefined : rangeOf(response);
    if (response.status !== 416 && range === undefined) return sent(offset, length, 'no Content-Range');
    if (range?.total !== opened.total || range.version !== opened.version) {
      return new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${address}`);
    }
    if (range.first === offset && range.last === offset + length - 1) return undefined;
    return sent(offset, length, `bytes ${range.first} to ${range.last}`);
  };

  return {
    byteLength: opened.total,
    read: async (offset, length, signal) => {
      if (length === 0) return new Uint8Array(0);
      const response = await request(offset, offset + length - 1, signal);
      const fault = faultOf(response, offset, length);
      if (fault !== undefined) {
        await response.body?.cancel();
        throw fault;
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length === length) return bytes;
      throw sent(offset, length, `${bytes.length} bytes`);
    },
  };
}

function rangeOf(response: Response): RangeAnswer | undefined {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
  if (match === null) return undefined;
  const version = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
  return { first: Number(match[1]), last: Number(match[2]), total: Number(match[3]), version };
}

/** An empty file has no first byte: 416 with `bytes * /0`. */
function emptySource(response: Response, address: string): ByteSource {
  if (!/\/0$/.test(response.headers.get('Content-Range') ?? '/0')) {
    throw new ParquetError('UNSUPPORTED', `the server refuses ranges: ${address}`);
  }
  return { byteLength: 0, read: async () => new Uint8Array(0) };
}
