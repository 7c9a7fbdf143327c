/**
 * The manifest of a plan, which names the committed attempt of each split. Creating it is the commit.
 */
import { ParquetError } from '@marquetry/core';
import { checkerOf, parseLine } from '../check-json.js';
import { canonicalJson, type Json } from '../json.js';
import { mostSplits } from '../parse-split.js';
import type { SplitOutput } from '../split.js';
import { isAttempt, partKey } from '../store/store.js';
import { outputOf } from './parse-result.js';

/** How the outputs of a plan are published: as one file, as the files of a folder, or unmoved, for a table format. */
export type PublishMode = 'one-file' | 'dataset' | 'entries';

/** The committed attempt of a split. */
export interface ManifestEntry {
  readonly splitId: string;
  readonly attempt: string;
  /** The file that the attempt wrote; absent if the task does not write. */
  readonly output?: SplitOutput;
  readonly value?: Json;
}

/** The committed attempts of a plan. Publishing needs only the manifest and the outputs. */
export interface Manifest {
  readonly version: 1;
  /** The id of the plan. */
  readonly plan: string;
  readonly task: string;
  /** The SHA-256 of the name and the options of the task, in hexadecimal. */
  readonly taskId: string;
  readonly mode: PublishMode;
  /** The name of the published file in `one-file` mode. */
  readonly name?: string;
  /** One entry per split, in the order of the plan. */
  readonly entries: readonly ManifestEntry[];
}

/** Returns the bytes of a manifest. Equal manifests have equal bytes. */
export function manifestBytes(manifest: Manifest): Uint8Array {
  return new TextEncoder().encode(`${canonicalJson(manifest)}\n`);
}

/** Reads a manifest. @throws ParquetError INVALID_ARGUMENT if it is not valid, or belongs to another plan. */
export function parseManifest(bytes: Uint8Array, planId: string): Manifest {
  const check = checkerOf(`the manifest of the plan ${planId} is not valid`);
  const from = check.object(parseLine(new TextDecoder().decode(bytes), `the manifest of the plan ${planId}`), '');
  if (from['version'] !== 1) throw check.fail('`version` must be 1', from['version']);
  if (from['plan'] !== planId) throw check.fail(`\`plan\` must be ${planId}`, from['plan']);
  const { mode, name } = from;
  if (mode !== 'one-file' && mode !== 'dataset' && mode !== 'entries') {
    throw check.fail('`mode` must be one-file, dataset or entries', mode);
  }
  const entries = check.array(from['entries'], 'entries');
  if (entries.length === 0 || entries.length > mostSplits)
    throw check.fail('`entries` must contain 1 to 10,000,000 elements', entries.length);
  return {
    version: 1,
    plan: planId,
    task: check.text(from['task'], 'task'),
    taskId: check.hash(from['taskId'], 'taskId'),
    mode,
    ...(name !== undefined && { name: requireFileName(name) }),
    entries: entries.map((each, i): ManifestEntry => {
      const entry = check.object(each, `entries[${i}]`);
      const splitId = check.hash(entry['splitId'], `entries[${i}].splitId`);
      const { attempt, output, value } = entry;
      if (!isAttempt(attempt))
        throw check.fail(`\`entries[${i}].attempt\` must consist of 1 to 64 letters, digits, \`-\` and \`_\``, attempt);
      return {
        splitId,
        attempt,
        ...(output !== undefined && { output: outputOf(output, partKey(splitId, attempt), check) }),
        ...(value !== undefined && { value: value as Json }),
      };
    }),
  };
}

/**
 * Returns `name` if it is a valid name for a published file.
 * @throws ParquetError INVALID_ARGUMENT if it is not a plain file name that starts with a letter or digit.
 */
export function requireFileName(name: unknown): string {
  if (typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9._=-]{0,199}$/.test(name)) return name;
  const rule = '`name` must be a file name of letters, digits, `.`, `_`, `-` and `=`, starting with a letter or digit';
  throw new ParquetError('INVALID_ARGUMENT', `${rule}, got ${JSON.stringify(name)}`);
}
