/** Swaps, replaces or truncates the encrypted modules of files: every read of such a file throws CORRUPT. */
import { decryption, fixedKeys } from '@marquetry/encryption';
import { errorOf } from '@marquetry/test-support/errors.js';
import { openParquet, type ParquetReader } from 'marquetry';
import { describe, expect, it } from 'vitest';
import {
  columns,
  footerKey,
  type ModuleRange,
  modulesOf,
  pageCount,
  rowGroupCount,
  writeFile,
} from './encrypted-file.js';

const keys = fixedKeys({ kf: footerKey.bytes });
const open = (bytes: Uint8Array): Promise<ParquetReader> => openParquet(bytes, { decryption: decryption({ keys }) });

async function readAll(bytes: Uint8Array): Promise<number> {
  const file = await open(bytes);
  let rows = 0;
  for await (const { a, b } of file.columnBatches()) rows += (a?.rowCount ?? 0) + (b?.rowCount ?? 0);
  for (let rowGroup = 0; rowGroup < rowGroupCount; rowGroup++) {
    for (const column of columns) {
      await file.offsetIndex({ rowGroup, column });
      await file.columnIndex({ rowGroup, column });
    }
  }
  return rows;
}

/** Returns the encrypted modules of every chunk, by row group and column. */
async function modulesIn(bytes: Uint8Array): Promise<(readonly (readonly ModuleRange[])[])[]> {
  const file = await open(bytes);
  const groups = Array.from({ length: rowGroupCount }, async (_, rowGroup) =>
    Promise.all(columns.map((column) => modulesOf(file, bytes, rowGroup, column))),
  );
  return Promise.all(groups);
}

/** Returns a copy of `bytes` with one range replaced by a range of `from` that has the same length. */
function replaced(bytes: Uint8Array, to: ModuleRange, source: ModuleRange, from = bytes): Uint8Array {
  expect(source.end - source.start).toBe(to.end - to.start);
  const copy = bytes.slice();
  copy.set(from.subarray(source.start, source.end), to.start);
  return copy;
}

function swapped(bytes: Uint8Array, a: ModuleRange, b: ModuleRange): Uint8Array {
  return replaced(replaced(bytes, a, b), b, a, bytes);
}

function moduleAt(modules: readonly ModuleRange[] | undefined, name: string): ModuleRange {
  const found = modules?.find((module) => module.name === name);
  if (found === undefined) throw new Error(`no module ${name}`);
  return found;
}

async function expectCorrupt(bytes: Uint8Array): Promise<void> {
  const error = await errorOf(() => readAll(bytes));
  expect(error.code).toBe('CORRUPT');
  expect(error.message).toContain('not authentic');
}

