/**
 * pyarrow, parquet-java and arrow-rs read the encrypted files that we write, and we read theirs, for every combination
 * of encryption settings. Implementations that are not installed are skipped. If all are installed,
 * docs/interop-encryption.md is compared with the results.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decryption, encryption, type KeyProvider } from '@marquetry/encryption';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aadPrefix,
  cellKeys,
  cellName,
  type EncryptedCell,
  type EncryptedRow,
  encryptedCells,
  encryptedRows,
  rowText,
} from './encrypted-manifest.js';
import { type EncryptionJudge, encryptionJudges, type Printed } from './encryption-judges.js';
import { type EncryptionCount, encryptionTable } from './encryption-table.js';

const schema = defineSchema({
  id: 'INT64',
  name: { type: 'STRING', optional: true },
  n: { list: 'INT32' },
  x: 'DOUBLE',
});

const expected = encryptedRows.map(rowText);

/** Returns key metadata from which pyarrow can take a key. See encrypted_with_pyarrow.py. */
function material(bytes: Uint8Array, isFooterKey: boolean): string {
  return JSON.stringify({
    keyMaterialType: 'PKMT1',
    internalStorage: true,
    isFooterKey,
    ...(isFooterKey && { kmsInstanceID: 'DEFAULT', kmsInstanceURL: 'DEFAULT' }),
    masterKeyID: 'key',
    wrappedDEK: Buffer.from(bytes).toString('base64'),
    doubleWrapping: false,
  });
}

async function written(cell: EncryptedCell): Promise<Uint8Array> {
  const { footer = new Uint8Array(0), ...own } = cellKeys(cell);
  const columns = Object.entries(own).map(([path, bytes]) => [path, { bytes, metadata: material(bytes, false) }]);
  const sink = memorySink();
  await writeParquet(sink, encryptedRows, {
    schema,
    codec: cell.codec,
    pageVersion: cell.pageVersion,
    rowGroupRows: 120,
    pageRows: 25,
    checksums: true,
    bloomFilter: true,
    encryption: encryption({
      footerKey: { bytes: footer, metadata: material(footer, true) },
      columns: Object.fromEntries(columns),
      default: cell.columns === 'own keys and plaintext' ? 'none' : 'footer',
      footer: cell.footer,
      algorithm: cell.algorithm,
      ...(cell.prefix !== 'none' && { aadPrefix, storeAadPrefix: cell.prefix === 'stored' }),
    }),
  });
  return sink.bytes;
}

/** Finds the keys of a file: in the key metadata that pyarrow stores, or by the column's name. */
function keysOf(cell: EncryptedCell): KeyProvider {
  const keys = cellKeys(cell);
  return {
    key: ({ use, path = [], metadata }) => {
      const { wrappedDEK } = metadata === undefined ? {} : JSON.parse(new TextDecoder().decode(metadata));
      if (wrappedDEK !== undefined) return new Uint8Array(Buffer.from(wrappedDEK, 'base64'));
      return keys[use === 'footer' ? use : path.join('.')];
    },
  };
}

/** Returns our rows as the lines that the other implementations print. */
async function read(bytes: Uint8Array, cell: EncryptedCell): Promise<string[]> {
  const supplied = cell.prefix === 'supplied' ? { aadPrefix } : {};
  const file = await openParquet(bytes, {
    decryption: decryption({ keys: keysOf(cell), require: 'signed', ...supplied }),
    verifyChecksums: true,
  });
  const lines: string[] = [];
  for await (const row of file.rows()) lines.push(rowText(row as unknown as EncryptedRow));
  const counts: number[] = [];
  for (const where of [{ id: 123n }, { name: 'name 2x' }]) {
    let count = 0;
    for await (const _ of file.rows({ where })) count++;
    counts.push(count);
  }
  return [...lines, `? ${counts.join(' ')}`];
}

/** A combination of settings that another implementation cannot read or write. */
interface Exception {
  readonly judge: string;
  readonly does: 'read' | 'write' | 'either';
  readonly covers: (cell: EncryptedCell) => boolean;
  /** The error that the other implementation prints. */
  readonly error: RegExp;
  readonly why: string;
}

