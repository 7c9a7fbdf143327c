/**
 * The key tools of pyarrow (Arrow C++) and parquet-java read our files, and we read theirs: with single and double key
 * wrapping, and with key material inside the file or in a separate file. `npm run test:interop` finds a Python with
 * pyarrow; parquet-java/ParquetJava.java explains how to install parquet-java.
 */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decryption, encryption } from '@marquetry/encryption';
import { type KmsClient, keyMaterialPath, kmsKeys, masterKeys } from '@marquetry/encryption/kms';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parquetJava } from './run-parquet-java.js';
import { python } from './run-pyarrow.js';

const hashed = (masterKeyID: string, message: Uint8Array | string): Buffer =>
  createHmac('sha256', `master ${masterKeyID}`).update(message).digest();
const masked = (key: Uint8Array, masterKeyID: string): Buffer => {
  const mask = hashed(masterKeyID, 'mask');
  return Buffer.from(key.map((byte, i) => byte ^ (mask[i] ?? 0)));
};

/** The same key service as in key_material.py, so that both sides wrap keys in the same way. */
const hashing: KmsClient = {
  wrap: (key, masterKeyID) => {
    const bytes = masked(key, masterKeyID);
    return Buffer.concat([bytes, hashed(masterKeyID, bytes).subarray(0, 8)]).toString('base64');
  },
  unwrap: (wrapped, masterKeyID) => {
    const bytes = Buffer.from(wrapped, 'base64').subarray(0, -8);
    if (hashing.wrap(masked(bytes, masterKeyID), masterKeyID) !== wrapped) throw new Error('another master key');
    return masked(bytes, masterKeyID);
  },
};

/** The master keys of parquet-java/KeyTools.java: the ids, repeated to 16 bytes. */
const repeated = masterKeys(
  Object.fromEntries(['kf', 'kc1', 'kc2'].map((id) => [id, Buffer.from(id.repeat(16).slice(0, 16))])),
);

const script = fileURLToPath(new URL('key_material.py', import.meta.url));
const home = process.env['JAVA_HOME'];
const java = home === undefined ? 'java' : join(home, 'bin', 'java');

/** Other implementations of key tools, and the key service that each uses. */
const judges: readonly {
  readonly name: string;
  readonly program: readonly string[] | undefined;
  readonly client: KmsClient;
}[] = [
  { name: 'pyarrow', program: python === undefined ? undefined : [python, script], client: hashing },
  {
    name: 'parquet-java',
    program: parquetJava === undefined ? undefined : [java, '-cp', parquetJava, 'KeyTools'],
    client: repeated,
  },
];

const rows = Array.from({ length: 100 }, (_, i) => ({ id: i, name: `name ${i % 9}`, x: i / 2 }));

interface Kind {
  readonly name: string;
  readonly bits: number;
  readonly doubleWrapping: boolean;
  readonly isExternal: boolean;
}

const kinds: readonly Kind[] = [128, 192, 256].flatMap((bits) =>
  [true, false].flatMap((doubleWrapping) =>
    [false, true].map((isExternal) => {
      const name = `${bits}-${doubleWrapping ? 'double' : 'single'}-${isExternal ? 'external' : 'internal'}.parquet`;
      return { name, bits, doubleWrapping, isExternal };
    }),
  ),
);

async function write(
  folder: string,
  client: KmsClient,
  { name, bits, doubleWrapping, isExternal }: Kind,
): Promise<void> {
  const dataKeyBytes = (bits / 8) as 16 | 24 | 32;
  const keys = kmsKeys({ client, doubleWrapping, dataKeyBytes, keyEncryptionKeyBytes: dataKeyBytes });
  const external = keys.externalKeys();
  const maker = isExternal ? external : keys;
  const sink = memorySink();
  await writeParquet(sink, rows, {
    schema: { id: 'INT64', name: 'STRING', x: 'DOUBLE' },
    // parquet-java cannot read pages of version 2 with encrypted levels.
    pageVersion: 1,
    encryption: encryption({
      footerKey: await maker.footerKey('kf'),
      columns: { name: await maker.columnKey('kc1'), x: await maker.columnKey('kc2') },
      default: 'none',
    }),
  });
  const path = join(folder, name);
  writeFileSync(path, sink.bytes);
  if (isExternal) writeFileSync(keyMaterialPath(path), external.json());
}

async function read(path: string, client: KmsClient): Promise<object[]> {
  const keys = kmsKeys({ client }).withMaterial(() => readFileSync(keyMaterialPath(path), 'utf8'));
  const file = await openParquet(readFileSync(path), { decryption: decryption({ keys, require: 'encrypted' }) });
  const found: object[] = [];
  for await (const row of file.rows({ as: { id: 'number' } })) found.push(row);
  return found;
}

describe.each(judges)('key material of $name', ({ name: judge, program, client }) => {
  if (program === undefined) {
    it.skip(`key material of $name is not compared (skipped: ${judge} is not installed)`, () => {});
    return;
  }
  const [command = '', ...first] = program;
  const run = (what: string, folder: string): string => {
    const { status, stdout, stderr } = spawnSync(command, [...first, what, folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${judge} ended with ${status}: ${stderr}`);
    return stdout;
  };
  let theirs: string;
  let ours: string;
  let answers: ReadonlyMap<string, { readonly rows?: object[]; readonly error?: string }>;
  beforeAll(async () => {
    theirs = mkdtempSync(join(tmpdir(), 'marquetry-keys-'));
    ours = mkdtempSync(join(tmpdir(), 'marquetry-keys-'));
    run('write', theirs);
    for (const kind of kinds) await write(ours, client, kind);
    const lines = run('read', ours).trim().split('\n');
    answers = new Map(lines.map((line) => JSON.parse(line)).map((answer) => [answer.name, answer]));
  }, 120_000);
  afterAll(() => {
    for (const folder of [theirs, ours]) if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it.each(kinds)('we read the wrapped keys of $name', async ({ name }) => {
    expect(await read(join(theirs, name), client)).toEqual(rows);
  });

  it.each(kinds)('$name reads the wrapped keys in our files', ({ name }) => {
    expect(answers.get(name)).toEqual({ name, rows });
  });

  if (judge === 'pyarrow') {
    it('we read an encrypted file after pyarrow has wrapped its keys with new master keys', async () => {
      const [path = ''] = globSync(join(theirs, 'rotated', '*.parquet'));
      const [material = ''] = globSync(join(theirs, 'rotated', '*.json'));
      expect(basename(material)).toBe(keyMaterialPath(basename(path)));
      expect(readFileSync(material, 'utf8')).toContain('\\"doubleWrapping\\":false');
      expect(await read(path, client)).toEqual(rows);
    });
  }
});
