/**
 * The line from a pool to one worker for the chunks of one file. Small messages are put together; answers come in order.
 */
import type { WrittenChunk } from '@marquetry/column-writer';
import { yieldToEventLoop } from '@marquetry/core';
import type { Connection, WritingPort } from './connection.js';
import type { EncodeItem, EncodeOutcome } from './messages.js';
import { receiveError } from './sent-error.js';

/** What a worker is asked, and what its answer settles. */
export interface EncodeRequest {
  readonly item: EncodeItem;
  readonly moved: readonly ArrayBuffer[];
  readonly byteLength: number;
  /** Called with the bytes that the chunk holds, or the chunk. */
  done(result: number | WrittenChunk): void;
  fail(error: unknown): void;
}

export interface WritingLine {
  /** Bytes of rows that were given and not answered. */
  readonly openBytes: number;
  /** Fails the request if the worker has failed. */
  send(request: EncodeRequest): void;
  /** Rejects what is open, and lets the worker give it up. */
  close(reason: unknown): void;
}

/** Bytes of messages that wait to be put together, until the next turn of the event loop at most. */
const togetherBytes = 2 ** 18;

/** @param answered Called after each answer. */
export function createWritingLine(connection: Connection, answered: () => void): WritingLine {
  let open: EncodeRequest[] = [];
  let waiting: EncodeRequest[] = [];
  let waitingBytes = 0;
  let openBytes = 0;
  let failure: { readonly error: unknown } | undefined;

  const fail = (error: unknown): void => {
    if (failure !== undefined) return;
    failure = { error };
    const failed = open;
    open = [];
    waiting = [];
    for (const request of failed) request.fail(error);
    answered();
  };
  const port: WritingPort = connection.openWriting({
    outcomes: (outcomes) => {
      for (const outcome of outcomes) settle(outcome);
      answered();
    },
    fail,
  });
  const settle = (outcome: EncodeOutcome): void => {
    const request = open.shift();
    if (request === undefined) return;
    openBytes -= request.byteLength;
    if (open.length === 0) port.setBusy(false);
    if ('error' in outcome) request.fail(receiveError(outcome.error));
    else request.done('chunk' in outcome ? outcome.chunk : outcome.bufferedBytes);
  };
  const flush = (): void => {
    if (waiting.length === 0) return;
    const requests = waiting;
    waiting = [];
    waitingBytes = 0;
    port.post(
      requests.map(({ item }) => item),
      requests.flatMap(({ moved }) => moved),
    );
  };

  return {
    get openBytes(): number {
      return openBytes;
    },
    send: (request) => {
      if (failure !== undefined) return request.fail(failure.error);
      if (open.length === 0) port.setBusy(true);
      open.push(request);
      openBytes += request.byteLength;
      waiting.push(request);
      waitingBytes += request.byteLength;
      if (waitingBytes >= togetherBytes) flush();
      else if (waiting.length === 1) void yieldToEventLoop().then(flush);
    },
    close: (reason) => {
      port.close();
      fail(reason);
    },
  };
}
