/**
 * What an answer says of its range and of the file (RFC 9110, section 14.4).
 *
 *   206   Content-Range: bytes 4-11/1000
 *   416   Content-Range: bytes *, a slash, 1000
 */

/** What a 206 answer says of the whole file. */
export interface RangeAnswer {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  /** ETag, else Last-Modified: changes when the file does. */
  readonly version: string | null;
}

/** The range of a 206 answer; undefined where it does not say it, or hides the size of the file. */
export function rangeOf(response: Response): RangeAnswer | undefined {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
  if (match === null) return undefined;
  const version = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
  return { first: Number(match[1]), last: Number(match[2]), total: Number(match[3]), version };
}

/** Bytes of the file by a 416 answer; undefined where it does not say. */
export function sizeIn(response: Response): number | undefined {
  const match = /^bytes \*\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
  return match === null ? undefined : Number(match[1]);
}
