/** Adds and reads the options that encrypt the file that a command writes. */
import type { EncryptionKey } from '@marquetry/encryption';
import type { FileEncryption, ParquetFile } from '@marquetry/file';
import { type Command, Option } from 'commander';
import { UsageError } from '../failure.js';
import type { KeyOptions } from './key-provider.js';

export interface OutputEncryptionOptions {
  readonly encrypt?: string;
  readonly encryptColumn?: readonly string[];
  readonly plainColumn?: readonly string[];
  readonly plaintextFooter?: boolean;
  readonly encryptionAlgorithm?: 'AES_GCM_V1' | 'AES_GCM_CTR_V1';
  readonly outputAadPrefix?: string;
  readonly decrypt?: boolean;
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export function addOutputEncryption(command: Command): Command {
  return command
    .option(
      '--encrypt <id>',
      'encrypt the output: the --key with this id encrypts the footer and all columns without an --encrypt-column',
    )
    .option('--encrypt-column <path=id>', 'encrypt this column with a separate key; may be repeated', collect)
    .option('--plain-column <path>', 'leave this column in plaintext; may be repeated', collect)
    .option(
      '--plaintext-footer',
      'sign the footer instead of encrypting it, so that readers without keys see the schema',
    )
    .addOption(
      new Option(
        '--encryption-algorithm <name>',
        'default AES_GCM_V1; AES_GCM_CTR_V1 does not detect changed values',
      ).choices(['AES_GCM_V1', 'AES_GCM_CTR_V1']),
    )
    .option(
      '--output-aad-prefix <text>',
      'AAD prefix, such as the name of the table, to authenticate and store in the file',
    )
    .option('--decrypt', 'write an encrypted input in plaintext');
}

/**
 * Returns how the output is encrypted; `undefined` for plaintext.
 * @throws UsageError if an input is encrypted and neither `--encrypt` nor `--decrypt` is given, or if the options name an unknown key.
 */
export async function outputEncryption(
  inputs: readonly Pick<ParquetFile, 'encryption'>[],
  options: OutputEncryptionOptions,
  { keys = new Map() }: KeyOptions,
): Promise<FileEncryption | undefined> {
  const { decrypt = false, encrypt, encryptColumn = [], plainColumn = [] } = options;
  if (encrypt === undefined) {
    const others = [
      'encryptColumn',
      'plainColumn',
      'plaintextFooter',
      'encryptionAlgorithm',
      'outputAadPrefix',
    ] as const;
    if (others.some((name) => options[name] !== undefined)) {
      throw new UsageError('encryption options require --encrypt ID, which names the footer key');
    }
    if (!decrypt && inputs.some(({ encryption }) => encryption !== undefined)) {
      throw new UsageError(
        'the input is encrypted: add --encrypt ID to encrypt the output, or --decrypt for plaintext',
      );
    }
    return undefined;
  }
  if (decrypt) throw new UsageError('--encrypt and --decrypt cannot be used together: use only one of them');
  const { encryption } = await import('@marquetry/encryption');
  const keyOf = (option: string, id: string): EncryptionKey => {
    const bytes = keys.get(id);
    if (bytes === undefined) throw new UsageError(`${option} ${id}: no such key; add --key ${id}=env:NAME`);
    // The ids of keys that have no key metadata.
    return id === 'footer' || id.startsWith('column:') ? { bytes } : { bytes, metadata: id };
  };
  const columns: Record<string, EncryptionKey | 'none'> = {};
  for (const path of plainColumn) columns[path] = 'none';
  for (const text of encryptColumn) {
    const at = separatorOf(text, keys);
    if (at < 1) throw new UsageError(`--encrypt-column ${text}: write PATH=ID`);
    columns[text.slice(0, at)] = keyOf('--encrypt-column', text.slice(at + 1));
  }
  return encryption({
    footerKey: keyOf('--encrypt', encrypt),
    columns,
    footer: options.plaintextFooter === true ? 'plaintext' : 'encrypted',
    algorithm: options.encryptionAlgorithm,
    aadPrefix: options.outputAadPrefix,
  });
}

/**
 * Returns the position at which PATH=ID is split. Both parts may contain `=`, so the first `=` that is followed by a
 * known id is used, or else the first `=`.
 */
function separatorOf(text: string, keys: ReadonlyMap<string, Uint8Array>): number {
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (keys.has(text.slice(at + 1))) return at;
  }
  return text.indexOf('=');
}
