/**
 * Implements `--key ID=env:NAME` and `--key ID=file:PATH`, which read keys in hexadecimal. The key itself is never an
 * argument, because other users of the machine can see arguments.
 */
import { readFile } from 'node:fs/promises';
import { UsageError } from '../failure.js';

/** The environment variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a map from key ids to keys.
 * @throws UsageError, which contains the id but never the key, if a key is given as an argument, cannot be read, or is
 * not 16, 24 or 32 bytes in hexadecimal.
 */
export async function readKeys(options: readonly string[], env: Environment): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = new Map<string, Uint8Array>();
  for (const option of options) {
    // An id may be JSON, which may contain `=`.
    const [, id = '', kind = '', name = ''] = /^(.+)=(env|file):(.+)$/s.exec(option) ?? [];
    // The names of variables do not start with a digit.
    if (kind === '' || looksLikeKey(name) || (kind === 'env' && /^\d/.test(name))) {
      throw new UsageError(
        `${named(idOf(option))}: a key must not be an argument, because other users can see it; write ID=env:NAME to read the key in hexadecimal from an environment variable, or ID=file:PATH to read it from a file`,
      );
    }
    if (keys.has(id)) throw new UsageError(`${named(id)}: the key is given twice; leave out one of the two options`);
    keys.set(id, keyOf(id, kind === 'env' ? ofVariable(id, name, env) : await ofFile(id, name)));
  }
  return keys;
}

/** Returns `--key` and the id, for errors. Leaves out the id if it may be a key that was given by mistake. */
function named(id: string): string {
  return id === '' || mayContainKey(id) ? '--key' : `--key ${id}`;
}

/** True for text with a run of at least 20 base64 characters: every key in hexadecimal or base64 has one, and a UUID does not. */
function mayContainKey(text: string): boolean {
  return /[0-9a-z+/_]{20}/i.test(text);
}

/** Returns the id in a `--key` option that names neither a variable nor a file. */
function idOf(option: string): string {
  return /^([^=]+)=+[^=]/.exec(option)?.[1] ?? '';
}

/** True for at least 16 bytes in hexadecimal or padded base64. */
function looksLikeKey(text: string): boolean {
  return /^[0-9a-f]{32,}$/i.test(text) || /^[0-9a-z+/]{22,}={1,2}$/i.test(text);
}

// The errors do not repeat the name of the variable or the file, because it may be a key that was given by mistake.

function ofVariable(id: string, name: string, env: Environment): string {
  const text = env[name];
  if (text === undefined)
    throw new UsageError(`${named(id)}: the environment variable is not set; set it to the key in hexadecimal`);
  return text;
}

async function ofFile(id: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(`${named(id)}: the key file ${isMissing ? 'does not exist' : 'cannot be read'}`);
  }
}

function keyOf(id: string, text: string): Uint8Array {
  const digits = text.trim();
  if (!/^([0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})$/i.test(digits)) {
    throw new UsageError(
      `${named(id)}: the key must have 16, 24 or 32 bytes, written as 32, 48 or 64 hexadecimal digits`,
    );
  }
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
