import { errorOf } from '@marquetry/test-support/errors.js';
import { describe, expect, it } from 'vitest';
import { createModuleCipher } from '../../src/cipher.js';
import type { EncryptionKey, KeyProvider } from '../../src/keys.js';
import { type KmsClient, type KmsOptions, keyMaterialPath, kmsKeys, masterKeys } from '../../src/kms.js';

const utf8 = new TextEncoder();
const table = { kf: new Uint8Array(16).fill(1), kc: new Uint8Array(32).fill(2) };
const client = masterKeys(table);

/** Returns a client that counts the calls of another client. */
function counted(inner: KmsClient = client): { client: KmsClient; calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    client: {
      wrap: (...args) => {
        calls.push(`wrap ${args[1]}`);
        return inner.wrap(...args);
      },
      unwrap: (...args) => {
        calls.push(`unwrap ${args[1]}`);
        return inner.unwrap(...args);
      },
    },
  };
}

const metadataOf = ({ metadata }: EncryptionKey): string => metadata as string;
const membersOf = (key: EncryptionKey): Record<string, unknown> => JSON.parse(metadataOf(key));

async function get(
  keys: KeyProvider,
  metadata: string | object,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = utf8.encode(typeof metadata === 'string' ? metadata : JSON.stringify(metadata));
  return keys.key({ use: 'column', path: ['a', 'b'], metadata: bytes, signal });
}

/** Returns base64 of nonce, ciphertext and tag, which is how parquet-java wraps keys. */
async function wrapped(key: Uint8Array, by: Uint8Array, aad: Uint8Array): Promise<string> {
  const module = await (await createModuleCipher(by)).seal('gcm', key, aad);
  return Buffer.from(module.subarray(4)).toString('base64');
}

describe('key metadata', () => {
  it('key metadata with single wrapping has the same members as in parquet-java', async () => {
    const keys = kmsKeys({ client: { wrap: () => 'W', unwrap: () => undefined }, doubleWrapping: false });
    expect(membersOf(await keys.footerKey('kf'))).toEqual({
      keyMaterialType: 'PKMT1',
      internalStorage: true,
      isFooterKey: true,
      kmsInstanceID: 'DEFAULT',
      kmsInstanceURL: 'DEFAULT',
      masterKeyID: 'kf',
      wrappedDEK: 'W',
      doubleWrapping: false,
    });
    expect(membersOf(await keys.columnKey('kc'))).toEqual({
      keyMaterialType: 'PKMT1',
      internalStorage: true,
      isFooterKey: false,
      masterKeyID: 'kc',
      wrappedDEK: 'W',
      doubleWrapping: false,
    });
  });

  it('key metadata with double wrapping contains a key encryption key, whose id is the AAD of the wrapped key', async () => {
    const keks: Uint8Array[] = [];
    const keys = kmsKeys({
      client: { wrap: (key) => `W${keks.push(key)}`, unwrap: () => undefined },
      keyEncryptionKeyBytes: 32,
      kmsInstanceID: 'id',
      kmsInstanceURL: 'https://kms',
    });
    const key = await keys.footerKey('kf');
    const { keyEncryptionKeyID, wrappedDEK, ...others } = membersOf(key);
    expect(others).toEqual({
      keyMaterialType: 'PKMT1',
      internalStorage: true,
      isFooterKey: true,
      kmsInstanceID: 'id',
      kmsInstanceURL: 'https://kms',
      masterKeyID: 'kf',
      doubleWrapping: true,
      wrappedKEK: 'W1',
    });
    const id = Buffer.from(String(keyEncryptionKeyID), 'base64');
    expect(id).toHaveLength(16);
    const sealed = Buffer.from(String(wrappedDEK), 'base64');
    expect(sealed).toHaveLength(12 + 16 + 16);
    expect(keks[0]).toHaveLength(32);
    const cipher = await createModuleCipher(keks[0] as Uint8Array);
    const dek = await cipher.open('gcm', Uint8Array.of(0, 0, 0, 0, ...sealed), id);
    expect(dek).toEqual(key.bytes);
  });

  it.each([16, 24, 32] as const)('keys of %s bytes can be read from their key metadata', async (dataKeyBytes) => {
    for (const doubleWrapping of [true, false]) {
      const options: KmsOptions = { client, dataKeyBytes, doubleWrapping, keyEncryptionKeyBytes: dataKeyBytes };
      const made = await kmsKeys(options).columnKey('kc');
      expect(made.bytes).toHaveLength(dataKeyBytes);
      expect(await get(kmsKeys({ client }), metadataOf(made))).toEqual(made.bytes);
    }
  });

  it('key metadata with external storage refers to a key in the key material file', async () => {
    const keys = kmsKeys({ client });
    const made = keys.externalKeys();
    const first = await made.columnKey('kc');
    const footer = await made.footerKey('kf');
    const second = await made.columnKey('kf');
    expect([first, footer, second].map(membersOf)).toEqual(
      ['columnKey0', 'footerKey', 'columnKey1'].map((keyReference) => ({
        keyMaterialType: 'PKMT1',
        internalStorage: false,
        keyReference,
      })),
    );
    const file: Record<string, string> = JSON.parse(made.json());
    expect(Object.keys(file).sort()).toEqual(['columnKey0', 'columnKey1', 'footerKey']);
    expect(JSON.parse(file['columnKey0'] as string)).toMatchObject({ isFooterKey: false, masterKeyID: 'kc' });
    expect(JSON.parse(file['columnKey0'] as string)).not.toHaveProperty('internalStorage');
    let loads = 0;
    const reading = kmsKeys({ client }).withMaterial(async () => {
      loads++;
      return made.json();
    });
    for (const key of [first, footer, second]) expect(await get(reading, metadataOf(key))).toEqual(key.bytes);
    expect(loads).toBe(1);
    expect(await get(keys.withMaterial(made.json()), metadataOf(second))).toEqual(second.bytes);
  });

  it('without key metadata, the key provider returns no key', async () => {
    const none = await kmsKeys({ client }).key({
      use: 'footer',
      path: undefined,
      metadata: undefined,
      signal: undefined,
    });
    expect(none).toBeUndefined();
  });
});

