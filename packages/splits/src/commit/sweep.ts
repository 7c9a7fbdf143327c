/**
 * Removes files that no commit needs.
 */
import { type OptionNames, ParquetError, requireKnownOptions } from '@marquetry/core';
import { isPartKey, manifestFolder, type SplitStore } from '../store/store.js';
import { parseManifest } from './manifest.js';
import { outputsOf, publishedFiles } from './publish.js';

/** Options of `sweep`. */
export interface SweepOptions {
  /** Only files that were last changed at least this many milliseconds ago are removed, because workers may still run; default 24 hours. */
  readonly olderThan?: number;
  /** True to remove also the outputs of plans that have been published as one file, which has copies of them; default false. */
  readonly published?: boolean;
  /** The present time in milliseconds since 1970; default that of this machine. */
  readonly now?: number;
  readonly signal?: AbortSignal | undefined;
}

const optionNames: OptionNames<SweepOptions> = { olderThan: true, published: true, now: true, signal: true };

/** Matches temporary files, which `diskSink` and `diskStore` leave if their process is killed. */
const temporary = /(^|\/)\.[^/]+\.\d+-[0-9a-f]+\.tmp$/;

/**
 * Removes the outputs that no manifest names, and temporary files that processes left. Returns the keys of the removed files.
 * @throws ParquetError INVALID_ARGUMENT for options, and for a manifest that is not valid: nothing is removed then. The errors of the store.
 */
export async function sweep(target: SplitStore, options: SweepOptions = {}): Promise<readonly string[]> {
  requireKnownOptions('sweep', options, optionNames);
  const { olderThan = 86_400_000, published = false, now = Date.now(), signal } = options;
  if (!(olderThan >= 0))
    throw new ParquetError('INVALID_ARGUMENT', `\`olderThan\` must be a number of milliseconds, got ${olderThan}`);
  const found: string[] = [];
  const isOld = (changed: Date | undefined): boolean => changed !== undefined && changed.getTime() <= now - olderThan;
  // Outputs are listed before manifests, so that a manifest that is created meanwhile is seen.
  for (const prefix of ['_parts/', manifestFolder, '.']) {
    for await (const { key, lastModified } of target.list(prefix, { signal })) {
      if ((isPartKey(key) || temporary.test(key)) && isOld(lastModified)) found.push(key);
    }
  }
  const kept = new Set<string>();
  for await (const { key } of target.list(manifestFolder, { signal })) {
    const planId = /^_manifest\/([0-9a-f]{64})\.json$/.exec(key)?.[1];
    const bytes = planId === undefined ? undefined : await target.get(key, { signal });
    if (planId === undefined || bytes === undefined) continue;
    const manifest = parseManifest(bytes, planId);
    const isCopied = manifest.mode === 'one-file' && published;
    if (isCopied && (await publishedFiles(planId, target, signal)) !== undefined) continue;
    for (const { uri } of outputsOf(manifest)) kept.add(uri);
  }
  const removed = found.filter((key) => !kept.has(key));
  for (const key of removed) await target.remove(key, { signal });
  return removed;
}
