/**
 * Encodes the chunks of a file in workers. The largest waiting chunk is sent to the worker with the least work, which
 * then encodes the whole chunk.
 *
 *   waiting chunks       a  b  c  d  e        worker 0   a a a a d d d
 *   first free worker    0  1  1  0  1        worker 1   b b c c c e e
 */
import type { WrittenChunk } from '@marquetry/column-writer';
import type { ParallelChunk, ParallelChunks } from '@marquetry/file';
import type { Connection } from './connection.js';
import { createBatchSender, sentOptions } from './sent-chunks.js';
import type { Workers } from './workers.js';
import { createWritingLine, type EncodeRequest, type WritingLine } from './writing-line.js';

/**
 * A worker receives another chunk only while it has at most this many pending bytes. If all workers have more, the
 * chunk waits and is not yet assigned to a worker, because it is not known in advance which worker will finish first.
 */
const freeBytes = 2 ** 20;

/** A chunk to encode, and its requests, which wait until a worker is free. */
interface OpenChunk {
  line: WritingLine | undefined;
  readonly waiting: EncodeRequest[];
  waitingBytes: number;
}

/** Returns an object that encodes the chunks of one file in the workers. */
export function openChunksIn(workers: Workers): ParallelChunks {
  const lines = new Map<Connection, WritingLine>();
  /** Chunks that have not been assigned to a worker yet. */
  const unplaced = new Set<OpenChunk>();
  let ids = 0;
  let closed: { readonly reason: unknown } | undefined;

  const place = (): void => {
    while (unplaced.size > 0 && closed === undefined) {
      const line = freeLine();
      if (line === undefined) return;
      const chunk = largest(unplaced);
      unplaced.delete(chunk);
      chunk.line = line;
      for (const request of chunk.waiting.splice(0)) line.send(request);
    }
  };
  /** Returns the `WritingLine` of the worker with the least work, or undefined if no worker needs more work. */
  const freeLine = (): WritingLine | undefined => {
    let least: WritingLine | undefined;
    for (let i = 0; i < workers.count; i++) {
      const line = lineOf(workers.connection(i));
      if (line.openBytes < (least?.openBytes ?? freeBytes)) least = line;
      if (line.openBytes === 0) break;
    }
    return least;
  };
  const lineOf = (connection: Connection): WritingLine => {
    const known = lines.get(connection);
    if (known !== undefined) return known;
    const line = createWritingLine(connection, place);
    lines.set(connection, line);
    return line;
  };

  const openChunk = (options: NonNullable<ReturnType<typeof sentOptions>>): ParallelChunk => {
    const id = ids++;
    const chunk: OpenChunk = { line: undefined, waiting: [], waitingBytes: 0 };
    const sender = createBatchSender();
    let isFirst = true;
    const send = (parts: Pick<EncodeRequest, 'moved' | 'byteLength'> & Pick<EncodeRequest['item'], 'batch'>) =>
      new Promise<number | WrittenChunk>((done, fail) => {
        if (closed !== undefined) throw closed.reason;
        const { batch, moved, byteLength } = parts;
        const item = { chunk: id, ...(isFirst && { options }), ...(batch && { batch }) };
        const request: EncodeRequest = { item, moved, byteLength, done, fail };
        if (chunk.line !== undefined) {
          chunk.line.send(request);
        } else {
          chunk.waiting.push(request);
          chunk.waitingBytes += byteLength;
          unplaced.add(chunk);
          place();
        }
        isFirst = false;
      });
    return {
      write: async (batch) => (await send(sender.send(batch))) as number,
      finish: async () => (await send({ moved: [], byteLength: 0 })) as WrittenChunk,
    };
  };

  return {
    open: (options) => {
      const sent = sentOptions(options);
      return sent && openChunk(sent);
    },
    close: (reason) => {
      if (closed !== undefined) return;
      closed = { reason };
      for (const line of lines.values()) line.close(reason);
      for (const { waiting } of unplaced) for (const request of waiting.splice(0)) request.fail(reason);
      unplaced.clear();
    },
  };
}

/**
 * Returns the chunk with the most waiting bytes. Small chunks are therefore encoded last, so that all workers finish at
 * about the same time.
 */
function largest(chunks: Iterable<OpenChunk>): OpenChunk {
  let most: OpenChunk | undefined;
  for (const chunk of chunks) if (most === undefined || chunk.waitingBytes > most.waitingBytes) most = chunk;
  return most as OpenChunk;
}
