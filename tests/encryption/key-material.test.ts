/** Reads files whose keys were wrapped by a key management service: a parquet-java file, and files that we write. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decryption, type EncryptionOptions, encryption } from '@marquetry/encryption';
import { type KmsClient, type KmsKeys, keyMaterialPath, kmsKeys, masterKeys } from '@marquetry/encryption/kms';
import { memorySink } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { createParquetWriter, openParquet } from 'marquetry';
import { afterEach, describe, expect, it, test, vi } from 'vitest';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const table = { kf: ascii('0123456789012345'), kc1: ascii('1234567890123450'), kc2: ascii('1234567890123451') };
const client = masterKeys(table);

async function rowsOf(bytes: Uint8Array, keys: Parameters<typeof decryption>[0]['keys']): Promise<object[]> {
  const file = await openParquet(bytes, { decryption: decryption({ keys }) });
  const rows: object[] = [];
  for await (const row of file.rows()) rows.push(row);
  return rows;
}

const shared = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared');
const javaFile = join(shared, 'parquet-testing/data/external_key_material_java.parquet.encrypted');

describe.skipIf(!existsSync(javaFile))('a parquet-java file with external key material', () => {
  const read = (keys: KmsKeys): Promise<object[]> =>
    rowsOf(readFileSync(javaFile), keys.withMaterial(readFileSync(keyMaterialPath(javaFile), 'utf8')));

  it('a parquet-java file with wrapped keys is read with the master keys', async () => {
    const expected = readFileSync(join(shared, 'conformance/encrypted/external_key_material_java.ndjson'), 'utf8');
    const lines = expected.trim().split('\n');
    expect(lines).toHaveLength(100);
    const rows = await read(kmsKeys({ client }));
    const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
    expect(rows.map((row) => JSON.stringify(row, text))).toEqual(lines);
  });

  it('reading a parquet-java file with a wrong master key, or without one, throws an error that names the column', async () => {
    const { kf, kc1 } = table;
    const withoutColumn = await errorOf(() => read(kmsKeys({ client: masterKeys({ kf, kc1 }) })));
    expect(withoutColumn).toMatchObject({ code: 'INVALID_ARGUMENT', at: { column: 'strings' } });
    const wrong = await errorOf(() => read(kmsKeys({ client: masterKeys({ ...table, kc2: kc1 }) })));
    expect(wrong).toMatchObject({ code: 'CORRUPT', at: { column: 'strings', part: 'key metadata' } });
  });
});

const rows = [
  { id: 1, name: 'a', salary: 1.5 },
  { id: 2, name: 'b', salary: 2.5 },
];

async function write(options: EncryptionOptions): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    schema: { id: 'INT32', name: 'STRING', salary: 'DOUBLE' },
    encryption: encryption(options),
  });
  await writer.writeRows(rows);
  await writer.finish();
  return sink.bytes;
}

describe.each([16, 24, 32] as const)('a file with keys of %s bytes', (dataKeyBytes) => {
  test.each([true, false])('a file with wrapped keys is read back, with doubleWrapping: %s', async (doubleWrapping) => {
    const keys = kmsKeys({ client, dataKeyBytes, doubleWrapping });
    const bytes = await write({
      footerKey: await keys.footerKey('kf'),
      columns: { name: await keys.columnKey('kc1'), salary: await keys.columnKey('kc2') },
    });
    expect(await rowsOf(bytes, keys)).toEqual(rows);
    expect(await rowsOf(bytes, kmsKeys({ client }))).toEqual(rows);
  });

  test.each([true, false])(
    'a file whose key material is in a separate file is read back, with doubleWrapping: %s',
    async (doubleWrapping) => {
      const keys = kmsKeys({ client, dataKeyBytes, doubleWrapping }).externalKeys();
      const options = { footerKey: await keys.footerKey('kf'), columns: { salary: await keys.columnKey('kc2') } };
      const bytes = await write({ ...options, footer: 'plaintext' });
      const material = keys.json();
      expect(await rowsOf(bytes, kmsKeys({ client }).withMaterial(material))).toEqual(rows);
      expect(await errorOf(() => rowsOf(bytes, kmsKeys({ client })))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    },
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('WebCrypto wraps and unwraps keys if `node:crypto` is not available', async () => {
  const original = process.getBuiltinModule.bind(process);
  const without = (name: string): object | undefined => (name === 'node:crypto' ? undefined : original(name));
  const spy = vi.spyOn(process, 'getBuiltinModule').mockImplementation(without as typeof process.getBuiltinModule);
  const keys = kmsKeys({ client: masterKeys(table), dataKeyBytes: 32 });
  const footerKey = await keys.footerKey('kf');
  expect(spy).toHaveBeenCalledWith('node:crypto');
  const bytes = await write({ footerKey });
  expect(await rowsOf(bytes, kmsKeys({ client: masterKeys(table) }))).toEqual(rows);
  spy.mockRestore();
  expect(await rowsOf(bytes, kmsKeys({ client }))).toEqual(rows);
});

test('if the key service denies a master key, reading a column that needs it throws an error that names the column', async () => {
  const keys = kmsKeys({ client });
  const bytes = await write({
    footerKey: await keys.footerKey('kf'),
    columns: { salary: await keys.columnKey('kc1') },
  });
  const refusing: KmsClient = {
    wrap: client.wrap,
    unwrap: (wrapped, id) => (id === 'kc1' ? undefined : client.unwrap(wrapped, id)),
  };
  const provider = kmsKeys({ client: refusing });
  const file = await openParquet(bytes, { decryption: decryption({ keys: provider }) });
  const names: unknown[] = [];
  for await (const { name } of file.rows({ columns: ['name'] })) names.push(name);
  expect(names).toEqual(['a', 'b']);
  expect(await errorOf(() => rowsOf(bytes, provider))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    at: { column: 'salary' },
  });
});

test('an aborted read ends, even if the key management service never answers', async () => {
  const keys = kmsKeys({ client });
  const bytes = await write({
    footerKey: await keys.footerKey('kf'),
    columns: { salary: await keys.columnKey('kc1') },
  });
  const controller = new AbortController();
  const silent: KmsClient = {
    wrap: client.wrap,
    unwrap: (wrapped, id) => {
      if (id !== 'kc1') return client.unwrap(wrapped, id);
      controller.abort(new Error('stopped'));
      return new Promise(() => {});
    },
  };
  const file = await openParquet(bytes, { decryption: decryption({ keys: kmsKeys({ client: silent }) }) });
  const read = async (): Promise<void> => {
    for await (const row of file.rows({ signal: controller.signal })) expect(row).toBe('never read');
  };
  await expect(read()).rejects.toThrow('stopped');
});
