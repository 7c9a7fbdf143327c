import { createStandardEncodings } from '@marquetry/encodings';
import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import {
  type AesAlgorithm,
  type ColumnChunk,
  type FileMetaData,
  readColumnMetaData,
  readFileCryptoMetaData,
  readFileMetaData,
} from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { describe, expect, it } from 'vitest';
import { createModuleCipher } from '../src/cipher.js';
import { decryption } from '../src/decryption.js';
import { type EncryptionOptions, encryption } from '../src/encryption.js';
import { fixedKeys } from '../src/keys-by-id.js';
import { aadOf } from '../src/modules.js';

const footerKey = { bytes: new Uint8Array(16).fill(1), metadata: 'kf' };
const columnKey = { bytes: new Uint8Array(32).fill(2), metadata: Uint8Array.of(7, 8) };
const schema = defineSchema({ id: 'INT32', name: 'STRING', group: { fields: { a: 'DOUBLE', b: 'INT64' } } });
const encodings = createStandardEncodings();
const text = new TextEncoder();

const columns = {
  id: Int32Array.of(1, 2, 3),
  name: ['open sesame', 'x', 'y'],
  'group.a': Float64Array.of(1, 2, 3),
  'group.b': BigInt64Array.of(1n, 2n, 3n),
};

async function written(
  options: Partial<EncryptionOptions> = {},
): Promise<{ bytes: Uint8Array; metadata: FileMetaData }> {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    schema,
    encodings,
    checksums: true,
    columns: { name: { bloomFilter: true } },
    encryption: encryption({ footerKey, ...options }),
  });
  await writer.writeRowGroup(columns);
  await writer.writeRowGroup(columns);
  return { metadata: await writer.finish(), bytes: sink.bytes };
}

const chunksOf = ({ rowGroups }: FileMetaData, ordinal: number): readonly ColumnChunk[] =>
  rowGroups[ordinal]?.columns ?? [];
const contains = (bytes: Uint8Array, part: string): boolean => Buffer.from(bytes).includes(part);

/** Returns the footer without its length and magic bytes. */
function footerOf(bytes: Uint8Array): Uint8Array {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);
  return bytes.subarray(bytes.length - 8 - length, bytes.length - 8);
}

function aadFor({ aadPrefix, aadFileUnique = new Uint8Array(0) }: AesAlgorithm, prefix = aadPrefix): Uint8Array {
  return Uint8Array.of(...(prefix ?? []), ...aadFileUnique);
}

describe('an encrypted footer', () => {
  it('an encrypted footer consists of the algorithm, the key metadata, and a module with the AAD of a footer', async () => {
    const { bytes, metadata } = await written({ aadPrefix: 'table' });
    expect(contains(bytes.subarray(0, 4), 'PARE')).toBe(true);
    expect(contains(bytes.subarray(-4), 'PARE')).toBe(true);
    const footer = footerOf(bytes);
    const { metadata: crypto, byteLength } = readFileCryptoMetaData(footer);
    const algorithm = crypto.encryptionAlgorithm as AesAlgorithm;
    expect(algorithm).toMatchObject({ kind: 'AES_GCM_V1', aadPrefix: text.encode('table') });
    expect(algorithm.aadFileUnique).toHaveLength(16);
    expect(crypto.keyMetadata).toEqual(text.encode('kf'));
    const cipher = await createModuleCipher(footerKey.bytes);
    const plain = await cipher.open('gcm', footer.subarray(byteLength), aadOf(aadFor(algorithm), 'footer'));
    expect(readFileMetaData(plain)).toEqual(metadata);
  });

  it('an encrypted footer states that readers must pass the AAD prefix if the file does not store it', async () => {
    const { bytes } = await written({ aadPrefix: Uint8Array.of(1, 2), storeAadPrefix: false });
    const { metadata: crypto, byteLength } = readFileCryptoMetaData(footerOf(bytes));
    const algorithm = crypto.encryptionAlgorithm as AesAlgorithm;
    expect(algorithm.supplyAadPrefix).toBe(true);
    expect(algorithm.aadPrefix).toBeUndefined();
    const cipher = await createModuleCipher(footerKey.bytes);
    const aad = aadOf(aadFor(algorithm, Uint8Array.of(1, 2)), 'footer');
    await expect(cipher.open('gcm', footerOf(bytes).subarray(byteLength), aad)).resolves.toBeDefined();
  });

  it('two files with encrypted footers have different file ids', async () => {
    const sealing = encryption({ footerKey });
    const ids = [sealing, sealing].map(async (same) => {
      const sink = memorySink();
      const writer = createFileWriter(sink, { schema, encodings, encryption: same });
      await writer.finish();
      return (readFileCryptoMetaData(footerOf(sink.bytes)).metadata.encryptionAlgorithm as AesAlgorithm).aadFileUnique;
    });
    const [first, second] = await Promise.all(ids);
    expect(first).not.toEqual(second);
  });
});