describe('a key encryption key', () => {
  it('the client wraps one key encryption key per master key', async () => {
    const { client: counting, calls } = counted();
    const keys = kmsKeys({ client: counting });
    const made = await Promise.all(['kf', 'kc', 'kf', 'kc'].map((id) => keys.columnKey(id)));
    expect(calls).toEqual(['wrap kf', 'wrap kc']);
    expect(new Set(made.map(({ bytes }) => String(bytes))).size).toBe(4);
    const reading = kmsKeys({ client: counting });
    for (const key of made) expect(await get(reading, metadataOf(key))).toEqual(key.bytes);
    expect(calls.slice(2)).toEqual(['unwrap kf', 'unwrap kc']);
  });

  it('a key encryption key is not cached with `cacheSeconds: 0`', async () => {
    const { client: counting, calls } = counted();
    const keys = kmsKeys({ client: counting, cacheSeconds: 0 });
    const key = await keys.columnKey('kf');
    await keys.columnKey('kf');
    await get(keys, metadataOf(key));
    await get(keys, metadataOf(key));
    expect(calls).toEqual(['wrap kf', 'wrap kf', 'unwrap kf', 'unwrap kf']);
  });

  it('a cached key encryption key is not used for key material with the same key id but another master key', async () => {
    const { client: counting, calls } = counted();
    const keys = kmsKeys({ client: counting });
    const key = await keys.columnKey('kf');
    await get(keys, metadataOf(key));
    const other = { ...membersOf(key), masterKeyID: 'kc' };
    expect(await errorOf(() => get(keys, other))).toMatchObject({ code: 'CORRUPT' });
    expect(calls).toEqual(['wrap kf', 'unwrap kf', 'unwrap kc']);
  });

  it('a key encryption key is unwrapped again after an error, and after the read that requested it was aborted', async () => {
    const { client: counting, calls } = counted();
    const key = await kmsKeys({ client }).columnKey('kf');
    const failing: KmsClient = {
      wrap: counting.wrap,
      unwrap: async (text, id, signal) => {
        const bytes = await counting.unwrap(text, id);
        if (calls.length === 1) throw new Error('the service is out');
        signal?.throwIfAborted();
        return bytes;
      },
    };
    const keys = kmsKeys({ client: failing });
    await expect(get(keys, metadataOf(key))).rejects.toThrow('the service is out');
    const controller = new AbortController();
    const aborted = get(keys, metadataOf(key), controller.signal);
    const waiting = get(keys, metadataOf(key));
    controller.abort(new Error('stopped'));
    await expect(aborted).rejects.toThrow('stopped');
    expect(await waiting).toEqual(key.bytes);
    expect(calls).toEqual(['unwrap kf', 'unwrap kf', 'unwrap kf']);
  });
});

