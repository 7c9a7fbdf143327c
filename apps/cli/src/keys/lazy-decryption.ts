/**
 * The `decryption` option with which the command line opens files. The code that decrypts is loaded when the first
 * encrypted file is opened.
 */
import type { FileDecryption } from '@marquetry/file';
import { UsageError } from '../failure.js';
import type { KeyOptions } from './key-provider.js';

export function lazyDecryption(options: KeyOptions): FileDecryption {
  let loaded: FileDecryption | undefined;
  const load = async (): Promise<FileDecryption> => {
    if (loaded !== undefined) return loaded;
    const { decryption } = await import('@marquetry/encryption');
    const { keyProvider } = await import('./key-provider.js');
    const { aadPrefix, allowNoAad = false } = options;
    if (aadPrefix === '') throw new UsageError('--aad-prefix must not be empty');
    loaded = decryption({ keys: await keyProvider(options), allowNoAad, aadPrefix });
    return loaded;
  };
  return {
    contract: 1,
    name: 'decryption',
    openFooter: async (footer) => (await load()).openFooter(footer),
    checkFooter: async (metadata, footer) => {
      // If the user gives an AAD prefix, the file must be encrypted, so a plaintext file is checked as well.
      if (metadata.encryptionAlgorithm === undefined && options.aadPrefix === undefined) return undefined;
      return (await load()).checkFooter(metadata, footer);
    },
    // A plaintext file does not need to be unlocked.
    unlocking: (file, secrets) => loaded?.unlocking(file, secrets) ?? file,
  };
}
