/**
 * Parses the range, and the size of the file, from the headers of an HTTP response (RFC 9110, section 14.4).
 *
 *   206   Content-Range: bytes 4-11/1000
 *   416   Content-Range: bytes * / 1000     (without the spaces around the slash, which would end this comment)
 */

/** The range that a 206 response contains, and the size and version of the file. */
export interface RangeAnswer {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  /** The ETag header, or the Last-Modified header if there is no ETag. It changes when the file changes. */
  readonly version: string | null;
}

/**
 * Returns the range that a 206 response contains, or undefined if its headers do not state the range and the size of
 * the file.
 */
export function rangeOf(response: Response): RangeAnswer | undefined {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
  if (match === null) return undefined;
  const version = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
  return { first: Number(match[1]), last: Number(match[2]), total: Number(match[3]), version };
}

/**
 * Returns the size of the file in bytes, as stated in a 416 response, or undefined if its headers do not state the
 * size.
 */
export function sizeIn(response: Response): number | undefined {
  const match = /^bytes \*\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
  return match === null ? undefined : Number(match[1]);
}