describe.each([
  ['an encrypted', 'encrypted'],
  ['a plaintext', 'plaintext'],
] as const)('a file with %s footer', (_, footer) => {
  it('an encrypted file can be read if nothing was changed', async () => {
    const bytes = await writeFile({ footer });
    expect(await readAll(bytes)).toBe(2 * rowGroupCount * pageCount * 8);
  });

  it.each(['header', 'body'])(
    'a file is rejected if the %s of a page was swapped with that of another page',
    async (part) => {
      const bytes = await writeFile({ footer });
      const [[chunk] = []] = await modulesIn(bytes);
      await expectCorrupt(swapped(bytes, moduleAt(chunk, `${part} 0`), moduleAt(chunk, `${part} 2`)));
    },
  );

  it('a file is rejected if two encrypted pages were swapped as a whole', async () => {
    const bytes = await writeFile({ footer });
    const [[chunk] = []] = await modulesIn(bytes);
    const page = (i: number): ModuleRange => ({
      name: `page ${i}`,
      start: moduleAt(chunk, `header ${i}`).start,
      end: moduleAt(chunk, `body ${i}`).end,
    });
    await expectCorrupt(swapped(bytes, page(1), page(2)));
  });

  it.each(['header 0', 'body 1', 'column index', 'offset index'])(
    'a file is rejected if the %s of an encrypted column was swapped with that of another column',
    async (name) => {
      const bytes = await writeFile({ footer });
      const [, [a, b] = []] = await modulesIn(bytes);
      await expectCorrupt(swapped(bytes, moduleAt(a, name), moduleAt(b, name)));
    },
  );

  it.each(['header 0', 'body 1', 'column index'])(
    'a file is rejected if the %s of a row group was swapped with that of another row group',
    async (name) => {
      const bytes = await writeFile({ footer });
      const [[first] = [], [second] = []] = await modulesIn(bytes);
      await expectCorrupt(swapped(bytes, moduleAt(first, name), moduleAt(second, name)));
    },
  );

  it('a file is rejected if an encrypted page body was swapped with a page header', async () => {
    const bytes = await writeFile({ footer });
    const [[chunk] = []] = await modulesIn(bytes);
    const header = moduleAt(chunk, 'header 0');
    const body = moduleAt(chunk, 'body 0');
    const copy = bytes.slice();
    const both = [bytes.subarray(body.start, body.end), bytes.subarray(header.start, header.end)];
    copy.set(both[0] ?? new Uint8Array(0), header.start);
    copy.set(both[1] ?? new Uint8Array(0), header.start + (both[0]?.length ?? 0));
    await expectCorrupt(copy);
  });

  it.each(['header 1', 'body 1', 'column index', 'offset index'])(
    'a file is rejected if its %s is from another file with the same key and layout',
    async (name) => {
      const bytes = await writeFile({ footer });
      const other = await writeFile({ footer }, 1);
      expect(other).toHaveLength(bytes.length);
      const [[chunk] = []] = await modulesIn(bytes);
      const module = moduleAt(chunk, name);
      await expectCorrupt(replaced(bytes, module, module, other));
    },
  );

  it('a file is rejected if its footer is from an older version of the file', async () => {
    const bytes = await writeFile({ footer });
    const older = await writeFile({ footer }, 1);
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true) + 8;
    const range = { name: 'footer', start: bytes.length - length, end: bytes.length };
    await expectCorrupt(replaced(bytes, range, range, older));
  });
});

describe('a file with a signed plaintext footer', () => {
  const footerOf = (bytes: Uint8Array): number =>
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);

  it('a file with a signed footer is rejected if any byte of the footer was changed and a signature is required', async () => {
    const bytes = await writeFile({ footer: 'plaintext' });
    const length = footerOf(bytes);
    for (let at = bytes.length - 8 - length; at < bytes.length - 8; at++) {
      const copy = bytes.slice();
      copy[at] = (copy[at] ?? 0) ^ 4;
      // If a changed footer no longer states that it is signed, it is accepted unless `require` is set.
      await errorOf(() => openParquet(copy, { decryption: decryption({ keys, require: 'signed' }) }));
    }
  });

  it('a file without its last row group is rejected, even if the signed footer was shortened to match', async () => {
    const bytes = await writeFile({ footer: 'plaintext' });
    const { readFileMetaData, writeFileMetaData } = await import('@marquetry/metadata');
    const length = footerOf(bytes);
    const footer = bytes.subarray(bytes.length - 8 - length, bytes.length - 8);
    const metadata = readFileMetaData(footer);
    const [first] = metadata.rowGroups;
    if (first === undefined) throw new Error('no row group');
    const cut = writeFileMetaData({ ...metadata, numRows: first.numRows, rowGroups: [first] });
    const end = new Uint8Array(cut.length + 28 + 8);
    end.set(cut);
    // The shortened footer keeps the signature of the full footer.
    end.set(footer.subarray(-28), cut.length);
    new DataView(end.buffer).setUint32(cut.length + 28, cut.length + 28, true);
    end.set(bytes.subarray(-4), cut.length + 32);
    const file = Uint8Array.of(...bytes.subarray(0, bytes.length - 8 - length), ...end);
    const error = await errorOf(() => open(file));
    expect(error.code).toBe('CORRUPT');
    expect(error.message).toContain('the signature of the footer is wrong');
  });
});

describe('a truncated file', () => {
  it('an encrypted file is rejected if it is truncated at any length', async () => {
    const bytes = await writeFile();
    for (let length = 0; length < bytes.length; length += 3) {
      const { code } = await errorOf(() => readAll(bytes.subarray(0, length)));
      expect(['TRUNCATED', 'CORRUPT']).toContain(code);
    }
  });
});
