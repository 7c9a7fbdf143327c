/**
 * Executes a split: reads its rows, runs a task on them, and returns a small result.
 */
import { standardCodecs } from '@marquetry/codecs';
import {
  type CodecRegistry,
  defaultLimits,
  type EncodingRegistry,
  type Kernels,
  type Limits,
  type OptionNames,
  ParquetError,
  requireKnownOptions,
} from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import type { FileDecryption } from '@marquetry/file';
import { canonicalJson, type Json } from '../json.js';
import { parseSplit } from '../parse-split.js';
import type { Split, SplitOutput, SplitResult } from '../split.js';
import { type ResolveSource, resolveSource } from '../store/resolve.js';
import { isAttempt, partKey, type SplitStore } from '../store/store.js';
import type { SplitTask } from '../tasks/task.js';
import { taskIdOf } from '../tasks/task-id.js';
import { freeFirstArray, keepsNoRows, taskMemory } from '../tasks/task-memory.js';
import { environmentOf, startCpuTime } from './environment.js';
import { hashedSink } from './hashed-sink.js';
import { requireNeeds } from './needs.js';
import { closeParts, metadataOf, type OpenPart, openParts } from './opened-parts.js';
import { type InputOfTask, inputOf } from './split-input.js';

/** Options of `executeSplit`. */
export interface ExecuteSplitOptions {
  /**
   * The name of this attempt: up to 64 letters, digits, `-` and `_`, starting with a letter or digit. Two processes must never execute the same
   * split under the same name at the same time: combine the engine's attempt number with the process id, or use a random string.
   */
  readonly attempt: string;
  /** The store that the output is written to, such as `diskStore(folder)` or `s3Store(...)`. Required by tasks that write. */
  readonly output?: SplitStore | undefined;
  /** Opens the sources. Default: `resolveSource`, which opens paths and http or https URLs. */
  readonly resolve?: ResolveSource | undefined;
  /** The encodings that can be read and written. Default: `standardEncodings`. */
  readonly encodings?: EncodingRegistry;
  /** The codecs that can be read and written. Default: `standardCodecs`. */
  readonly codecs?: CodecRegistry;
  readonly kernels?: Kernels | undefined;
  readonly limits?: Limits;
  /**
   * Opens encrypted files: `decryption({ keys })` from `@marquetry/encryption`. For such files, a task that writes
   * must set its `encryption` or `decrypt` option.
   */
  readonly decryption?: FileDecryption | undefined;
  /**
   * Maximum size of the task's value as JSON, in bytes; default 1024, because results are often sent through message
   * queues.
   */
  readonly valueBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called after each batch of rows, with the number of rows so far that pass the predicate (`rows`) and an upper bound
   * on their total (`of`).
   */
  readonly onProgress?: ((done: { readonly rows: number; readonly of: number }) => void) | undefined;
}

const optionNames: OptionNames<ExecuteSplitOptions> = {
  ...{ attempt: true, output: true, resolve: true, encodings: true, codecs: true, kernels: true, limits: true },
  ...{ decryption: true, valueBytes: true, signal: true, onProgress: true },
};

/**
 * Executes a split. The result depends only on the split, the task and the bytes of the sources; the bytes of an output also depend on the versions
 * in `environment`. The output appears complete or not at all.
 * @param given The split, or its JSON. Both are validated.
 * @throws ParquetError INVALID_ARGUMENT if the split or an option is not valid; UNSUPPORTED, before a byte is read, if an encoding or codec is not
 *   registered; CORRUPT, naming the file, row group, column and page, if a source is damaged or has changed since the plan; LIMIT if the value is too
 *   large. Errors from the sources, the output and the task, unchanged; the signal's reason if it is aborted.
 */
export async function executeSplit(
  given: Split | string,
  task: SplitTask,
  options: ExecuteSplitOptions,
): Promise<SplitResult> {
  requireKnownOptions('executeSplit', options, optionNames);
  const cpuTime = startCpuTime();
  freeFirstArray();
  const { attempt, valueBytes = 1024, onProgress } = options;
  const { encodings = standardEncodings, codecs = standardCodecs, kernels, limits = defaultLimits } = options;
  const split = parseSplit(given);
  const { id: splitId, plan } = split;
  if (!isAttempt(attempt)) {
    const rule = '`attempt` must consist of 1 to 64 letters, digits, `-` and `_`, and start with a letter or digit';
    throw new ParquetError('INVALID_ARGUMENT', `${rule}, got ${JSON.stringify(attempt)}`);
  }
  if (!/^[\w.-]{1,64}$/.test(task.name)) {
    const rule = '`name` of the task must consist of 1 to 64 letters, digits, `-`, `_` and `.`';
    throw new ParquetError('INVALID_ARGUMENT', `${rule}, got ${JSON.stringify(task.name)}`);
  }
  if (task.writes && options.output === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', `the task ${task.name} writes a file: pass \`output\``);
  }
  const taskId = taskIdOf(task);
  const metadata = metadataOf(split, limits);
  const { decryption } = options;
  requireNeeds(split, metadata, { encodings, codecs, decryption });
  const stop = new AbortController();
  const abort = (): void => stop.abort(options.signal?.reason);
  options.signal?.throwIfAborted();
  options.signal?.addEventListener('abort', abort);
  const { signal } = stop;
  const counts = { bytesRead: 0, requests: 0 };
  const uri = partKey(splitId, attempt);
  const hashed = task.writes && options.output !== undefined ? hashedSink(options.output.sink(uri)) : undefined;
  let input: InputOfTask | undefined;
  let parts: readonly OpenPart[] = [];
  try {
    const resolve = options.resolve ?? resolveSource;
    const writing = { encodings, codecs, limits, ...(kernels !== undefined && { kernels }) };
    const memory = keepsNoRows(task) ? taskMemory : undefined;
    parts = await openParts(split, metadata, { ...writing, decryption, resolve, counts, memory, signal });
    let rows = 0;
    const onRows = (count: number): void => {
      rows += count;
      onProgress?.({ rows, of: split.estimate.rows });
    };
    input = inputOf({ split, task, parts, sink: hashed?.sink, writing, onRows, signal });
    const value = checkedValue(await task.run(input), valueBytes);
    for (const { fetched, placed } of parts) {
      await fetched.finish().catch((error: unknown) => {
        throw placed(error);
      });
    }
    let output: SplitOutput | undefined;
    if (hashed !== undefined) {
      const { numRows, rowGroups } = await (input.made ?? input.writer()).finish();
      output = {
        uri,
        byteLength: hashed.byteLength(),
        sha256: hashed.sha256(),
        rows: numRows,
        rowGroups: rowGroups.length,
      };
    }
    if (memory !== undefined) for (const { fetched } of parts) fetched.release(memory);
    return {
      splitId,
      attempt,
      task: task.name,
      taskId,
      plan,
      ...(output !== undefined && { output }),
      ...(value !== undefined && { value }),
      metrics: { ...counts, cpuMs: cpuTime() },
      environment: environmentOf(),
    };
  } catch (error) {
    stop.abort(error);
    await input?.made?.abort(error).catch(() => undefined);
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await closeParts(parts);
  }
}

function checkedValue(value: Json | undefined, most: number): Json | undefined {
  if (value === undefined) return undefined;
  const { length } = new TextEncoder().encode(canonicalJson(value));
  if (length <= most) return value;
  const cure = 'return less, such as fewer columns, or raise `valueBytes`';
  throw new ParquetError(
    'LIMIT',
    `the task's value is ${length} bytes of JSON, above \`valueBytes\` (${most}): ${cure}`,
  );
}
