/**
 * Writes an object in one request. If the request is repeated, recognizes an object that an earlier attempt created.
 *
 * The response to a write may be lost after the server has stored the object. A repeated conditional write then finds
 * the object that the first attempt created. Therefore, each write stores a unique id in the metadata of its object,
 * which distinguishes it from the object of another writer. Sizes and ETags would not suffice, because two writers may
 * write the same bytes.
 */
import { discardBody } from '@marquetry/file/remote';
import { dateOf, type ObjectEntry } from './entry.js';
import type { S3Requests } from './request.js';

/** The metadata header that contains the id of the write that created the object. */
const writeIdHeader = 'x-amz-meta-marquetry-write';

/** The result of `put`. */
export interface PutResult {
  /** False if `ifNoneMatch` was set and another writer has created the object. */
  readonly created: boolean;
  /** The ETag of the object that is now stored under the key. Undefined if the server does not send or expose it. */
  readonly etag: string | undefined;
}

/** Creates a new write id, and the headers that store it in an object's metadata. */
export function createWriteId(): { readonly id: string; readonly headers: Readonly<Record<string, string>> } {
  const id = crypto.randomUUID();
  return { id, headers: { [writeIdHeader]: id } };
}

/** Describes an object. Returns undefined if it does not exist. `isOwn` is true if the write with the id `writeId` created the object. */
export function headObject(
  requests: S3Requests,
  key: string,
  { signal, writeId }: { readonly signal?: AbortSignal | undefined; readonly writeId?: string } = {},
): Promise<(ObjectEntry & { readonly isOwn: boolean }) | undefined> {
  const request = { method: 'HEAD', key, action: 'cannot read', accepts: [404], signal } as const;
  return requests.send(request, (response) => {
    discardBody(response);
    if (response.status === 404) return undefined;
    const { headers } = response;
    return {
      key,
      byteLength: Number(headers.get('Content-Length') ?? Number.NaN),
      etag: headers.get('ETag') ?? undefined,
      lastModified: dateOf(headers.get('Last-Modified')),
      isOwn: writeId !== undefined && headers.get(writeIdHeader) === writeId,
    };
  });
}

/** The parameters of a write request. */
export interface PutRequest {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly ifNoneMatch: boolean;
  readonly writeId: ReturnType<typeof createWriteId>;
  readonly signal?: AbortSignal | undefined;
}

/** Writes an object. See `S3Store.put`. */
export async function putObject(requests: S3Requests, request: PutRequest): Promise<PutResult> {
  const { key, bytes, ifNoneMatch, signal, writeId } = request;
  const headers = { ...writeId.headers, ...(ifNoneMatch && { 'If-None-Match': '*' }) };
  const accepts = ifNoneMatch ? [412] : [];
  const sent = { method: 'PUT', key, headers, body: bytes, action: 'cannot write', accepts, signal } as const;
  const stored = await requests.send(sent, (response) => {
    discardBody(response);
    return response.ok ? { etag: response.headers.get('ETag') ?? undefined } : undefined;
  });
  if (stored !== undefined) return { created: true, etag: stored.etag };
  const found = await headObject(requests, key, { signal, writeId: writeId.id });
  return { created: found?.isOwn === true, etag: found?.etag };
}
