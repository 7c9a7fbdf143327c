/** Finds the keys of encrypted files: first among the `--key` options, then with the key provider given as `--kms`. */
import { pathToFileURL } from 'node:url';
import type { KeyProvider } from '@marquetry/encryption';
import { UsageError } from '../failure.js';
import { modulePath } from '../module-path.js';

export interface KeyOptions {
  /** The keys given with `--key`, by id. */
  readonly keys?: ReadonlyMap<string, Uint8Array>;
  readonly aadPrefix?: string;
  readonly kms?: string;
  readonly allowNoAad?: boolean;
}

/** Returns a key provider. @throws UsageError if the `--kms` module cannot be loaded, or exports no key provider. */
export async function keyProvider({ keys = new Map(), kms }: KeyOptions): Promise<KeyProvider> {
  const { fixedKeys } = await import('@marquetry/encryption');
  const fixed = fixedKeys(Object.fromEntries(keys));
  if (kms === undefined) return fixed;
  const module = await providerOf(kms);
  return { key: async (request) => (await fixed.key(request)) ?? module.key(request) };
}

async function providerOf(name: string): Promise<KeyProvider> {
  const path = modulePath(name, process.cwd());
  if (path === undefined) {
    throw new UsageError(
      `--kms ${name}: no such module; give a path such as ./keys.js or the name of an installed package`,
    );
  }
  let provider: unknown;
  try {
    const { default: exported }: { default?: unknown } = await import(pathToFileURL(path).href);
    provider = typeof exported === 'function' ? await exported() : exported;
  } catch (error) {
    const [line] = String(error).split('\n');
    throw new UsageError(`--kms ${name}: the module cannot be loaded: ${line}`);
  }
  if (typeof (provider as Partial<KeyProvider> | undefined)?.key === 'function') return provider as KeyProvider;
  throw new UsageError(`--kms ${name}: the default export must be a key provider, or a function that returns one`);
}
