/**
 * The key tools of pyarrow (Arrow C++) read our files, and we read theirs: single and double wrapping, inside the file and in a file beside it. `npm run
 * test:interop` runs this test.
 */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decryption, encryption } from '@marquetry/encryption';
import { type KmsClient, keyMaterialPath, kmsKeys } from '@marquetry/encryption/kms';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { python } from './run-pyarrow.js';

const hashed = (masterKeyID: string, message: Uint8Array | string): Buffer =>
  createHmac('sha256', `master ${masterKeyID}`).update(message).digest();
const masked = (key: Uint8Array, masterKeyID: string): Buffer => {
  const mask = hashed(masterKeyID, 'mask');
  return Buffer.from(key.map((byte, i) => byte ^ (mask[i] ?? 0)));
};

/** The same service as in key_material.py. */
const client: KmsClient = {
  wrap: (key, masterKeyID) => {
    const bytes = masked(key, masterKeyID);
    return Buffer.concat([bytes, hashed(masterKeyID, bytes).subarray(0, 8)]).toString('base64');
  },
  unwrap: (wrapped, masterKeyID) => {
    const bytes = Buffer.from(wrapped, 'base64').subarray(0, -8);
    if (client.wrap(masked(bytes, masterKeyID), masterKeyID) !== wrapped) throw new Error('another master key');
    return masked(bytes, masterKeyID);
  },
};

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

async function write(folder: string, { name, bits, doubleWrapping, isExternal }: Kind): Promise<void> {
  const dataKeyBytes = (bits / 8) as 16 | 24 | 32;
  const keys = kmsKeys({ client, doubleWrapping, dataKeyBytes, keyEncryptionKeyBytes: dataKeyBytes });
  const external = keys.externalKeys();
  const maker = isExternal ? external : keys;
  const sink = memorySink();
  await writeParquet(sink, rows, {
    schema: { id: 'INT64', name: 'STRING', x: 'DOUBLE' },
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

async function read(path: string): Promise<object[]> {
  const keys = kmsKeys({ client }).withMaterial(() => readFileSync(keyMaterialPath(path), 'utf8'));
  const file = await openParquet(readFileSync(path), { decryption: decryption({ keys, require: 'encrypted' }) });
  const found: object[] = [];
  for await (const row of file.rows({ as: { id: 'number' } })) found.push(row);
  return found;
}

function run(command: string, folder: string): string {
  const script = fileURLToPath(new URL('key_material.py', import.meta.url));
  const { status, stdout, stderr } = spawnSync(python ?? '', [script, command, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Python ended with ${status}: ${stderr}`);
  return stdout;
}

const skipped = python === undefined ? ' (skipped: no Python with pyarrow)' : '';

describe.skipIf(skipped !== '')(`key material of pyarrow${skipped}`, () => {
  let theirs: string;
  let ours: string;
  let answers: ReadonlyMap<string, { readonly rows?: object[]; readonly error?: string }>;
  beforeAll(async () => {
    theirs = mkdtempSync(join(tmpdir(), 'marquetry-keys-'));
    ours = mkdtempSync(join(tmpdir(), 'marquetry-keys-'));
    run('write', theirs);
    for (const kind of kinds) await write(ours, kind);
    const lines = run('read', ours).trim().split('\n');
    answers = new Map(lines.map((line) => JSON.parse(line)).map((answer) => [answer.name, answer]));
  }, 60_000);
  afterAll(() => {
    for (const folder of [theirs, ours]) if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it.each(kinds)('$name of pyarrow is read', async ({ name }) => {
    expect(await read(join(theirs, name))).toEqual(rows);
  });

  it.each(kinds)('$name of ours is read by pyarrow', ({ name }) => {
    expect(answers.get(name)).toEqual({ name, rows });
  });

  it('a file whose master keys pyarrow rotated is read', async () => {
    const [path = ''] = globSync(join(theirs, 'rotated', '*.parquet'));
    const [material = ''] = globSync(join(theirs, 'rotated', '*.json'));
    expect(basename(material)).toBe(keyMaterialPath(basename(path)));
    expect(readFileSync(material, 'utf8')).toContain('\\"doubleWrapping\\":false');
    expect(await read(path)).toEqual(rows);
  });
});