describe('a key management client', () => {
  it('the KMS client receives the AbortSignal of the read', async () => {
    const key = await kmsKeys({ client }).columnKey('kf');
    const signals: unknown[] = [];
    const keys = kmsKeys({
      client: {
        wrap: (bytes, id, signal) => {
          signals.push(signal);
          return client.wrap(bytes, id);
        },
        unwrap: (text, id, signal) => {
          signals.push(signal);
          return client.unwrap(text, id);
        },
      },
    });
    const { signal } = new AbortController();
    await get(keys, metadataOf(key), signal);
    await keys.columnKey('kf', signal);
    expect(signals).toEqual([signal, signal]);
  });

  it('if the KMS client returns undefined, the key provider returns no key, and calls the client again for the next request', async () => {
    const key = await kmsKeys({ client }).columnKey('kf');
    const { client: counting, calls } = counted(masterKeys({}));
    const keys = kmsKeys({ client: counting });
    expect(await get(keys, metadataOf(key))).toBeUndefined();
    expect(await get(keys, metadataOf(key))).toBeUndefined();
    expect(calls).toHaveLength(2);
  });

  it('a KMS client that overwrites the bytes it receives with zeros does not change the created key', async () => {
    const clearing: KmsClient = {
      wrap: async (key, id) => {
        const text = await client.wrap(key, id);
        key.fill(0);
        return text;
      },
      unwrap: client.unwrap,
    };
    for (const doubleWrapping of [true, false]) {
      const made = await kmsKeys({ client: clearing, doubleWrapping }).columnKey('kf');
      expect(await get(kmsKeys({ client }), metadataOf(made))).toEqual(made.bytes);
    }
  });

  it.each([
    ['undefined', undefined],
    ['bytes', new Uint8Array(16)],
    ['empty text', ''],
  ])('a client that wraps a key as %s is rejected', async (_, result) => {
    const keys = kmsKeys({ client: { wrap: () => result as string, unwrap: () => undefined } });
    expect(await errorOf(() => keys.columnKey('kf'))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it.each([
    ['text', 'key', 'INVALID_ARGUMENT'],
    ['null', null, 'INVALID_ARGUMENT'],
    ['17 bytes', new Uint8Array(17), 'CORRUPT'],
  ])('a client that unwraps a key to %s is rejected', async (_, result, code) => {
    const made = await kmsKeys({ client, doubleWrapping: false }).columnKey('kf');
    const keys = kmsKeys({ client: { wrap: client.wrap, unwrap: () => result as Uint8Array } });
    expect(await errorOf(() => get(keys, metadataOf(made)))).toMatchObject({ code });
  });
});

describe('masterKeys', () => {
  it('masterKeys wraps keys in the same format as LocalWrapKmsClient, and also unwraps base64 without JSON', async () => {
    const key = new Uint8Array(16).fill(9);
    const text = await client.wrap(key, 'kf');
    const { masterKeyVersion, encryptedKey } = JSON.parse(text);
    expect(masterKeyVersion).toBe('NO_VERSION');
    expect(await client.unwrap(text, 'kf')).toEqual(key);
    expect(await client.unwrap(encryptedKey, 'kf')).toEqual(key);
    expect(await client.unwrap(await wrapped(key, table.kc, utf8.encode('kc')), 'kc')).toEqual(key);
  });

  it('masterKeys rejects unknown master keys, unknown versions, and text that was not wrapped with the master key', async () => {
    const text = await client.wrap(new Uint8Array(16), 'kf');
    expect(await client.unwrap(text, 'other')).toBeUndefined();
    expect(await errorOf(() => client.wrap(new Uint8Array(16), '__proto__'))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'the table passed to `masterKeys` has no master key "__proto__"',
    });
    expect(await errorOf(() => client.unwrap(text, 'kc'))).toMatchObject({ code: 'CORRUPT' });
    const newer = JSON.stringify({ ...JSON.parse(text), masterKeyVersion: '2' });
    expect(await errorOf(() => client.unwrap(newer, 'kf'))).toMatchObject({ code: 'UNSUPPORTED' });
    expect(await errorOf(async () => masterKeys({ short: new Uint8Array(8) }))).toMatchObject({
      message: 'the master key "short" must be a Uint8Array of 16, 24 or 32 bytes, got 8 bytes',
    });
  });
});

describe('invalid options of kmsKeys', () => {
  it.each([
    ['no client', {}, '`client` must have the functions `wrap` and `unwrap`'],
    [
      'a client that cannot unwrap',
      { client: { wrap: client.wrap } },
      '`client` must have the functions `wrap` and `unwrap`',
    ],
    ['cacheSeconds', { client, cacheSeconds: -1 }, '`cacheSeconds` must be at least 0, got -1'],
    ['cacheSeconds that are NaN', { client, cacheSeconds: Number.NaN }, '`cacheSeconds` must be at least 0, got NaN'],
    ['dataKeyBytes', { client, dataKeyBytes: 128 }, '`dataKeyBytes` must be 16, 24 or 32 bytes, got 128'],
    [
      'keyEncryptionKeyBytes',
      { client, keyEncryptionKeyBytes: 0 },
      '`keyEncryptionKeyBytes` must be 16, 24 or 32 bytes, got 0',
    ],
    ['kmsInstanceID', { client, kmsInstanceID: 1 }, '`kmsInstanceID` must be text'],
    ['an unknown option', { client, cache: 1 }, '`kmsKeys` has no option `cache`: its options are'],
  ])('kmsKeys rejects invalid options: %s', async (_, options, message) => {
    const error = await errorOf(async () => kmsKeys(options as unknown as KmsOptions));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) });
  });

  it('kmsKeys rejects an empty master key id, a second footer key for one file, and material that is not text', async () => {
    const keys = kmsKeys({ client });
    expect(await errorOf(() => keys.footerKey(''))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    const made = keys.externalKeys();
    const { metadata } = await made.footerKey('kf');
    const before = made.json();
    expect(await errorOf(() => made.footerKey('kf'))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(made.json()).toBe(before);
    const reading = keys.withMaterial((() => ({})) as unknown as () => string);
    expect(await errorOf(() => get(reading, String(metadata)))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await errorOf(() => get(keys, String(metadata)))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('withMaterial'),
    });
  });
});

it('externalKeys throws LIMIT when a key would make the key material larger than a reader accepts', async () => {
  const long: KmsClient = { wrap: () => 'W'.repeat(65_000), unwrap: () => undefined };
  const made = kmsKeys({ client: long, doubleWrapping: false }).externalKeys();
  const make = async (): Promise<void> => {
    for (let i = 0; i < 100; i++) await made.columnKey('kf');
  };
  expect(await errorOf(make)).toMatchObject({ code: 'LIMIT' });
  const json = made.json();
  expect(json.length).toBeLessThanOrEqual(2 ** 22);
  expect(Object.keys(JSON.parse(json))).toHaveLength(64);
});

describe('keyMaterialPath', () => {
  it.each([
    ['table.parquet', '_KEY_MATERIAL_FOR_table.parquet.json'],
    ['/data/table.parquet', '/data/_KEY_MATERIAL_FOR_table.parquet.json'],
    ['C:\\data\\table.parquet', 'C:\\data\\_KEY_MATERIAL_FOR_table.parquet.json'],
  ])('keyMaterialPath(%s) returns %s', (path, expected) => {
    expect(keyMaterialPath(path)).toBe(expected);
  });
});
