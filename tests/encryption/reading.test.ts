/**
 * Reads encrypted files that pyarrow and DuckDB wrote, with `node:crypto` and with WebCrypto.
 */
import { decryption, encryption, fixedKeys } from '@marquetry/encryption';
import { memorySink } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { openParquet, type ParquetReader, writeParquet } from 'marquetry';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, fixtureNames, optionsOf, rows } from './fixtures.js';

const open = (name: string): Promise<ParquetReader> =>
  openParquet(bytesOf(name), { decryption: decryption(optionsOf(name)) });

async function rowsOf(file: ParquetReader, options: Parameters<ParquetReader['rows']>[0] = {}): Promise<object[]> {
  const found: object[] = [];
  for await (const row of file.rows(options)) found.push(row);
  return found;
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Hides `node:crypto` if the platform is WebCrypto. */
function choosePlatform(platform: string): void {
  if (platform !== 'WebCrypto') return;
  const original = process.getBuiltinModule.bind(process);
  const withoutCrypto = (name: string): object | undefined => (name === 'node:crypto' ? undefined : original(name));
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(withoutCrypto as typeof process.getBuiltinModule);
}

describe.each(['node:crypto', 'WebCrypto'])('reading encrypted files with %s', (platform) => {
  it.each(fixtureNames)('all rows of %s are read', async (name) => {
    choosePlatform(platform);
    expect(await rowsOf(await open(name))).toEqual(rows);
  });

  it.each(fixtureNames)('selected rows of %s are read', async (name) => {
    choosePlatform(platform);
    const where = { id: { ge: 43, lt: 47 } };
    expect(await rowsOf(await open(name), { where })).toEqual(rows.slice(43, 47));
    const selected = await rowsOf(await open(name), {
      rows: [
        [3, 5],
        [38, 42],
        [59, 60],
      ],
    });
    expect(selected).toEqual([...rows.slice(3, 5), ...rows.slice(38, 42), ...rows.slice(59, 60)]);
  });

  it.each(fixtureNames)(
    'all pages of the column `id` of %s can be opened, and so can its last page alone',
    async (name) => {
      choosePlatform(platform);
      const file = await open(name);
      const starts: number[] = [];
      let slots = 0;
      for await (const { stored, data } of file.openPages({ rowGroup: 0, column: 'id' })) {
        starts.push(stored.fileOffset);
        slots += data?.page.slotCount ?? 0;
      }
      expect(slots).toBe(file.metadata.rowGroups[0]?.numRows);
      const start = starts.at(-1) ?? 0;
      const { end } = file.chunk({ rowGroup: 0, column: 'id' });
      const last: number[] = [];
      for await (const page of file.pages({ rowGroup: 0, column: 'id' }, undefined, { start, end })) {
        last.push(page.fileOffset);
      }
      expect(last).toEqual([start]);
    },
  );
});

describe('a read skips pages by the page indexes of encrypted columns', () => {
  it.each(fixtureNames.filter((name) => name !== 'duckdb'))('a filtered read of %s skips pages', async (name) => {
    const plan = await (await open(name)).plan({ where: { id: { ge: 3, lt: 5 } } });
    expect(plan.skipped.map(({ by }) => by)).toContain('columnIndex');
  });
});

describe.each(['node:crypto', 'WebCrypto'])('Bloom filters of encrypted columns, with %s', (platform) => {
  it('encrypted Bloom filters skip row groups that do not contain a value', async () => {
    choosePlatform(platform);
    const sink = memorySink();
    const key = new Uint8Array(32);
    const data = Array.from({ length: 400 }, (_, id) => ({ id: 2 * id, name: `name ${id}` }));
    await writeParquet(sink, data, {
      rowGroupRows: 100,
      bloomFilter: true,
      encryption: encryption({ footerKey: { bytes: key } }),
    });
    const file = await openParquet(sink.bytes, { decryption: decryption({ keys: fixedKeys({ footer: key }) }) });
    const use = { statistics: false, columnIndex: false, dictionary: false };
    for (let id = 0; id < 400; id += 7) {
      const { rowGroups, skipped } = await file.plan({ where: { name: `name ${id}` }, use });
      expect(rowGroups.map(({ rowGroup }) => rowGroup)).toContain(Math.floor(id / 100));
      expect(skipped.map(({ by }) => by)).toContain('bloom');
    }
  });
});

describe('a column whose key is missing', () => {
  const openWithout = async (name: string, path: string): Promise<ParquetReader> => {
    const { keys, ...options } = optionsOf(name);
    const some = {
      key: (request: Parameters<typeof keys.key>[0]) =>
        request.path?.join('.') === path ? undefined : keys.key(request),
    };
    return openParquet(bytesOf(name), { decryption: decryption({ ...options, keys: some }) });
  };

  it.each(['pyarrow-columns-encrypted', 'pyarrow-columns-signed'])(
    'reading a column of %s without its key throws an error that names the column, and the other columns can be read',
    async (name) => {
      const file = await openWithout(name, 'name');
      const ids = rows.map((row) => ({ id: (row as { id: number }).id }));
      expect(await rowsOf(file, { columns: ['id'] })).toEqual(ids);
      const error = await errorOf(() => rowsOf(file));
      expect(error.code).toBe('INVALID_ARGUMENT');
      expect(error.message).toContain('no key for the encrypted column');
      expect(error.at.column).toBe('name');
      await errorOf(() => rowsOf(file, { columns: ['id'], where: { name: 'name 1' } }));
      await errorOf(() => file.offsetIndex({ rowGroup: 0, column: 'name' }));
    },
  );
});

describe('keys for reading encrypted files', () => {
  it('keys are requested once, and only for the columns that are read', async () => {
    const name = 'pyarrow-columns-encrypted';
    const { keys } = optionsOf(name);
    const asked: string[] = [];
    const counted = {
      key: (request: Parameters<typeof keys.key>[0]) => {
        asked.push(request.use === 'footer' ? 'footer' : (request.path ?? []).join('.'));
        return keys.key(request);
      },
    };
    const file = await openParquet(bytesOf(name), { decryption: decryption({ keys: counted }) });
    expect(asked).toEqual(['footer']);
    await rowsOf(file, { columns: ['id', 'list'] });
    await rowsOf(file, { columns: ['id', 'list'] });
    expect(asked).toEqual(['footer', 'list.list.element']);
  });

  it('reading with a wrong key throws CORRUPT', async () => {
    const keys = fixedKeys({ footer: new Uint8Array(16) });
    const error = await errorOf(() => openParquet(bytesOf('pyarrow-gcm-128'), { decryption: decryption({ keys }) }));
    expect(error.code).toBe('CORRUPT');
    expect(error.message).toContain('not authentic');
  });

  it.each([0, 15, 17, 33])('a key of %i bytes is rejected with an error that does not show the key', async (length) => {
    const keys = { key: () => new Uint8Array(length).fill(0xab) };
    const error = await errorOf(() => openParquet(bytesOf('pyarrow-gcm-128'), { decryption: decryption({ keys }) }));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).not.toMatch(/171|abab/);
  });

  it('an error names the key that the key provider does not have', async () => {
    const keys = fixedKeys({});
    const error = await errorOf(() => openParquet(bytesOf('pyarrow-gcm-128'), { decryption: decryption({ keys }) }));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toContain('no key for the footer');
  });

  it('reading throws the error that the key provider throws', async () => {
    const failed = new Error('the vault is closed');
    const keys = { key: () => Promise.reject(failed) };
    await expect(openParquet(bytesOf('pyarrow-gcm-128'), { decryption: decryption({ keys }) })).rejects.toBe(failed);
  });
});

