/**
 * Reads a whole object.
 */
import { ParquetError } from '@marquetry/core';
import { PassingFailure, readWhole } from '@marquetry/file/remote';
import { failureOf, readError } from './errors.js';
import type { S3Requests } from './request.js';
import { textIn } from './xml.js';

/** Reads a whole object. See `S3Store.get`. */
export function getObject(
  requests: S3Requests,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const { limits } = requests;
  return requests.send(
    { method: 'GET', key, action: 'cannot read', accepts: [404], signal },
    async (response, attempted) => {
      const { body, headers, status } = response;
      if (status === 404) {
        // A missing bucket has status 404, too, but is an error.
        const root = await readError(response, signal);
        if (root !== undefined && textIn(root, 'Code') === 'NoSuchKey') return undefined;
        throw await failureOf(response, attempted, signal, { root });
      }
      const stated = headers.get('Content-Length');
      const byteLength = stated === null ? undefined : Number(stated);
      const what = attempted.place;
      const bytes = body === null ? new Uint8Array(0) : await readWhole(body, { what, limits, byteLength, signal });
      if (byteLength === undefined || headers.has('Content-Encoding') || bytes.length === byteLength) return bytes;
      const short = `${attempted.action} ${what}: the server sent ${bytes.length} of ${byteLength} bytes`;
      throw new PassingFailure(new ParquetError('TRUNCATED', short));
    },
  );
}
