/**
 * Commits the results of a plan exactly once.
 *
 *   results -> one per split -> outputs checked -> _manifest/PLAN.json created, by one committer only -> outputs published
 */
import { standardCodecs } from '@marquetry/codecs';
import {
  type CodecRegistry,
  defaultLimits,
  type EncodingRegistry,
  type Limits,
  type OptionNames,
  ParquetError,
  requireKnownOptions,
} from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import type { FileDecryption, FileEncryption, ParquetFile } from '@marquetry/file';
import type { Json } from '../json.js';
import type { SplitPlan, SplitResult } from '../split.js';
import { inParallel } from '../store/in-parallel.js';
import { manifestKey, type SplitStore } from '../store/store.js';
import type { SplitTask } from '../tasks/task.js';
import { type ChosenResults, chosenResults } from './chosen-results.js';
import {
  type Manifest,
  type ManifestEntry,
  manifestBytes,
  type PublishMode,
  parseManifest,
  requireFileName,
} from './manifest.js';
import { type CommitContext, openOutput } from './opened-part.js';
import { defaultName, outputsOf, type PublishedFile, publish, requireUnused } from './publish.js';
import { type TableEntry, tableEntries } from './table-entries.js';

/** Options of `commitSplits`. */
export interface CommitSplitsOptions {
  /** The store that contains the outputs, as passed to `executeSplit` in `output`. The published files are also written to this store. */
  readonly target: SplitStore;
  /**
   * How outputs are published. `dataset`: files `part-00000.parquet` and so on, and `_SUCCESS`. `one-file`: one file, joined without decoding pages.
   * `entries`: the outputs stay where they are, and `entries` of the result describes them for a table format. Default: `dataset`.
   */
  readonly mode?: PublishMode;
  /** The name of the published file in `one-file` mode; default `data.parquet`. */
  readonly name?: string;
  /** The plan, to check that the results belong to its splits. Without it, only the completeness of the results is checked. */
  readonly plan?: SplitPlan;
  /** The task, whose `combine` joins the values of the results. */
  readonly task?: SplitTask;
  readonly encodings?: EncodingRegistry;
  readonly codecs?: CodecRegistry;
  readonly limits?: Limits;
  /** Opens encrypted outputs: `decryption({ keys })` from `@marquetry/encryption`. */
  readonly decryption?: FileDecryption | undefined;
  /**
   * Encrypts the published file in `one-file` mode: `encryption(...)` from `@marquetry/encryption`. Required if outputs
   * are encrypted, unless `decrypt` is set.
   */
  readonly encryption?: FileEncryption | undefined;
  /** True to publish the values of encrypted outputs in plaintext in `one-file` mode; default false. */
  readonly decrypt?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each output has been published. */
  readonly onProgress?: ((done: { readonly parts: number; readonly of: number }) => void) | undefined;
}

const optionNames: OptionNames<CommitSplitsOptions> = {
  ...{ target: true, mode: true, name: true, plan: true, task: true, encodings: true, codecs: true, limits: true },
  ...{ decryption: true, encryption: true, decrypt: true, signal: true, onProgress: true },
};

/** The result of a commit. */
export interface Commit {
  /** The manifest of the plan, which this call or an earlier committer created. */
  readonly manifest: Manifest;
  /** True if this call created the manifest. */
  readonly created: boolean;
  /** The number of results that were ignored because their split already had one. */
  readonly repeated: number;
  /** The number of rows in all outputs; 0 if the task does not write. */
  readonly rows: number;
  /** The published files. Empty in `entries` mode, and if the task does not write. */
  readonly files: readonly PublishedFile[];
  /** The descriptions of the outputs for a table format, in `entries` mode. */
  readonly entries?: readonly TableEntry[];
  /** The values of all results, joined by the task's `combine`. */
  readonly value?: Json;
}

/** Maximum number of outputs whose footers are read at the same time. */
const parallelFooters = 8;
/** Maximum number of outputs that stay open after they have been checked, so that joining them need not open them again. */
const mostOpened = 64;
/** The fraction of `limits.memoryBytes` that the footers of these outputs may take. */
const openedShare = 1 / 8;

/**
 * Commits the results of a plan: takes the first result of each split, checks that no split lacks a result and that each output has the size, rows and
 * row groups that its result states, creates the manifest of the plan, and publishes the outputs. If several processes commit a plan, one of them
 * creates the manifest, and all publish the outputs that the manifest names. A commit that was interrupted can be repeated.
 * @param results The results, or their JSON, in any order. Repeated results are ignored.
 * @throws ParquetError INVALID_ARGUMENT if results are not valid or do not cover the plan, or if publishing would replace a file of another plan;
 *   CORRUPT if an output differs from its result. In these cases, nothing is published. Errors from the target,
 *   unchanged.
 */