describe('a missing, wrong or unneeded `aadPrefix`', () => {
  it.each([
    ['pyarrow-ctr-256', undefined, 'INVALID_ARGUMENT', 'pass `aadPrefix`'],
    ['pyarrow-ctr-256', 'other', 'CORRUPT', 'not authentic'],
    ['pyarrow-gcm-192-signed', 'other', 'CORRUPT', 'another one'],
    ['pyarrow-gcm-128', 'table', 'CORRUPT', 'written without one'],
  ])('the file %s is rejected if `aadPrefix` is %s', async (name, aadPrefix, code, message) => {
    const options = { ...optionsOf(name), aadPrefix };
    const error = await errorOf(() => openParquet(bytesOf(name), { decryption: decryption(options) }));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});

describe('the `require` option', () => {
  it.each([
    ['pyarrow-gcm-128', 'encrypted'],
    ['pyarrow-gcm-192-signed', 'signed'],
  ] as const)('the file %s can be opened with `require: "%s"`', async (name, require) => {
    const file = await openParquet(bytesOf(name), { decryption: decryption({ ...optionsOf(name), require }) });
    expect(file.encryption?.isVerified).toBe(true);
  });

  it('`require: "encrypted"` rejects a file with a plaintext footer', async () => {
    const options = { ...optionsOf('pyarrow-gcm-192-signed'), require: 'encrypted' } as const;
    const error = await errorOf(() =>
      openParquet(bytesOf('pyarrow-gcm-192-signed'), { decryption: decryption(options) }),
    );
    expect(error.code).toBe('CORRUPT');
  });

  it('checking the signature of a footer requires the footer key', async () => {
    const keys = fixedKeys({});
    const options = { keys, aadPrefix: 'table' };
    const name = 'pyarrow-gcm-192-signed';
    const file = await openParquet(bytesOf(name), { decryption: decryption(options) });
    expect(file.encryption).toEqual({ algorithm: 'AES_GCM_V1', footer: 'plaintext', isVerified: false });
    const error = await errorOf(() =>
      openParquet(bytesOf(name), { decryption: decryption({ ...options, require: 'signed' }) }),
    );
    expect(error.code).toBe('INVALID_ARGUMENT');
  });
});

describe('DuckDB files, which have no AAD', () => {
  it('an encrypted DuckDB file, which has no AAD, is rejected unless `allowNoAad` is set', async () => {
    const { keys } = optionsOf('duckdb');
    const error = await errorOf(() => openParquet(bytesOf('duckdb'), { decryption: decryption({ keys }) }));
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.message).toContain('allowNoAad: true');
  });
});

describe('reading encrypted files without `decryption`', () => {
  it('without `decryption`, the error for an encrypted footer names the package to use', async () => {
    const error = await errorOf(() => openParquet(bytesOf('pyarrow-gcm-128')));
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.message).toContain('@marquetry/encryption');
  });

  it('without `decryption`, a file with a plaintext footer yields its plaintext columns and rejects its encrypted ones', async () => {
    const file = await openParquet(bytesOf('pyarrow-columns-signed'));
    expect(file.encryption).toBeUndefined();
    expect(await rowsOf(file, { columns: ['id'] })).toHaveLength(60);
    const error = await errorOf(() => rowsOf(file));
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.message).toContain('@marquetry/encryption');
  });
});

describe('invalid options for decryption', () => {
  it.each([
    [{ keys: undefined }, '`keys` must be a key provider'],
    [{ keys: fixedKeys({}), require: 'secret' }, '`require` must be'],
    [{ keys: fixedKeys({}), require: 'signed', verifyFooter: false }, 'needs `verifyFooter`'],
    [{ keys: fixedKeys({}), aadPrefix: '' }, '`aadPrefix`'],
    [{ keys: fixedKeys({}), aadPrefx: 'x' }, 'did you mean `aadPrefix`?'],
  ])('openParquet rejects the options %j', async (options, message) => {
    const error = await errorOf(() => decryption(options as unknown as Parameters<typeof decryption>[0]));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toContain(message);
  });

  it('`decryption` cannot be combined with a footer that was read before', async () => {
    const { metadata } = await open('pyarrow-gcm-128');
    const options = { metadata, decryption: decryption(optionsOf('pyarrow-gcm-128')) };
    const error = await errorOf(() => openParquet(bytesOf('pyarrow-gcm-128'), options));
    expect(error.message).toContain('`metadata` cannot be combined with `decryption`');
  });
});
