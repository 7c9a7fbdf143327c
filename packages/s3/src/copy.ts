/**
 * Copies an object within its bucket, without downloading its bytes.
 */
import { ParquetError } from '@marquetry/core';
import { encodedKey } from './address.js';
import { type Multipart, resultIn, startMultipart } from './multipart.js';
import { headObject } from './put.js';
import type { S3Requests } from './request.js';

/** Objects above this size are copied in parts, because S3 copies at most this many bytes per request. */
const mostBytesAtOnce = 5 * 2 ** 30;
/**
 * Size of a part in bytes. An upload has at most 10,000 parts; with parts of this size, that is enough for S3's largest
 * objects.
 */
const copiedPartBytes = 2 ** 30;
/** Number of parts that are copied at the same time. */
const parallelParts = 4;

/** Copies an object. See `S3Store.copy`. */
export async function copyObject(
  requests: S3Requests,
  from: string,
  to: string,
  { bucket, signal }: { readonly bucket: string; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const found = await headObject(requests, from, { signal });
  if (found === undefined) {
    const cure = 'check the key and the `prefix` of the store';
    throw new ParquetError('INVALID_ARGUMENT', `cannot copy ${requests.place(from)}: it does not exist; ${cure}`);
  }
  const headers = {
    'x-amz-copy-source': `/${bucket}/${encodedKey(from, requests.place)}`,
    ...(found.etag !== undefined && { 'x-amz-copy-source-if-match': found.etag }),
  };
  if (!(found.byteLength > mostBytesAtOnce)) {
    const request = { method: 'PUT', key: to, headers, action: 'cannot copy to', signal } as const;
    await requests.send(request, (response, attempted) => resultIn(response, attempted, 'CopyObjectResult', signal));
    return;
  }
  const upload = await startMultipart(requests, to);
  try {
    await copyParts(upload, found.byteLength, headers, signal);
    await upload.complete(false, signal);
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

async function copyParts(
  upload: Multipart,
  byteLength: number,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(signal?.reason);
  signal?.addEventListener('abort', stop);
  let next = 0;
  const copyNext = async (): Promise<void> => {
    while (next * copiedPartBytes < byteLength && !stopped.signal.aborted) {
      const first = next++ * copiedPartBytes;
      const last = Math.min(first + copiedPartBytes, byteLength) - 1;
      await upload.copyPart(first / copiedPartBytes + 1, { headers, first, last }, stopped.signal);
    }
  };
  try {
    const lanes = await Promise.allSettled(
      Array.from({ length: parallelParts }, () =>
        copyNext().catch((error: unknown) => {
          stopped.abort(error);
          throw error;
        }),
      ),
    );
    signal?.throwIfAborted();
    stopped.signal.throwIfAborted();
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
