/**
 * The URLs of objects and of their bucket.
 *
 *   path style      https://ENDPOINT/BUCKET/KEY?QUERY
 *   virtual hosts   https://BUCKET.ENDPOINT/KEY?QUERY
 */
import { ParquetError } from '@marquetry/core';
import type { S3StoreOptions } from './options.js';

/** The query parameters of a URL, which follow the `?`. */
export type Query = Readonly<Record<string, string>>;

/** Returns the URLs of one bucket and of its objects. */
export interface Addresses {
  /** The URL of an object, or of the bucket for an empty key. @throws ParquetError INVALID_ARGUMENT for keys that no URL can have. */
  url(key: string, query?: Query): string;
  /** The object in words for errors: `s3://BUCKET/KEY`. */
  place(key: string): string;
}

/** The maximum length of a key in S3, in bytes of UTF-8. */
const mostKeyBytes = 1024;

/**
 * Returns the addresses of a bucket. @throws ParquetError INVALID_ARGUMENT for an invalid endpoint, bucket or region.
 */
export function addressesOf({ bucket, endpoint, region, forcePathStyle }: S3StoreOptions): Addresses {
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`bucket\` must be the name of a bucket, got ${JSON.stringify(bucket)}`,
    );
  }
  if (!/^[a-z0-9-]+$/i.test(region)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`region\` must be the name of a region, such as us-east-1 or auto, got ${JSON.stringify(region)}`,
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
    // The error below names the endpoint.
  }
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `\`endpoint\` must be an http or https URL without credentials, query and fragment, got ${endpoint}`,
  );
}

/** Percent-encodes a key except for its slashes. @throws ParquetError INVALID_ARGUMENT for keys that no URL can have. */
export function encodedKey(key: string, place: (key: string) => string): string {
  const segments = key.split('/');
  // `fetch` removes these segments from a path, even if they are percent-encoded.
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    const rule = 'a key must not have a segment `.` or `..`, which URLs cannot have';
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

/** Percent-encodes all but the unreserved characters of RFC 3986, because signatures require it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
}