describe('a plaintext footer', () => {
  it('a plaintext footer is signed, and has no statistics of encrypted columns', async () => {
    const { bytes, metadata } = await written({
      footer: 'plaintext',
      columns: { name: columnKey, group: 'footer' },
      default: 'none',
    });
    expect(contains(bytes.subarray(0, 4), 'PAR1')).toBe(true);
    const footer = footerOf(bytes);
    const signed = footer.subarray(0, footer.length - 28);
    const stored = readFileMetaData(signed);
    expect(stored).toEqual(metadata);
    expect(stored.footerSigningKeyMetadata).toEqual(text.encode('kf'));
    const cipher = await createModuleCipher(footerKey.bytes);
    const fileAad = aadFor(stored.encryptionAlgorithm as AesAlgorithm);
    const nonce = footer.subarray(-28, -16);
    expect(await cipher.tag(nonce, signed, aadOf(fileAad, 'footer'))).toEqual(footer.slice(-16));
    const [id, name, a, b] = chunksOf(stored, 1);
    expect(id?.metaData?.statistics).toBeDefined();
    expect(id?.cryptoMetadata).toBeUndefined();
    for (const chunk of [name, a, b]) {
      expect(chunk?.metaData?.numValues).toBe(3);
      for (const secret of ['statistics', 'sizeStatistics', 'encodingStats', 'bloomFilterOffset'] as const) {
        expect(chunk?.metaData?.[secret]).toBeUndefined();
      }
    }
    expect(name?.cryptoMetadata).toEqual({
      kind: 'ENCRYPTION_WITH_COLUMN_KEY',
      pathInSchema: ['name'],
      keyMetadata: Uint8Array.of(7, 8),
    });
    expect(a?.cryptoMetadata).toEqual({ kind: 'ENCRYPTION_WITH_FOOTER_KEY' });
    const aad = aadOf(fileAad, 'columnMetadata', { rowGroup: 1, column: 1 });
    const own = await createModuleCipher(columnKey.bytes);
    const full = readColumnMetaData(await own.open('gcm', name?.encryptedColumnMetadata as Uint8Array, aad));
    expect(full.statistics?.maxValue).toEqual(text.encode('y'));
    expect(full).toMatchObject(name?.metaData ?? {});
    expect(full.bloomFilterOffset).toBeGreaterThan(0);
    expect(contains(bytes, 'open sesame')).toBe(false);
  });
});

describe('a column with a separate key', () => {
  it('if the footer is encrypted, the metadata of a column with a separate key is only in an encrypted module', async () => {
    const { metadata } = await written({ columns: { name: columnKey, 'group.b': 'none' } });
    const [id, name, a, b] = chunksOf(metadata, 0);
    expect(name?.metaData).toBeUndefined();
    expect(name?.encryptedColumnMetadata).toBeDefined();
    expect(id?.metaData).toBeDefined();
    expect(a?.cryptoMetadata).toEqual({ kind: 'ENCRYPTION_WITH_FOOTER_KEY' });
    expect(b?.cryptoMetadata).toBeUndefined();
  });
});

