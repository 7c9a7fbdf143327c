/**
 * The URLs of a bucket and its objects.
 *
 *   path style      https://ENDPOINT/BUCKET/KEY?QUERY
 *   virtual hosts   https://BUCKET.ENDPOINT/KEY?QUERY
 */
import { ParquetError } from '@marquetry/core';
import type { S3StoreOptions } from './options.js';

/** The query parameters of a URL, which follow the `?`. */
export type Query = Readonly<Record<string, string>>;

/** Functions that return the URLs of a bucket and its objects. */
export interface Addresses {
  /**
   * Returns the URL of an object, or of the bucket if the key is empty.
   * @throws ParquetError INVALID_ARGUMENT for a key that a URL cannot contain.
   */
  url(key: string, query?: Query): string;
  /** Returns the name of an object in error messages: `s3://BUCKET/KEY`. */
  place(key: string): string;
}

/** The maximum length of a key in S3, in bytes of UTF-8. */
const mostKeyBytes = 1024;

/**
 * Creates the functions that return the URLs of a bucket and its objects.
 * @throws ParquetError INVALID_ARGUMENT for an invalid endpoint, bucket or region.
 */
export function addressesOf({ bucket, endpoint, region, forcePathStyle }: S3StoreOptions): Addresses {
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket)) {
    throw new ParquetError('INVALID_ARGUMENT', `\`bucket\` must be a bucket name, got ${JSON.stringify(bucket)}`);
  }
  if (!/^[a-z0-9-]+$/i.test(region)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`region\` must be a region name, such as us-east-1 or auto, got ${JSON.stringify(region)}`,
    );
  }
  const base = baseOf(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const isPathStyle = forcePathStyle ?? (endpoint !== undefined || bucket.includes('.'));
  const folder = base.pathname.replace(/\/$/, '');
  const root = isPathStyle
    ? `${base.protocol}//${base.host}${folder}/${bucket}`
    : `${base.protocol}//${bucket}.${base.host}${folder}`;
  const place = (key: string): string => `s3://${bucket}/${key}`;
  return {
    place,
    url: (key, query = {}) => {
      const search = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
      const tail = search.length === 0 ? '' : `?${search.join('&')}`;
      return `${root}${isPathStyle && key === '' ? '' : '/'}${encodedKey(key, place)}${tail}`;
    },
  };
}

function baseOf(endpoint: string | URL): URL {
  try {
    const base = new URL(endpoint);
    if (/^https?:$/.test(base.protocol) && base.username === '' && base.search === '' && base.hash === '') return base;
  } catch {
    // Throw the error below instead, because it states the endpoint.
  }
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `\`endpoint\` must be an http or https URL without credentials, query or fragment, got ${endpoint}`,
  );
}

/**
 * Percent-encodes a key except for its slashes.
 * @throws ParquetError INVALID_ARGUMENT for a key that a URL cannot contain.
 */
export function encodedKey(key: string, place: (key: string) => string): string {
  const segments = key.split('/');
  // `fetch` removes `.` and `..` segments from a path, even if they are percent-encoded.
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    const rule = 'a key must not have a `.` or `..` segment, which URLs cannot contain';
    throw new ParquetError('INVALID_ARGUMENT', `${rule}: ${place(key)}`);
  }
  let text: string;
  try {
    text = segments.map(encoded).join('/');
  } catch {
    throw new ParquetError('INVALID_ARGUMENT', `a key must not have a lone surrogate: ${JSON.stringify(place(key))}`);
  }
  const byteLength = new TextEncoder().encode(key).length;
  if (byteLength <= mostKeyBytes) return text;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `a key must have at most ${mostKeyBytes} bytes, got ${byteLength}: ${place(key)}`,
  );
}

/** Percent-encodes all characters except the unreserved ones of RFC 3986, as AWS signatures require. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
}
