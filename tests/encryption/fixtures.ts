/** The files of tests/fixtures/encrypted, their keys and their rows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DecryptionOptions, fixedKeys, type KeyProvider } from '@marquetry/encryption';

/**
 * The keys of files that pyarrow wrote with a key management service that does not encrypt keys: the key metadata in
 * the files contains the keys themselves.
 */
const shownKeys: KeyProvider = {
  key: ({ metadata }) => {
    const { wrappedDEK } = JSON.parse(new TextDecoder().decode(metadata));
    return new Uint8Array(Buffer.from(wrappedDEK, 'base64'));
  },
};

const counting = (length: number): KeyProvider => fixedKeys({ footer: Uint8Array.from({ length }, (_, i) => i) });

/** The options that open each file. */
const fixtures: Readonly<Record<string, DecryptionOptions>> = {
  'pyarrow-gcm-128': { keys: counting(16) },
  'pyarrow-gcm-192-signed': { keys: counting(24), aadPrefix: 'table' },
  'pyarrow-ctr-256': { keys: counting(32), aadPrefix: 'table' },
  'pyarrow-columns-encrypted': { keys: shownKeys },
  'pyarrow-columns-signed': { keys: shownKeys },
  duckdb: { keys: fixedKeys({ footer: new TextEncoder().encode('0123456789012345') }), allowNoAad: true },
};

export const fixtureNames: readonly string[] = Object.keys(fixtures);

export function optionsOf(name: string): DecryptionOptions {
  const options = fixtures[name];
  if (options === undefined) throw new Error(`no fixture ${name}`);
  return options;
}

export function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/encrypted/${name}.parquet`, import.meta.url))));
}

/** The rows of every file. */
export const rows: readonly object[] = Array.from({ length: 60 }, (_, i) => ({
  id: i,
  name: i % 3 === 0 ? null : `name ${i % 10}`,
  half: i / 2,
  list: i % 4 === 0 ? [] : [i, i + 1],
}));
