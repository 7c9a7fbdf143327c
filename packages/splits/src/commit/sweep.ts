/**
 * Removes files that no commit needs.
 */
import { type OptionNames, ParquetError, requireKnownOptions } from '@marquetry/core';
import { isPartKey, manifestFolder, type SplitStore } from '../store/store.js';
import { parseManifest } from './manifest.js';
import { outputsOf, publishedFiles } from './publish.js';

/** Options of `sweep`. */
export interface SweepOptions {
  /** Minimum age in milliseconds of the files to remove; default 24 hours. Workers may still need younger files. */
  readonly olderThan?: number;
  /** True to also remove the outputs of plans that were published as one file, because that file contains their data; default false. */
  readonly published?: boolean;
  /** The current time in milliseconds since 1970; default: this machine's clock. */
  readonly now?: number;
  readonly signal?: AbortSignal | undefined;
}

const optionNames: OptionNames<SweepOptions> = { olderThan: true, published: true, now: true, signal: true };

/** Matches temporary files, which `diskSink` and `diskStore` leave behind if their process is killed. */
const temporary = /(^|\/)\.[^/]+\.\d+-[0-9a-f]+\.tmp$/;

/**
 * Removes outputs that no manifest names, and temporary files of killed processes. Returns the keys of the removed files.
 * @throws ParquetError INVALID_ARGUMENT for invalid options, and if a manifest is not valid; nothing is removed in
 *   these cases. Errors from the store.
 */
export async function sweep(target: SplitStore, options: SweepOptions = {}): Promise<readonly string[]> {
  requireKnownOptions('sweep', options, optionNames);
  const { olderThan = 86_400_000, published = false, now = Date.now(), signal } = options;
  if (!(olderThan >= 0))
    throw new ParquetError('INVALID_ARGUMENT', `\`olderThan\` must be at least 0 milliseconds, got ${olderThan}`);
  const found: string[] = [];
  const isOld = (changed: Date | undefined): boolean => changed !== undefined && changed.getTime() <= now - olderThan;
  // Outputs are listed before manifests, so that the manifests of all listed outputs are found, even if created during the sweep.
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
