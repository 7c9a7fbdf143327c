/**
 * Lists objects (ListObjectsV2), page by page.
 */
import { ParquetError } from '@marquetry/core';
import { dateOf, type ObjectEntry } from './entry.js';
import { readXml } from './errors.js';
import type { S3Requests } from './request.js';
import { textIn, type XmlElement } from './xml.js';

/**
 * Maximum number of consecutive empty pages of a listing. Servers may send empty pages, for example if many objects
 * were removed.
 */
const mostEmptyPages = 1000;

/** Lists the objects whose keys start with `prefix`. See `S3Store.list`. */
export async function* listObjects(
  requests: S3Requests,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ObjectEntry> {
  const whole = requests.prefix + prefix;
  const broken = (what: string): ParquetError =>
    new ParquetError('CORRUPT', `cannot list ${requests.place(whole)}: ${what}`);
  let token: string | undefined;
  let first: string | undefined;
  for (let empty = 0; ; ) {
    const query = {
      'list-type': '2',
      // Request percent-encoded keys, because keys may have characters that XML cannot represent.
      'encoding-type': 'url',
      prefix: whole,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const request = { method: 'GET', key: '', query, action: 'cannot list', signal } as const;
    const page = await requests.send(request, (response, attempted) => readXml(response, attempted, signal));
    if (page.name !== 'ListBucketResult') throw broken(`the server sent <${page.name}> instead of <ListBucketResult>`);
    const isEncoded = textIn(page, 'EncodingType') === 'url';
    const contents = page.children.filter(({ name }) => name === 'Contents');
    const keys = contents.map((element) => keyOf(element, isEncoded));
    if (keys.some((key) => key === undefined || !key.startsWith(whole)))
      throw broken('the server sent a key that does not start with the requested prefix');
    const [start] = keys;
    if (start !== undefined && start === first) throw broken('the server sent the same page twice');
    first = start;
    empty = keys.length === 0 ? empty + 1 : 0;
    for (const [index, element] of contents.entries()) {
      const key = keys[index]?.slice(requests.prefix.length);
      const byteLength = Number(textIn(element, 'Size') ?? Number.NaN);
      if (key === undefined || !Number.isSafeInteger(byteLength))
        throw broken('the server sent an object without a size');
      yield { key, byteLength, etag: textIn(element, 'ETag'), lastModified: dateOf(textIn(element, 'LastModified')) };
    }
    if (textIn(page, 'IsTruncated') !== 'true') return;
    const next = textIn(page, 'NextContinuationToken');
    if (next === undefined || next === '')
      throw broken('the server sent a truncated page without a token for the next page');
    if (next === token) throw broken('the server sent the same continuation token twice');
    if (empty > mostEmptyPages) throw broken(`the server sent more than ${mostEmptyPages} pages without an object`);
    token = next;
  }
}

function keyOf(element: XmlElement, isEncoded: boolean): string | undefined {
  const text = textIn(element, 'Key');
  if (text === undefined || !isEncoded) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