describe('errors that a key can resolve', () => {
  it.each([
    ['without decryption', undefined, 'UNSUPPORTED'],
    ['without the footer key', {}, 'INVALID_ARGUMENT'],
    ['with a wrong footer key', { footer: new Uint8Array(16) }, 'CORRUPT'],
  ])('opening a file %s throws an error with `cure: "keys"`', async (_, keys, code) => {
    const { bytes } = await written({});
    const options = keys === undefined ? {} : { decryption: decryption({ keys: fixedKeys(keys) }) };
    await expect(openFile(bytesSource(bytes), { encodings, ...options })).rejects.toMatchObject({ code, cure: 'keys' });
  });

  it('the error for reading an encrypted column without its key has `cure: "keys"`; the error for an invalid row group has no cure', async () => {
    const { bytes } = await written({ footer: 'plaintext', columns: { name: columnKey }, default: 'none' });
    const file = await openFile(bytesSource(bytes), { encodings });
    const errorOf = (read: () => unknown): unknown => {
      try {
        read();
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(errorOf(() => file.chunk({ rowGroup: 0, column: 'name' }))).toMatchObject({ cure: 'keys' });
    expect(errorOf(() => file.chunk({ rowGroup: 9, column: 'name' }))).toMatchObject({ cure: undefined });
  });
});

describe('encryption', () => {
  const refused = (options: object): string => {
    try {
      createFileWriter(memorySink(), {
        schema,
        encodings,
        encryption: encryption({ footerKey, ...options } as EncryptionOptions),
      });
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
      return String(error);
    }
    return 'accepted';
  };

  it('encryption rejects unknown options and options that contradict each other', () => {
    expect(refused({ footers: 'plaintext' })).toMatch(/footers/);
    expect(refused({ footer: 'plain' })).toMatch(/`footer` must be 'encrypted' or 'plaintext'/);
    expect(refused({ default: 'column' })).toMatch(/`default` must be 'footer' or 'none'/);
    expect(refused({ algorithm: 'AES_CBC' })).toMatch(/AES_GCM_V1/);
    expect(refused({ storeAadPrefix: false })).toMatch(/needs `aadPrefix`/);
    expect(refused({ aadPrefix: '' })).toMatch(/aadPrefix/);
    expect(refused({ columns: { name: 'own' } })).toMatch(/columns\['name'\] must be a key/);
    expect(refused({ columns: { nam: 'none' } })).toMatch(/nam/);
    expect(refused({})).toBe('accepted');
  });

  it('encryption rejects a key of the wrong length, and the error does not contain the key', () => {
    const bytes = text.encode('a secret key');
    expect(refused({ footerKey: { bytes } })).toMatch(/`footerKey.bytes` must be .* got 12 bytes/);
    expect(refused({ columns: { name: { bytes } } })).toMatch(/columns\['name'\].bytes must be .* got 12 bytes/);
    expect(refused({ columns: { name: { bytes } } })).not.toMatch(/secret/);
    expect(refused({ footerKey: undefined })).toMatch(/footerKey/);
  });

  it('encryption copies the keys, so that callers may overwrite them', async () => {
    const bytes = new Uint8Array(16).fill(1);
    const sealing = encryption({ footerKey: { bytes } });
    bytes.fill(9);
    const sink = memorySink();
    await createFileWriter(sink, { schema, encodings, encryption: sealing }).finish();
    const { metadata: crypto, byteLength } = readFileCryptoMetaData(footerOf(sink.bytes));
    const aad = aadOf(aadFor(crypto.encryptionAlgorithm as AesAlgorithm), 'footer');
    const cipher = await createModuleCipher(footerKey.bytes);
    await expect(cipher.open('gcm', footerOf(sink.bytes).subarray(byteLength), aad)).resolves.toBeDefined();
  });
});