const exceptions: readonly Exception[] = [
  {
    judge: 'pyarrow',
    does: 'either',
    covers: ({ columns, prefix }) => columns !== 'footer key' && prefix !== 'none',
    error: /no AAD prefix/,
    why: 'The Python interface of pyarrow does not support an AAD prefix for files that have column keys.',
  },
  {
    judge: 'pyarrow',
    does: 'write',
    covers: ({ columns }) => columns === 'own keys',
    error: /not both/,
    why: 'The writers of pyarrow and arrow-rs cannot use the footer key for only some of the columns.',
  },
  {
    judge: 'arrow-rs',
    does: 'either',
    covers: ({ algorithm, keyBits }) => algorithm === 'AES_GCM_CTR_V1' || keyBits === 192,
    error: /CTR|key/i,
    why: 'arrow-rs supports neither AES_GCM_CTR_V1 nor 192-bit keys.',
  },
  {
    judge: 'arrow-rs',
    does: 'write',
    covers: ({ columns }) => columns === 'own keys',
    error: /not both/,
    why: 'The writers of pyarrow and arrow-rs cannot use the footer key for only some of the columns.',
  },
  {
    judge: 'parquet-java',
    does: 'read',
    covers: ({ pageVersion }) => pageVersion === 2,
    error: /./,
    why: 'parquet-java leaves the levels of version 2 data pages in plaintext. Marquetry, Arrow C++ and arrow-rs encrypt the levels, because levels reveal which values are null.',
  },
];

const exceptionOf = (judge: string, does: 'read' | 'write', cell: EncryptedCell): Exception | undefined =>
  exceptions.find((known) => known.judge === judge && [does, 'either'].includes(known.does) && known.covers(cell));

const counts: EncryptionCount[] = [];
const folder = mkdtempSync(join(tmpdir(), 'marquetry-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = encryptionJudges.flatMap(({ judge }) => judge ?? []);

beforeAll(async () => {
  if (installed.length === 0) return;
  for (const cell of encryptedCells) {
    const bytes = await written(cell);
    expect(await read(bytes, cell)).toEqual([...expected, '? 1 0']);
    writeFileSync(join(folder, cellName(cell)), bytes);
  }
}, 600_000);

for (const { name, judge } of encryptionJudges) {
  describe.skipIf(judge === undefined)(`${name}${judge === undefined ? ' (skipped: not installed)' : ''}`, () => {
    const run: EncryptionJudge['run'] = (...args) => (judge as EncryptionJudge).run(...args);
    const compare = (cells: readonly EncryptedCell[], does: 'read' | 'write', printed: Printed): void => {
      const faults: string[] = [];
      for (const cell of cells) {
        const lines = printed.get(cellName(cell)) ?? [];
        const exception = exceptionOf(name, does, cell);
        const error = lines.find((line) => line.startsWith('!'));
        // Only parquet-java and Marquetry print the results of a search with filters.
        const good = lines.filter((line) => line !== '? 1 0').join() === expected.join();
        counts.push({ judge: name, does, cell, isGood: good, why: exception?.why });
        if (exception === undefined ? good : exception.error.test(error ?? '')) continue;
        faults.push(`${cellName(cell)}: ${error ?? lines.slice(0, 2).join()}`);
      }
      expect(faults.slice(0, 5)).toEqual([]);
    };

    test(`${name} reads our encrypted files`, () => {
      compare(encryptedCells, 'read', run('read', folder, encryptedCells));
    }, 300_000);

    test(`we read the encrypted files that ${name} writes`, async () => {
      const theirs = join(folder, name);
      mkdirSync(theirs);
      const printed = new Map(run('write', theirs, encryptedCells));
      for (const cell of encryptedCells) {
        if ((printed.get(cellName(cell)) ?? []).length > 0) continue;
        const lines = await read(readFileSync(join(theirs, cellName(cell))), cell).catch((error) => [`! ${error}`]);
        printed.set(cellName(cell), lines);
      }
      compare(encryptedCells, 'write', printed);
    }, 300_000);
  });
}

test.skipIf(installed.length < encryptionJudges.length)(
  'docs/interop-encryption.md states the results of these tests',
  async () => {
    await expect(encryptionTable(counts)).toMatchFileSnapshot('../../docs/interop-encryption.md');
  },
);
