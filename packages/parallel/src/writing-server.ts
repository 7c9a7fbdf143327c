/** Encodes the chunks of any number of files in a worker. Requests for the same file are processed in order. */
import {
  type ChunkWriter,
  createChunkWriter,
  geospatial,
  isGeospatial,
  type WriteBatch,
} from '@marquetry/column-writer';
import {
  type Codec,
  createRegistry,
  type EncodingRegistry,
  isTurnDue,
  knownEncoding,
  ParquetError,
  yieldToEventLoop,
} from '@marquetry/core';
import type { EncodeItem, EncodeOutcome, FromWorker, PlugInName, SentBatch, SentOptions } from './messages.js';
import { createBatchReceiver, policies, sentChunk } from './sent-chunks.js';
import { sendError } from './sent-error.js';
import type { ServeTasksOptions } from './serve-options.js';
import type { WorkerPort } from './worker-port.js';

export interface WritingServer {
  encode(writer: number, items: readonly EncodeItem[]): void;
  /** Discards all chunks of a file. Later requests for the file are not answered. */
  drop(writer: number): void;
}

/** A chunk that is being encoded, or the error that its encoding threw. */
type ServedChunk =
  | { readonly chunk: ChunkWriter; readonly receive: (batch: SentBatch) => WriteBatch }
  | { readonly error: unknown };

/** The state of one file that is being written. */
interface ServedFile {
  readonly abort: AbortController;
  readonly chunks: Map<number, ServedChunk>;
  /** Resolves when all requests received so far have been answered. */
  last: Promise<void>;
}

export function createWritingServer(
  post: WorkerPort<FromWorker, unknown>['post'],
  options: ServeTasksOptions,
): WritingServer {
  const files = new Map<number, ServedFile>();

  const fileOf = (writer: number): ServedFile => {
    const known = files.get(writer);
    if (known !== undefined) return known;
    const file: ServedFile = { abort: new AbortController(), chunks: new Map(), last: Promise.resolve() };
    files.set(writer, file);
    return file;
  };
  const answer = async (writer: number, { abort, chunks }: ServedFile, items: readonly EncodeItem[]): Promise<void> => {
    const { signal } = abort;
    const outcomes: EncodeOutcome[] = [];
    const moved: ArrayBuffer[] = [];
    for (const item of items) {
      if (signal.aborted) return;
      try {
        outcomes.push(await outcomeOf(item, chunks, options, moved, signal));
      } catch (error) {
        // Only later requests for this chunk fail. Another chunk may have an error that is earlier in the file; that
        // error must be reported instead of this one.
        chunks.set(item.chunk, { error });
        outcomes.push({ error: sendError(error) });
      }
    }
    if (!signal.aborted) post({ kind: 'outcomes', writer, outcomes }, moved);
  };

  return {
    encode: (writer, items) => {
      const file = fileOf(writer);
      file.last = file.last.then(() => answer(writer, file, items));
    },
    drop: (writer) => {
      files.get(writer)?.abort.abort();
      files.delete(writer);
    },
  };
}

async function outcomeOf(
  { chunk: id, options, batch }: EncodeItem,
  chunks: Map<number, ServedChunk>,
  served: ServeTasksOptions,
  moved: ArrayBuffer[],
  signal: AbortSignal,
): Promise<EncodeOutcome> {
  if (options !== undefined) {
    chunks.set(id, { chunk: await openChunk(options, served), receive: createBatchReceiver() });
  }
  const open = chunks.get(id);
  if (open === undefined) throw new Error(`chunk ${id} is not open in this worker`);
  if ('error' in open) throw open.error;
  const { chunk, receive } = open;
  if (batch !== undefined) {
    for (const _step of chunk.writeInSteps(receive(batch), true)) if (isTurnDue()) await yieldToEventLoop(signal);
    return { bufferedBytes: chunk.bufferedBytes };
  }
  const steps = chunk.finishInSteps();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      chunks.delete(id);
      const sent = sentChunk(value);
      moved.push(...sent.moved);
      return { chunk: sent.chunk };
    }
    if (isTurnDue()) await yieldToEventLoop(signal);
  }
}

async function openChunk(options: SentOptions, served: ServeTasksOptions): Promise<ChunkWriter> {
  const { encoding, encodings: names, codec: codecName, ...rest } = options;
  const codec = codecName && codecOf(codecName, served);
  await codec?.prepare?.();
  if (isGeospatial(options.leaf)) await geospatial.load();
  const { kernels } = served;
  return createChunkWriter({
    ...rest,
    encodings: encodingsOf(names, encoding, served),
    encoding: typeof encoding === 'number' ? encoding : policies[encoding],
    codec,
    ...(kernels && { kernels }),
  });
}

/**
 * Returns the worker's own encodings with these ids and names, in the same order, so that an encoding policy chooses
 * the same encoding as in the calling thread.
 */
function encodingsOf(
  names: readonly PlugInName[],
  chosen: number | string,
  { encodings }: ServeTasksOptions,
): EncodingRegistry {
  return createRegistry(
    names.flatMap(({ id, name }) => {
      const found = encodings.find(id);
      if (found?.name === name) return [found];
      // The worker needs only encodings whose standing is `current`, because policies never choose others.
      if (id === chosen || knownEncoding(id)?.standing === 'current') throw missing(`${name} encoding (${id})`);
      return [];
    }),
  );
}

function codecOf({ id, name }: PlugInName, { codecs }: ServeTasksOptions): Codec {
  const found = codecs.find(id);
  if (found?.name === name) return found;
  throw missing(`${name} codec (${id})`);
}

function missing(what: string): ParquetError {
  const cure = 'create the pool with your own workers, and pass the plug-in to serveTasks in their module';
  return new ParquetError('UNSUPPORTED', `the workers of the pool do not have the ${what}: ${cure}`);
}
