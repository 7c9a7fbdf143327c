/**
 * Uploads an object in parts. The object becomes visible when the upload is completed.
 */
import { ParquetError } from '@marquetry/core';
import { discardBody, PassingFailure } from '@marquetry/file/remote';
import { type Attempted, errorOf, readXml } from './errors.js';
import { createWriteId, headObject } from './put.js';
import type { S3Requests } from './request.js';
import { escaped, textIn, type XmlElement } from './xml.js';

/** Maximum number of parts in an upload. */
export const mostParts = 10_000;

/** An upload that has been started. */
export interface Multipart {
  /** Uploads a part. Part numbers start at 1. */
  putPart(number: number, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void>;
  /**
   * Copies bytes `first` to `last` of another object in the bucket to a part. The other object is identified by its key
   * and ETag.
   */
  copyPart(number: number, from: CopiedRange, signal: AbortSignal | undefined): Promise<void>;
  /**
   * Completes the upload, which makes the object visible. Returns false if `ifNoneMatch` was set and another writer has
   * created the object.
   */
  complete(ifNoneMatch: boolean, signal: AbortSignal | undefined): Promise<boolean>;
  /** Aborts the upload, which removes its parts. Does nothing if the upload has already ended. */
  abort(): Promise<void>;
}

interface CopiedRange {
  /** Headers that identify the object to copy. */
  readonly headers: Readonly<Record<string, string>>;
  readonly first: number;
  readonly last: number;
}

const action = 'cannot write';

/** Starts a multipart upload. */
export async function startMultipart(
  requests: S3Requests,
  key: string,
  { id: writeId, headers }: ReturnType<typeof createWriteId> = createWriteId(),
): Promise<Multipart> {
  const begin = { method: 'POST', key, query: { uploads: '' }, headers, action } as const;
  const uploadId = await requests.send(begin, async (response, attempted) => {
    const id = textIn(await resultIn(response, attempted, 'InitiateMultipartUploadResult', undefined), 'UploadId');
    if (id) return id;
    throw new ParquetError('CORRUPT', `${action} ${attempted.place}: the server returned no upload id`);
  });
  const etags: (string | undefined)[] = [];
  const keep = (number: number, etag: string | null | undefined, { place }: Attempted): void => {
    if (!etag) {
      const cure = 'in a browser, the CORS rules of the bucket must expose ETag';
      throw new ParquetError('UNSUPPORTED', `${action} ${place}: the server sent no ETag for part ${number}; ${cure}`);
    }
    etags[number - 1] = etag;
  };
  const isOwn = async (signal: AbortSignal | undefined): Promise<boolean> =>
    (await headObject(requests, key, { signal, writeId }).catch(() => undefined))?.isOwn === true;

  return {
    putPart: (number, bytes, signal) => {
      const query = { partNumber: String(number), uploadId };
      return requests.send({ method: 'PUT', key, query, body: bytes, action, signal }, (response, attempted) => {
        discardBody(response);
        keep(number, response.headers.get('ETag'), attempted);
      });
    },
    copyPart: (number, { headers: source, first, last }, signal) => {
      const query = { partNumber: String(number), uploadId };
      const range = { ...source, 'x-amz-copy-source-range': `bytes=${first}-${last}` };
      const copying = { method: 'PUT', key, query, headers: range, action: 'cannot copy to', signal } as const;
      return requests.send(copying, async (response, attempted) => {
        keep(number, textIn(await resultIn(response, attempted, 'CopyPartResult', signal), 'ETag'), attempted);
      });
    },
    complete: async (ifNoneMatch, signal) => {
      const completing = {
        method: 'POST',
        key,
        query: { uploadId },
        headers: { 'Content-Type': 'application/xml', ...(ifNoneMatch && { 'If-None-Match': '*' }) },
        body: new TextEncoder().encode(partsXml(etags)),
        action,
        accepts: ifNoneMatch ? [412] : [],
        signal,
      } as const;
      try {
        const done = await requests.send(completing, async (response, attempted) => {
          if (response.status === 412) {
            discardBody(response);
            return false;
          }
          const root = await readXml(response, attempted, signal);
          if (ifNoneMatch && root.name === 'Error' && textIn(root, 'Code') === 'PreconditionFailed') return false;
          requireResult(root, attempted, 'CompleteMultipartUploadResult');
          return true;
        });
        // If the request was repeated, the existing object may be the one that the first attempt completed.
        return done || (await isOwn(signal));
      } catch (error) {
        signal?.throwIfAborted();
        // The upload no longer exists if an earlier request completed it but the response was lost.
        if (await isOwn(signal)) return true;
        throw error;
      }
    },
    abort: () => {
      const removing = {
        method: 'DELETE',
        key,
        query: { uploadId },
        action: 'cannot abort writing',
        accepts: [404],
      } as const;
      return requests.send(removing, discardBody);
    },
  };
}

function partsXml(etags: readonly (string | undefined)[]): string {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag ?? '')}</ETag></Part>`,
  );
  const space = 'http://s3.amazonaws.com/doc/2006-03-01/';
  return `<CompleteMultipartUpload xmlns="${space}">${parts.join('')}</CompleteMultipartUpload>`;
}

/** Reads the XML of a response with status 200. Such a response may still contain an error, which is then thrown. */
export async function resultIn(
  response: Response,
  attempted: Attempted,
  name: string,
  signal: AbortSignal | undefined,
): Promise<XmlElement> {
  return requireResult(await readXml(response, attempted, signal), attempted, name);
}

function requireResult(root: XmlElement, attempted: Attempted, name: string): XmlElement {
  if (root.name === name) return root;
  if (root.name === 'Error') throw errorOf(attempted, { status: 200, root });
  const what = `${attempted.action} ${attempted.place}: the server sent <${root.name}> instead of <${name}>`;
  throw new PassingFailure(new ParquetError('CORRUPT', what));
}
