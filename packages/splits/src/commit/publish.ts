/**
 * Publishes the outputs that a manifest names. Publishing again produces the same files.
 *
 *   one-file   NAME                                     the row groups of all outputs, joined
 *   dataset    part-00000.parquet ..., then _SUCCESS    copies, or links on disk
 *   entries    nothing is moved                         the outputs stay in _parts/
 *
 * `_manifest/PLAN.done.json` is written last. It lists the files, so that the next commit of the plan has nothing to do.
 */
import { ParquetError } from '@marquetry/core';
import { checkerOf, parseLine } from '../check-json.js';
import { canonicalJson } from '../json.js';
import type { SplitOutput } from '../split.js';
import { inParallel } from '../store/in-parallel.js';
import { manifestFolder, type SplitStore } from '../store/store.js';
import { type Manifest, requireFileName } from './manifest.js';
import type { CommitContext } from './opened-part.js';
import { splice } from './splice.js';

/** A file that was published. */
export interface PublishedFile {
  /** The key of the file in the target. */
  readonly key: string;
  readonly byteLength: number;
  readonly rows: number;
}

/** The key of the file that marks a dataset as complete. */
const successKey = '_SUCCESS';
/** Maximum number of files that are copied at the same time. */
const parallelCopies = 8;

/** Returns the outputs of a manifest, in the order of the plan. Empty if the task does not write. */
export function outputsOf({ entries }: Manifest): readonly SplitOutput[] {
  return entries.flatMap(({ output }) => (output === undefined ? [] : [output]));
}

/**
 * Publishes the outputs, unless they have already been published. Returns the published files; none in `entries` mode.
 */
export async function publish(
  manifest: Manifest,
  context: CommitContext,
  onProgress: ((done: { readonly parts: number; readonly of: number }) => void) | undefined,
): Promise<readonly PublishedFile[]> {
  const { signal, target } = context;
  const outputs = outputsOf(manifest);
  if (outputs.length === 0 || manifest.mode === 'entries') return [];
  const done = await publishedFiles(manifest.plan, target, signal);
  if (done !== undefined && (await areThere(done, context))) return done;
  let parts = 0;
  const onPart = (): void => onProgress?.({ parts: ++parts, of: outputs.length });
  try {
    const files =
      manifest.mode === 'one-file'
        ? await asOneFile(manifest, outputs, context, onPart)
        : await asDataset(outputs, context, onPart);
    const bytes = new TextEncoder().encode(`${canonicalJson({ version: 1, files })}\n`);
    await target.put(doneKey(manifest.plan), bytes, { signal });
    return files;
  } catch (error) {
    // Another committer may have published the plan, and the outputs may have been swept since.
    const others = await publishedFiles(manifest.plan, target, signal).catch(() => undefined);
    if (others !== undefined) return others;
    throw error;
  }
}

async function asOneFile(
  { name = defaultName }: Manifest,
  outputs: readonly SplitOutput[],
  context: CommitContext,
  onPart: () => void,
): Promise<readonly PublishedFile[]> {
  const byteLength = await splice(outputs, name, context, onPart);
  return [{ key: name, byteLength, rows: outputs.reduce((sum, { rows }) => sum + rows, 0) }];
}

/** The default name of the published file in `one-file` mode. */
export const defaultName = 'data.parquet';

async function asDataset(
  outputs: readonly SplitOutput[],
  { signal, target }: CommitContext,
  onPart: () => void,
): Promise<readonly PublishedFile[]> {
  const filled = outputs.filter(({ rows }) => rows > 0);
  const published = filled.length > 0 ? filled : outputs.slice(0, 1);
  const files = published.map(
    ({ byteLength, rows }, i): PublishedFile => ({
      key: `part-${String(i).padStart(5, '0')}.parquet`,
      byteLength,
      rows,
    }),
  );
  await inParallel(published, parallelCopies, async ({ uri }, i) => {
    await target.copy(uri, (files[i] as PublishedFile).key, { signal });
    onPart();
  });
  await target.put(successKey, new Uint8Array(0), { signal });
  return files;
}

/** Returns true if all published files still exist and have the sizes that they had when they were published. */
async function areThere(files: readonly PublishedFile[], { signal, target }: CommitContext): Promise<boolean> {
  let isThere = true;
  await inParallel(files, parallelCopies, async ({ byteLength, key }) => {
    // A file that cannot be opened is published again, which throws if the cause of the error remains.
    const source = await target.source(key, { signal }).catch(() => undefined);
    if (source?.byteLength !== byteLength) isThere = false;
    await source?.close?.();
  });
  return isThere;
}

/** Returns the key of the file that records which files a plan has published. */
function doneKey(planId: string): string {
  return `${manifestFolder}${planId}.done.json`;
}

/** Returns the published files of a plan; undefined if the plan has not been published. */
export async function publishedFiles(
  planId: string,
  target: SplitStore,
  signal: AbortSignal | undefined,
): Promise<readonly PublishedFile[] | undefined> {
  const bytes = await target.get(doneKey(planId), { signal });
  if (bytes === undefined) return undefined;
  const what = `the record of files published for plan ${planId}`;
  const check = checkerOf(`${what} is not valid`);
  const from = check.object(parseLine(new TextDecoder().decode(bytes), what), '');
  if (from['version'] !== 1) throw check.fail('`version` must be 1', from['version']);
  return check.array(from['files'], 'files').map((each, i) => {
    const file = check.object(each, `files[${i}]`);
    return {
      key: requireFileName(file['key']),
      byteLength: check.count(file['byteLength'], `files[${i}].byteLength`),
      rows: check.count(file['rows'], `files[${i}].rows`),
    };
  });
}

/**
 * Checks, before a manifest is created, that publishing will not replace a file.
 * @throws ParquetError INVALID_ARGUMENT, naming the file that exists.
 */
export async function requireUnused(
  { mode, name = defaultName }: Pick<Manifest, 'mode' | 'name'>,
  { signal, target }: CommitContext,
): Promise<void> {
  if (mode === 'entries') return;
  const prefix = mode === 'one-file' ? name : 'part-';
  for await (const { key } of target.list(prefix, { signal })) {
    if (mode === 'one-file' ? key !== name : !/^part-[^/]*\.parquet$/.test(key)) continue;
    const cure = mode === 'one-file' ? 'choose another `name` or folder' : 'choose another folder';
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `the target already has a file ${key} that is not from this plan: remove the file, or ${cure}`,
    );
  }
}
