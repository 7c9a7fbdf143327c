/**
 * A source that reads from an HTTP server (RFC 9110, section 14).
 *
 *   opening   requests bytes 0 to 65,535; the response states the size of the file
 *               small file        requests the rest, and keeps the whole file in memory
 *               no byte ranges    requests the whole file, up to `limits.resultBytes`, and keeps it in memory
 *   reading   requests the range, without the first and last bytes of the file if they are in memory (see `known-ends.ts`)
 */
import { defaultLimits, ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';
import type { ByteSource } from './byte-source.js';
import { completingReads } from './completed-reads.js';
import { type RangeAnswer, rangeOf, sizeIn } from './content-range.js';
import { discardBody, readBody, readWhole } from './http-body.js';
import type { HttpSourceOptions } from './http-options.js';
import { codingError, createRequest } from './http-request.js';
import { completed, missingOf } from './known-ends.js';
import { bytesSource } from './memory.js';
import { createRetrying, PassingFailure } from './retry.js';

/** Roughly the number of bytes that arrive in the time between a request and the first byte of its response. */
const requestBytes = 2 ** 20;
/** Number of bytes in the first request. The same number of bytes at the end of the file is kept in memory. */
const endBytes = 2 ** 16;

const noBytes: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

/**
 * Opens a source for a URL, or for the URL of a Request, with its headers and credentials. Requests the first bytes of
 * the file, and later the ranges that are read. Reads at most as many bytes of a response as were requested. If the
 * server ignores ranges or hides the size of the file, the whole file is read, and the source's `about` states the
 * reason.
 * @throws ParquetError LIMIT if the file can only be read as a whole and exceeds `limits.resultBytes`; UNSUPPORTED when
 * the server compresses ranges, redirects endlessly, or states a size above 2^53 - 1 bytes; TRUNCATED if a response
 * ends early. Throws errors from `fetch`, such as a failed connection, unchanged, and an Error with the status if it is
 * not a success. Reads reject with CORRUPT if the file has changed since it was opened or a response is not the
 * requested range, and with the reason of their signal as soon as it aborts.
 */
export async function httpSource(url: string | URL | Request, options: HttpSourceOptions = {}): Promise<ByteSource> {
  const target = typeof url === 'object' && 'url' in url ? url : String(url);
  const address = typeof target === 'string' ? target : target.url;
  const { known, limits = defaultLimits, signal } = options;
  const wholeBytes = known === undefined ? (options.wholeBytes ?? requestBytes) : 0;
  const send = createRequest(target, options);
  const retrying = createRetrying(options.retry);

  const sent = (offset: number, length: number, what: string): ParquetError =>
    new ParquetError('CORRUPT', `requested ${length} bytes at ${offset}, but the server sent ${what}: ${address}`);
  const brokenOff = (cause?: unknown): PassingFailure => {
    const what = `the response ended early; retry, or set \`retry\`: ${address}`;
    return new PassingFailure(new ParquetError('TRUNCATED', what, {}, { cause }));
  };
  /** Reads a response body of known size. */
  const bodyOf = async (response: Response, offset: number, length: number, abort: AbortSignal | undefined) => {
    const { bytes, received } = await readBody(response, length, abort).catch((error: unknown) => {
      abort?.throwIfAborted();
      throw brokenOff(error);
    });
    if (received > length) throw sent(offset, length, `more than ${length}`);
    if (received < length) throw new PassingFailure(sent(offset, length, `${received} bytes`));
    return bytes;
  };
  const whole = async (response: Response, why: string, abort: AbortSignal | undefined): Promise<ByteSource> => {
    const announced = Number(response.headers.get('Content-Length') ?? 0);
    const { body } = response;
    const stated = { what: `${address} (${why})`, limits, byteLength: announced, signal: abort };
    const bytes =
      body === null
        ? noBytes
        : await readWhole(body, stated).catch((error: unknown) => {
            abort?.throwIfAborted();
            throw error instanceof ParquetError ? error : brokenOff(error);
          });
    return { ...bytesSource(bytes), about: { what: address, access: 'whole', why } };
  };
  const openWhole = async (why: string): Promise<ByteSource> => {
    const response = await send(undefined, signal);
    if (response.ok && response.status !== 206) return whole(response, why, signal);
    discardBody(response);
    throw new ParquetError(
      'UNSUPPORTED',
      `${why}, and a request for the whole file returned status ${response.status}: ${address}`,
    );
  };

  /**
   * Requests the first bytes of the file, and returns them with the size and version of the file. Returns a source
   * instead if the response is the whole file.
   */
  const open = async (): Promise<ByteSource | (OpenedFile & { readonly head: Uint8Array })> => {
    const wanted = Math.max(1, Math.min(endBytes, wholeBytes));
    const response = await send({ first: 0, last: wanted - 1 }, signal);
    if (response.status === 416) {
      discardBody(response);
      return { ...emptyFile(response, address), head: noBytes };
    }
    if (response.status !== 206) return whole(response, 'the server ignores range requests', signal);
    const coding = codingError(response, address);
    const range = rangeOf(response);
    if (coding !== undefined || range === undefined) {
      discardBody(response);
      if (coding !== undefined) throw coding;
      return openWhole('the server does not state the file size: Content-Range is missing, invalid or hidden by CORS');
    }
    try {
      requireSize(range, response, address);
      const length = Math.min(wanted, range.total);
      if (range.first !== 0 || range.last !== length - 1)
        throw sent(0, length, `bytes ${range.first} to ${range.last}`);
    } catch (error) {
      discardBody(response);
      throw error;
    }
    const head = await bodyOf(response, 0, range.last + 1, signal);
    return { total: range.total, version: range.version, head };
  };
  const opened = known === undefined ? await untilAborted(retrying(open, signal), signal) : knownFile(known);
  if ('read' in opened) return opened;
  let { version: openedVersion } = opened;

  /**
   * Returns an error if a response is not the requested range. Called before the body is read, because a wrong body may
   * have any size.
   */
  const faultOf = (response: Response, offset: number, length: number): ParquetError | undefined => {
    const isRefused = response.status === 416;
    if (!isRefused && response.status !== 206) {
      return new ParquetError('UNSUPPORTED', `the server ignores range requests after the first: ${address}`);
    }
    const coding = isRefused ? undefined : codingError(response, address);
    if (coding !== undefined) return coding;
    const range = isRefused ? undefined : rangeOf(response);
    const total = isRefused ? sizeIn(response) : range?.total;
    const version = isRefused ? openedVersion : range?.version;
    if (openedVersion === undefined) openedVersion = version;
    if (total === undefined) return sent(offset, length, `${isRefused ? '416 and ' : ''}no Content-Range`);
    if (total !== opened.total || version !== openedVersion) {
      return new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${address}`);
    }
    if (range === undefined) return sent(offset, length, `status 416, although the file has ${total} bytes`);
    if (range.first === offset && range.last === offset + length - 1) return undefined;
    return sent(offset, length, `bytes ${range.first} to ${range.last}`);
  };
  const fetched = async (offset: number, length: number, abort: AbortSignal | undefined): Promise<Uint8Array> => {
    const response = await send({ first: offset, last: offset + length - 1 }, abort);
    const fault = faultOf(response, offset, length);
    if (fault === undefined) return bodyOf(response, offset, length, abort);
    discardBody(response);
    throw fault;
  };

  const ends = { head: opened.head, tail: noBytes, byteLength: opened.total };
  const read = async (offset: number, length: number, abort: AbortSignal | undefined): Promise<Uint8Array> => {
    const { start, end } = missingOf(ends, offset, length);
    const missing = start < end ? await retrying(() => fetched(start, end - start, abort), abort) : noBytes;
    const bytes = completed(ends, offset, length, missing);
    if (offset + length === ends.byteLength && ends.tail.length === 0 && length <= Math.min(endBytes, wholeBytes)) {
      ends.tail = bytes;
    }
    return bytes;
  };
  const { total } = opened;
  const version = opened.version ?? undefined;
  if (known === undefined && total <= Math.max(ends.head.length, wholeBytes)) {
    const bytes = await untilAborted(read(0, total, signal), signal);
    return { ...bytesSource(bytes), version, about: { what: address, access: 'whole', why: 'the file is small' } };
  }
  const completing = wholeBytes === 0 ? read : completingReads(read);
  return {
    byteLength: total,
    gap: requestBytes,
    version,
    about: { what: address, access: 'ranges' },
    read: async (offset, length, abort) => {
      abort?.throwIfAborted();
      if (length === 0) return new Uint8Array(0);
      return untilAborted(completing(offset, length, abort), abort);
    },
  };
}

/** The size and version of the file, from its responses. The version is undefined until a response states it. */
interface OpenedFile {
  readonly total: number;
  readonly version: RangeAnswer['version'] | undefined;
}

/**
 * Returns the size and version that the caller passed as `known`.
 * @throws ParquetError INVALID_ARGUMENT unless the size is a non-negative integer.
 */
function knownFile({
  byteLength,
  version,
}: NonNullable<HttpSourceOptions['known']>): OpenedFile & { readonly head: Uint8Array } {
  if (Number.isSafeInteger(byteLength) && byteLength >= 0) return { total: byteLength, version, head: noBytes };
  throw new ParquetError('INVALID_ARGUMENT', `\`known.byteLength\` must be a non-negative integer, got ${byteLength}`);
}

function requireSize({ total }: Pick<RangeAnswer, 'total'>, response: Response, address: string): void {
  if (Number.isSafeInteger(total)) return;
  const said = response.headers.get('Content-Range');
  throw new ParquetError(
    'UNSUPPORTED',
    `a file must be smaller than 2^53 bytes, but Content-Range is ${said}: ${address}`,
  );
}

/**
 * Returns an empty file after a 416 response to a request for the first byte.
 * @throws ParquetError UNSUPPORTED unless the response states a size of 0.
 */
function emptyFile(response: Response, address: string): OpenedFile {
  const total = sizeIn(response);
  if (total === 0) return { total, version: null };
  const why =
    total === undefined
      ? 'a request for the first byte returned status 416 without Content-Range: the file may be empty'
      : `a request for the first byte returned status 416, although the file has ${total} bytes`;
  throw new ParquetError('UNSUPPORTED', `${why}: ${address}`);
}
