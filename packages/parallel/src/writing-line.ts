/**
 * A line is the connection through which the chunks of one new file are sent to one worker. It combines small requests
 * into one message. Answers arrive in the order of the requests.
 */
import type { WrittenChunk } from '@marquetry/column-writer';
import { yieldToEventLoop } from '@marquetry/core';
import type { Connection, WritingPort } from './connection.js';
import type { EncodeItem, EncodeOutcome } from './messages.js';
import { receiveError } from './sent-error.js';

/** A request to a worker, with callbacks for its answer. */
export interface EncodeRequest {
  readonly item: EncodeItem;
  readonly moved: readonly ArrayBuffer[];
  readonly byteLength: number;
  /** Called with the number of bytes that the chunk has in memory, or with the finished chunk. */
  done(result: number | WrittenChunk): void;
  fail(error: unknown): void;
}

export interface WritingLine {
  /** Number of bytes in requests that have not been answered yet. */
  readonly openBytes: number;
  /** Sends a request, or calls the request's `fail` if the worker has already failed. */
  send(request: EncodeRequest): void;
  /** Calls `fail` for all pending requests, and makes the worker discard these requests. */
  close(reason: unknown): void;
}

/**
 * Requests are combined into one message until they have this many bytes. Smaller messages are sent in the next turn of
 * the event loop.
 */
const togetherBytes = 2 ** 18;

/**
 * Opens a {@link WritingLine}, through which the chunks of one new file are sent to a worker.
 * @param answered Called after each message with answers, and after a failure.
 */
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
