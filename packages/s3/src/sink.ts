/**
 * Implements the sink that writes a file to an object.
 *
 *   up to partBytes   one PUT when the sink is closed
 *   more              a multipart upload: parts are sent while more bytes are written, up to four at once
 *
 * The object appears only when the sink is closed, and is then complete.
 */
import { ParquetError } from '@marquetry/core';
import { type ByteSink, untilAborted } from '@marquetry/file';
import { discardBody } from '@marquetry/file/remote';
import { type Multipart, mostParts, startMultipart } from './multipart.js';
import { createWriteId, headObject, putObject } from './put.js';
import type { S3Requests } from './request.js';

/** Options for `S3Store.sink`. */
export interface S3SinkOptions {
  /**
   * True to write the object only if it does not exist yet. If it exists, closing the sink rejects with
   * INVALID_ARGUMENT. Default: false.
   */
  readonly ifNoneMatch?: boolean;
  /**
   * Size of a part in bytes, from 5 MiB to 5 GiB. Up to five parts are in memory at a time, and an object has at most
   * 10,000 parts. Default: 8 MiB.
   */
  readonly partBytes?: number;
}

/** Minimum size of a part. S3 rejects smaller parts, except the last one. */
const leastPartBytes = 5 * 2 ** 20;
const mostPartBytes = 5 * 2 ** 30;
/** Number of parts that are sent at the same time. */
const parallelParts = 4;

/** Returns a sink for an object. See `S3Store.sink`. */
export function objectSink(
  requests: S3Requests,
  key: string,
  { ifNoneMatch = false, partBytes = 2 ** 23 }: S3SinkOptions = {},
): ByteSink {
  if (!Number.isInteger(partBytes) || partBytes < leastPartBytes || partBytes > mostPartBytes) {
    const range = `${leastPartBytes} to ${mostPartBytes} (5 MiB to 5 GiB)`;
    throw new ParquetError('INVALID_ARGUMENT', `\`partBytes\` must be an integer from ${range}, got ${partBytes}`);
  }
  const place = requests.place(key);
  // Checks the key.
  requests.url(key);
  const writeId = createWriteId();
  const stopped = new AbortController();
  const sending = new Set<Promise<void>>();
  let upload: Promise<Multipart> | undefined;
  let parts = 0;
  let part: Uint8Array | undefined;
  let filled = 0;
  let failure: { readonly error: unknown } | undefined;
  let state: 'open' | 'closing' | 'closed' | 'aborted' = 'open';
  let discarding: Promise<void> | undefined;

  const sendPart = (bytes: Uint8Array): void => {
    if (parts === mostParts) {
      const cure = `set \`partBytes\` above ${partBytes}`;
      throw new ParquetError('LIMIT', `${place} has more than ${mostParts} parts of ${partBytes} bytes; ${cure}`);
    }
    const number = ++parts;
    // Never abort the request that starts the upload: only its response contains the id that is needed to remove the
    // upload.
    upload ??= startMultipart(requests, key, writeId);
    const sent: Promise<void> = upload
      .then((started) => started.putPart(number, bytes, stopped.signal))
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .then(() => void sending.delete(sent));
    sending.add(sent);
  };
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  const finish = async (): Promise<void> => {
    const rest = part?.subarray(0, filled) ?? new Uint8Array(0);
    part = undefined;
    let created: boolean;
    if (upload === undefined) {
      ({ created } = await putObject(requests, { key, bytes: rest, ifNoneMatch, writeId, signal: stopped.signal }));
    } else {
      if (rest.length > 0) sendPart(rest);
      await Promise.all(sending);
      throwFailure();
      stopped.signal.throwIfAborted();
      created = await (await upload).complete(ifNoneMatch, stopped.signal);
    }
    if (created) return;
    const cure = 'write without `ifNoneMatch`, or to another key';
    throw new ParquetError('INVALID_ARGUMENT', `${place} already exists; ${cure}`);
  };
  const discard = (reason: unknown, isStarted: boolean): Promise<void> => {
    discarding ??= (async () => {
      part = undefined;
      stopped.abort(reason);
      await Promise.all(sending);
      const started = await upload?.catch(() => undefined);
      await started?.abort();
      // An aborted request may still have created the object.
      if (!isStarted || (await headObject(requests, key, { writeId: writeId.id }))?.isOwn !== true) return;
      await requests.send({ method: 'DELETE', key, action: 'cannot remove', accepts: [404] }, discardBody);
    })();
    return discarding;
  };

  return {
    write: async (bytes, signal) => {
      signal?.throwIfAborted();
      requireOpen(state, place);
      for (let at = 0; at < bytes.length; ) {
        throwFailure();
        part ??= new Uint8Array(partBytes);
        const taken = bytes.subarray(at, at + partBytes - filled);
        part.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled < partBytes) continue;
        while (sending.size >= parallelParts) await untilAborted(Promise.race(sending), signal);
        throwFailure();
        sendPart(part);
        part = undefined;
        filled = 0;
      }
    },
    close: async () => {
      requireOpen(state, place);
      state = 'closing';
      try {
        await finish();
      } catch (error) {
        state = 'aborted';
        await discard(error, true).catch(() => undefined);
        throw error;
      }
      if (stopped.signal.aborted) {
        // The sink was aborted while it waited for the last response.
        await discarding;
        throw stopped.signal.reason;
      }
      state = 'closed';
    },
    abort: async (reason) => {
      if (state === 'closed') return;
      const isStarted = state === 'closing';
      state = 'aborted';
      await discard(reason, isStarted);
    },
  };
}

function requireOpen(state: string, place: string): void {
  if (state !== 'open') throw new ParquetError('INVALID_ARGUMENT', `the sink is ${state}: ${place}`);
}
