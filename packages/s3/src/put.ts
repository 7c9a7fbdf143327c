/**
 * Writes an object in one request. If the request is repeated, recognises an object that an earlier attempt created.
 *
 * The answer to a write may be lost after the server has stored the object. A repeated conditional write then finds the
 * object that the first one created. Therefore, each write stores an id of its own in the metadata of the object, which
 * tells the object from one that another writer created. Sizes and ETags would not be enough, because two writers may
 * write the same bytes.
 */
import { discardBody } from '@marquetry/file/remote';
import { dateOf, type ObjectEntry } from './entry.js';
import type { S3Requests } from './request.js';

/** The metadata header with the id of the write that created the object. */
const writeIdHeader = 'x-amz-meta-marquetry-write';

/** The result of `put`. */
export interface PutResult {
  /** False if `ifNoneMatch` was set and another writer's object has the key. */
  readonly created: boolean;
  /** The ETag of the object that has the key now. Undefined if the server does not state or expose it. */
  readonly etag: string | undefined;
}

/** A new id, and the headers that store it. */
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

/** The contents of a write request. */
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
