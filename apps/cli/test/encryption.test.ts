import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decryption, fixedKeys } from '@marquetry/encryption';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileOf, jsonLines, type Result, runCli } from './run-cli.js';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../tests/fixtures/encrypted/${name}.parquet`, import.meta.url));
const hex = (length: number): string => Buffer.from(Uint8Array.from({ length }, (_, i) => i)).toString('hex');
const env = {
  K16: hex(16),
  K24: hex(24),
  K32: hex(32),
  WRONG: '00'.repeat(16),
  SHORT: '0011',
  NOT_HEX: 'zz'.repeat(16),
  DIGITS: '0123456789012345',
  BASE64: Buffer.from(hex(16), 'hex').toString('base64'),
};
const marquetry = (...args: string[]): Promise<Result> => runCli(args, { env });

let plain: string;
const target = (name: string): string => join(dirname(plain), name);
beforeAll(async () => {
  const sink = memorySink();
  const rows = Array.from({ length: 300 }, (_, id) => ({ id, name: `name ${id % 7}`, secret: id / 3 }));
  await writeParquet(sink, rows, {
    rowGroupRows: 100,
    pageRows: 20,
    bloomFilter: true,
    sortingColumns: [{ column: 'id' }],
  });
  plain = fileOf(sink.bytes);
});

const gcm = fixture('pyarrow-gcm-128');
const signed = fixture('pyarrow-gcm-192-signed');

describe('--key', () => {
  it('--key reads keys from environment variables and from files', async () => {
    const { code, stdout } = await marquetry('cat', gcm, '--key', 'footer=env:K16', '--limit', '2');
    expect(code).toBe(0);
    expect(jsonLines(stdout)).toEqual([
      { id: 0, name: null, half: 0, list: [] },
      { id: 1, name: 'name 1', half: 0.5, list: [1, 2] },
    ]);
    const path = target('key.hex');
    writeFileSync(path, `${hex(16)}\n`);
    expect((await marquetry('count', gcm, '--key', `footer=file:${path}`)).stdout).toBe('60\n');
  });

  it.skipIf(process.platform === 'win32')('--key reads a key from a pipe, which can be read only once', async () => {
    const path = target('key.pipe');
    execFileSync('mkfifo', [path]);
    const [result] = await Promise.all([
      marquetry('count', gcm, gcm, '--where', 'id < 5', '--json', '--key', `footer=file:${path}`),
      writeFile(path, hex(16)),
    ]);
    expect(result).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['schema', 'meta', 'pages', 'verify', 'head', 'tail', 'sample', 'count', 'sizes'])(
    '--key works with the command %s',
    async (command) => {
      const { code, stderr, stdout } = await marquetry(command, gcm, '--key', 'footer=env:K16');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toBe('');
      expect(stdout).not.toContain(env.K16);
    },
  );

  it.each([
    [`footer=${env.K16}`, '--key footer: a key must not be an argument'],
    [env.K16, '--key: a key must not be an argument'],
    [`footer=env:${env.K16}`, '--key footer: a key must not be an argument'],
    [`footer=file:${env.K16}`, '--key footer: a key must not be an argument'],
    [`footer=env:${env.DIGITS}`, '--key footer: a key must not be an argument'],
    [`footer=${env.BASE64}`, '--key footer: a key must not be an argument'],
    [env.BASE64, '--key: a key must not be an argument'],
    [`{"id":"a="}=${env.K16}`, '--key {"id":"a: a key must not be an argument'],
    [`footer=env:${env.K16}\r`, '--key footer: a key must not be an argument'],
    [`footer=env:x${env.K16}`, '--key footer: the environment variable is not set'],
    [`footer=file:x/${env.K16}`, '--key footer: the key file does not exist'],
    [`${env.K16}=env:MISSING`, '--key: the environment variable is not set'],
    [`column:${env.K16}=x`, '--key: a key must not be an argument'],
    ['footer=env:MISSING', '--key footer: the environment variable is not set'],
    ['footer=file:/no/such/key', '--key footer: the key file does not exist'],
    [
      'footer=env:SHORT',
      '--key footer: the key must have 16, 24 or 32 bytes, written as 32, 48 or 64 hexadecimal digits',
    ],
    [
      'footer=env:NOT_HEX',
      '--key footer: the key must have 16, 24 or 32 bytes, written as 32, 48 or 64 hexadecimal digits',
    ],
  ])(
    'the key argument %s makes the command exit with 2, and the error does not contain the key',
    async (key, message) => {
      const { code, stderr } = await marquetry('count', plain, '--key', key);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      for (const secret of [env.K16, env.NOT_HEX, env.DIGITS, 'AAECAwQFBgcICQ']) expect(stderr).not.toContain(secret);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    },
  );

  it('an error for a missing key names the key by its id in the file', async () => {
    const { code, stderr } = await marquetry('cat', gcm);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'marquetry: no key for the footer: add --key footer=env:NAME, where the environment variable NAME contains the key in hexadecimal\n',
    );
  });

  it.each([1, 2])(
    'verify reports a missing key as an error of the command, not as a problem in the file, for %i files',
    async (count) => {
      const { code, stderr, stdout } = await marquetry('verify', '--json', ...[gcm, plain].slice(0, count));
      expect(code).toBe(2);
      expect(stderr).toContain('no key for the footer: add --key footer=env:NAME');
      expect(stdout).not.toContain('INVALID_ARGUMENT');
    },
  );

  it('a wrong key makes the command exit with 1', async () => {
    const { code, stderr } = await marquetry('cat', gcm, '--key', 'footer=env:WRONG');
    expect(code).toBe(1);
    expect(stderr).toContain('not authentic');
  });
});

describe('--aad-prefix', () => {
  it('--aad-prefix is required for files that do not store their AAD prefix', async () => {
    const ctr = fixture('pyarrow-ctr-256');
    const without = await marquetry('count', ctr, '--key', 'footer=env:K32', '--where', 'id < 5');
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('add --aad-prefix TEXT');
    const args = ['--key', 'footer=env:K32', '--aad-prefix', 'table'];
    expect((await marquetry('count', ctr, '--where', 'id < 5', ...args)).stdout).toBe('5\n');
  });

  it('--aad-prefix is rejected for files that are not encrypted', async () => {
    const { code, stderr } = await marquetry('count', plain, '--aad-prefix', 'table');
    expect(code).toBe(1);
    expect(stderr).toContain('not encrypted');
  });
});

describe('--kms', () => {
  it('--kms accepts a module whose default export is a function that returns a key provider', async () => {
    const path = target('kms.mjs');
    writeFileSync(
      path,
      "export default () => ({ key: ({ metadata }) => new Uint8Array(Buffer.from(JSON.parse(new TextDecoder().decode(metadata)).wrappedDEK, 'base64')) });",
    );
    const { code, stdout } = await marquetry('verify', fixture('pyarrow-columns-encrypted'), '--kms', path);
    expect(code).toBe(0);
    expect(stdout).toContain('ok: 2 row groups, 4 columns');
  });

  it('--kms rejects a module that does not exist or does not export a key provider', async () => {
    const missing = await marquetry('count', gcm, '--kms', './no-such-module.mjs');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('--kms ./no-such-module.mjs: no such module');
    const path = target('empty.mjs');
    writeFileSync(path, 'export default 1;');
    expect((await marquetry('count', gcm, '--kms', path)).stderr).toContain('must be a key provider');
  });
});

describe('encrypted columns whose keys are missing', () => {
  const columns = ['--encrypt', 'footer', '--encrypt-column', 'secret=own', '--plaintext-footer'];
  it('columns whose keys are missing are listed, and the other columns are read and verified', async () => {
    const path = target('columns.parquet');
    const written = await marquetry(
      'rewrite',
      plain,
      path,
      '--key',
      'footer=env:K16',
      '--key',
      'own=env:K32',
      ...columns,
    );
    expect(written.code).toBe(0);
    const some = ['--key', 'footer=env:K16'];
    expect((await marquetry('head', path, '--columns', 'id,name', ...some)).code).toBe(0);
    const cat = await marquetry('cat', path, ...some);
    expect(cat.code).toBe(2);
    expect(cat.stderr).toContain('no key for the encrypted column secret: add --key own=env:NAME');
    const verify = await marquetry('verify', path, ...some);
    expect(verify.code).toBe(0);
    expect(verify.stdout).toContain('; not checked, because their keys are missing: secret');
    const meta = await marquetry('meta', path, '--json', ...some);
    expect(jsonLines(meta.stdout)[0]).toMatchObject({
      encryption: { algorithm: 'AES_GCM_V1', footer: 'plaintext', verified: true, columnsWithoutKey: ['secret'] },
    });
    expect(jsonLines(meta.stdout)[0]).toHaveProperty('rowGroups[0].columns[2].keyId', 'own');
    expect((await marquetry('meta', path, '--width', '300', ...some)).stdout).toMatch(/secret .*encrypted \(own\)/);
    expect((await marquetry('schema', path, ...some)).stdout).toContain('signed plaintext footer (verified)');
    for (const [command, left] of [
      ['pages', 'pages of some columns not listed'],
      ['sizes', 'columns not measured'],
    ] as const) {
      const { code, stderr, stdout } = await marquetry(command, path, '--json', ...some);
      expect(code).toBe(0);
      expect(stderr).toBe(`marquetry: ${left}, because their keys are missing: secret (--key own=env:NAME)\n`);
      expect([...new Set(jsonLines(stdout).map(({ column }) => column))]).toEqual(['id', 'name']);
      const alone = await marquetry(command, path, '--column', 'secret', ...some);
      expect(alone.code).toBe(2);
      expect(alone.stderr).toContain('no key for the encrypted column secret: add --key own=env:NAME');
    }
    // Without any key, the signature cannot be verified, and all columns are encrypted.
    expect((await marquetry('meta', path)).stdout).toContain('not verified, because the footer key is missing');
  });
});

describe('rewrite of encrypted files', () => {
  const keys = ['--key', 'kf=env:K16', '--key', 'own=env:K32'];
  it('rewrite encrypts, changes keys and decrypts without changing rows', async () => {
    const [first, second, third] = [target('1.parquet'), target('2.parquet'), target('3.parquet')];
    const encrypted = await marquetry(
      'rewrite',
      plain,
      first,
      ...keys,
      '--encrypt',
      'kf',
      '--encrypt-column',
      'name=own',
    );
    expect(encrypted.code).toBe(0);
    expect(encrypted.stdout).not.toMatch(/ 0 +0 %/);
    expect(Buffer.from(readFileSync(first)).includes('name 3')).toBe(false);
    const again = ['--encrypt', 'own', '--output-aad-prefix', 'table', '--plain-column', 'id'];
    expect((await marquetry('rewrite', first, second, ...keys, ...again)).code).toBe(0);
    expect((await marquetry('verify', second, ...keys)).code).toBe(0);
    const file = await openParquet(second, {
      decryption: decryption({ keys: fixedKeys({ own: Buffer.from(env.K32, 'hex') }), aadPrefix: 'table' }),
    });
    expect(file.encryption).toEqual({ algorithm: 'AES_GCM_V1', footer: 'encrypted', isVerified: true });
    await file.close();
    const accident = await marquetry('rewrite', second, third, ...keys);
    expect(accident.code).toBe(2);
    expect(accident.stderr).toContain('add --encrypt ID to encrypt the output, or --decrypt for plaintext');
    expect((await marquetry('rewrite', second, third, ...keys, '--decrypt')).code).toBe(0);
    for (const path of [first, second, third]) expect((await marquetry('diff', plain, path, ...keys)).code).toBe(0);
  });

  it.each([
    [['--encrypt', 'other'], '--encrypt other: no such key; add --key other=env:NAME'],
    [['--encrypt', 'kf', '--encrypt-column', 'name'], '--encrypt-column name: write PATH=ID'],
    [['--encrypt', 'kf', '--encrypt-column', 'nam=kf'], 'nam'],
    [['--encrypt', 'kf', '--decrypt'], '--encrypt and --decrypt cannot be used together'],
    [['--plaintext-footer'], 'encryption options require --encrypt ID'],
  ])('rewrite rejects the arguments %j', async (options, message) => {
    const { code, stderr } = await marquetry('rewrite', plain, target('refused.parquet'), ...keys, ...options);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });
});

describe('--encrypt-column', () => {
  it('--encrypt-column accepts paths and ids that contain `=`', async () => {
    const sink = memorySink();
    await writeParquet(sink, [{ 'a=b': 1, c: 2 }]);
    const [from, to] = [fileOf(sink.bytes), target('equals.parquet')];
    const keys = ['--key', 'kf=env:K16', '--key', 'id=="own=env:K32'];
    const { code } = await marquetry(
      'rewrite',
      from,
      to,
      ...keys,
      '--encrypt',
      'kf',
      '--encrypt-column',
      'a=b=id=="own',
    );
    expect(code).toBe(0);
    const { stdout } = await marquetry('meta', to, '--json', ...keys);
    const keyId = (column: number): unknown => JSON.parse(stdout).rowGroups[0].columns[column].keyId;
    expect([keyId(0), keyId(1)]).toEqual(['id=="own', 'footer']);
  });
});

describe('merge and split of encrypted files', () => {
  it('merge and split copy encrypted row groups with new keys, and decrypt only with --decrypt', async () => {
    const [first, merged] = [target('m1.parquet'), target('m2.parquet')];
    const keys = ['--key', 'kf=env:K16', '--key', 'new=env:K24'];
    await marquetry('rewrite', plain, first, ...keys, '--encrypt', 'kf');
    expect((await marquetry('merge', first, first, merged, ...keys)).code).toBe(2);
    const { code, stderr } = await marquetry('merge', first, plain, merged, ...keys, '--encrypt', 'new');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await marquetry('verify', merged, ...keys)).stdout).toContain('6 row groups, 3 columns');
    expect((await marquetry('split', merged, '--rows', '300', '--replace', '--decrypt', ...keys)).code).toBe(0);
    expect((await marquetry('diff', plain, merged.replace('.parquet', '-0.parquet'))).code).toBe(0);
  });
});

describe('--allow-no-aad', () => {
  it('--allow-no-aad reads files that DuckDB encrypted', async () => {
    const path = fixture('duckdb');
    const args = ['count', path, '--where', 'id < 7', '--key', 'key=env:DUCK', '--key', 'footer=env:DUCK'];
    const duck = { DUCK: Buffer.from('0123456789012345').toString('hex') };
    const refused = await runCli(args, { env: duck });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('add --allow-no-aad');
    expect((await runCli([...args, '--allow-no-aad'], { env: duck })).stdout).toBe('7\n');
  });
});

describe('meta of encrypted files', () => {
  it('meta prints the statistics of encrypted columns whose keys are given', async () => {
    const { stdout } = await marquetry('meta', signed, '--key', 'footer=env:K24', '--aad-prefix', 'table');
    expect(stdout).toContain('encrypted with AES_GCM_V1, signed plaintext footer (verified)');
    expect(stdout).toMatch(/half +-0.0 +19.5/);
  });
});

describe('pages of encrypted files', () => {
  it('pages shows how many bytes each page of an encrypted file takes', async () => {
    const args = ['pages', gcm, '--column', 'id', '--key', 'footer=env:K16'];
    const { stdout } = await marquetry(...args, '--json');
    const pages = jsonLines(stdout).filter(({ rowGroup }) => rowGroup === 0);
    expect(pages.length).toBeGreaterThan(1);
    for (const [i, page] of pages.slice(1).entries()) {
      expect(Number(pages[i]?.['offset']) + Number(pages[i]?.['storedSize'])).toBe(page['offset']);
    }
    expect((await marquetry(...args)).stdout).toMatch(/offset +in file +header/);
    expect((await marquetry('pages', plain)).stdout).not.toContain('in file');
  });
});