export async function commitSplits(
  results: Iterable<SplitResult | string>,
  options: CommitSplitsOptions,
): Promise<Commit> {
  requireKnownOptions('commitSplits', options, optionNames);
  const { encodings = standardEncodings, codecs = standardCodecs, limits = defaultLimits } = options;
  const { mode = 'dataset', name = defaultName, plan, signal, target, task } = options;
  if (!['one-file', 'dataset', 'entries'].includes(mode)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`mode\` must be one-file, dataset or entries, got ${JSON.stringify(mode)}`,
    );
  }
  requireFileName(name);
  const chosen = chosenResults(results, plan);
  if (task !== undefined && task.name !== chosen.task) {
    throw new ParquetError('INVALID_ARGUMENT', `the results come from task ${chosen.task}, not from task ${task.name}`);
  }
  const { decrypt = false, decryption, encryption } = options;
  const opened = new Map<string, ParquetFile>();
  const context: CommitContext = { target, encodings, codecs, limits, decryption, encryption, decrypt, signal, opened };
  try {
    return await committed(chosen, { mode, name }, options, context);
  } finally {
    await closeOpened(opened);
  }
}

async function closeOpened(opened: CommitContext['opened']): Promise<void> {
  const files = [...opened.values()];
  opened.clear();
  await Promise.allSettled(files.map((file) => file.close()));
}

async function committed(
  chosen: ChosenResults,
  { mode, name }: { readonly mode: PublishMode; readonly name: string },
  { task, onProgress }: Pick<CommitSplitsOptions, 'task' | 'onProgress'>,
  context: CommitContext,
): Promise<Commit> {
  const { created, manifest } = await manifestOf(chosen, { mode, name }, context);
  const files = await publish(manifest, context, onProgress);
  const outputs = outputsOf(manifest);
  const values = manifest.entries.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    manifest,
    created,
    repeated: chosen.repeated,
    rows: outputs.reduce((sum, { rows }) => sum + rows, 0),
    files,
    ...(manifest.mode === 'entries' && { entries: await tableEntries(outputs, context) }),
    ...(values.length > 0 && task?.combine !== undefined && { value: task.combine(values) }),
  };
}

/** Returns the manifest of the plan: creates it, or reads it if another committer has created it. */
async function manifestOf(
  { planId, results, task, taskId }: ChosenResults,
  { mode, name }: { readonly mode: PublishMode; readonly name: string },
  context: CommitContext,
): Promise<{ readonly manifest: Manifest; readonly created: boolean }> {
  const { signal, target } = context;
  const key = manifestKey(planId);
  const existing = async (): Promise<Manifest | undefined> => {
    const bytes = await target.get(key, { signal });
    const found = bytes === undefined ? undefined : parseManifest(bytes, planId);
    if (found === undefined || found.taskId === taskId) return found;
    const difference =
      found.task === task ? `task ${task} with other options` : `task ${found.task}, not from task ${task}`;
    const what = `the target has results of plan ${planId} from ${difference}`;
    throw new ParquetError('INVALID_ARGUMENT', `${what}: choose another folder`);
  };
  const before = await existing();
  if (before !== undefined) return { manifest: before, created: false };
  const own: Manifest = {
    version: 1,
    plan: planId,
    task,
    taskId,
    mode,
    ...(mode === 'one-file' && { name }),
    entries: results.map(
      ({ attempt, output, splitId, value }): ManifestEntry => ({
        splitId,
        attempt,
        ...(output !== undefined && { output }),
        ...(value !== undefined && { value }),
      }),
    ),
  };
  try {
    const outputs = outputsOf(own);
    if (outputs.length > 0) await requireUnused(own, context);
    let footerBytes = 0;
    await inParallel(outputs, parallelFooters, async (output) => {
      const file = await openOutput(output, context);
      const { limits, opened } = context;
      footerBytes += file.footer.memory.heldBytes;
      const isKept = opened.size < mostOpened && footerBytes <= limits.memoryBytes * openedShare;
      if (mode === 'one-file' && isKept && !opened.has(output.uri)) opened.set(output.uri, file);
      else await file.close();
    });
  } catch (error) {
    // Another committer may have published in the meantime, and its outputs may have been swept.
    const winner = await existing();
    if (winner === undefined) throw error;
    await closeOpened(context.opened);
    return { manifest: winner, created: false };
  }
  const { created } = await target.put(key, manifestBytes(own), { ifNoneMatch: true, signal });
  if (created) return { manifest: own, created };
  // The manifest of the winner may state other facts about the same outputs, so they are opened and checked again.
  await closeOpened(context.opened);
  const winner = await existing();
  if (winner !== undefined) return { manifest: winner, created: false };
  throw new ParquetError('CORRUPT', `the manifest ${key} exists in the target, but cannot be read`);
}
