/** fileMap: each byte of a file belongs to one region. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { standardCodecs } from '@marquetry/codecs';
import { createLimits, EncodingId, isParquetError, PhysicalType } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { decryption, type KeyProvider } from '@marquetry/encryption';
import { bytesSource, memorySink, type OpenFileOptions, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { type FileRegion, fileMap, misplacedRegions } from '@marquetry/inspect';
import { type ColumnChunk, type ColumnMetaData, readColumnIndex, readOffsetIndex } from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { createRandom } from '@marquetry/test-kit';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { apacheFiles, fixtureFiles } from './bytes/tree.js';

const open = (bytes: Uint8Array, more: Partial<OpenFileOptions> = {}): Promise<ParquetFile> =>
  openFile(bytesSource(bytes), { encodings: standardEncodings, codecs: standardCodecs, ...more });

/** Checks that `regions` are in order and cover the file exactly, and returns them as text. */
function outline(regions: readonly FileRegion[], byteLength: number): string[] {
  let position = 0;
  for (const region of regions) {
    expect(region.offset).toBe(position);
    expect(region.byteLength).toBeGreaterThan(0);
    position += region.byteLength;
  }
  expect(position).toBe(byteLength);
  return regions.map(({ kind, offset, byteLength: length, rowGroup, column }) => {
    const of = rowGroup === undefined ? '' : ` ${rowGroup}/${column}`;
    return `${offset}+${length} ${kind}${of}`;
  });
}

const integers = columnOf(PhysicalType.INT32);
const page = buildDataPage({ column: integers, encoding: EncodingId.PLAIN, values: valuesOf(integers, [1, 2, 3]) });

/** Returns a file with one row group, whose chunks have the given footer fields. Each chunk has one page, and the first page is at offset 4. */
function fileOf(
  chunks: readonly { readonly meta?: Partial<ColumnMetaData>; readonly chunk?: Partial<ColumnChunk> }[],
): Uint8Array {
  return buildFile({
    schema: [{ name: 'schema', numChildren: chunks.length }, ...chunks.map((_, i) => elementOf(`c${i}`, integers))],
    rowGroups: [{ columns: chunks.map(({ meta, chunk }) => ({ pages: [page], ...meta, ...(chunk && { chunk }) })) }],
  });
}

async function written(): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    encodings: standardEncodings,
    codecs: standardCodecs,
    schema: defineSchema({ a: 'INT32', b: 'STRING' }),
    rowGroupRows: 100,
    bloomFilter: true,
  });
  const counts = Int32Array.from({ length: 301 }, (_, i) => i);
  const text = new TextEncoder().encode('ab'.repeat(150));
  await writer.write({
    a: { values: { layout: 'fixed', type: PhysicalType.INT32, width: 4, length: 300, data: counts.subarray(0, 300) } },
    b: { values: { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: 300, data: text, offsets: counts } },
  });
  await writer.finish();
  return sink.bytes;
}

describe('fileMap', () => {
  test('fileMap lists the parts of a file written by Marquetry, and leaves no byte unaccounted for', async () => {
    const bytes = await written();
    const file = await open(bytes);
    const regions = fileMap(file);
    outline(regions, bytes.length);
    expect(misplacedRegions(file)).toEqual([]);
    const count = (kind: FileRegion['kind']): number => regions.filter((region) => region.kind === kind).length;
    expect(count('unaccounted')).toBe(0);
    expect(
      regions.filter(({ kind }) => kind === 'column-chunk').map(({ rowGroup, column }) => [rowGroup, column]),
    ).toEqual([0, 1, 2].flatMap((group) => [0, 1].map((column) => [group, column])));
    for (const kind of ['column-index', 'offset-index', 'bloom-filter'] as const) expect(count(kind)).toBe(6);
    expect(regions.slice(-3).map(({ kind }) => kind)).toEqual(['footer', 'footer-length', 'magic']);
    // The bytes of each region can be parsed as the kind of part that the map states.
    for (const { kind, offset, byteLength, rowGroup, column } of regions) {
      if (kind === 'column-index') readColumnIndex(bytes.subarray(offset, offset + byteLength));
      if (kind === 'offset-index') {
        const { pageLocations } = readOffsetIndex(bytes.subarray(offset, offset + byteLength));
        const chunk = regions.find((r) => r.kind === 'column-chunk' && r.rowGroup === rowGroup && r.column === column);
        expect(pageLocations.at(-1)?.offset).toBeLessThan((chunk?.offset ?? 0) + (chunk?.byteLength ?? 0));
      }
    }
  });

  test('fileMap covers every byte of files from other writers', async () => {
    let files = 0;
    for (const path of [...fixtureFiles, ...apacheFiles]) {
      const bytes = readFileSync(path);
      let file: ParquetFile;
      try {
        file = await open(bytes);
      } catch (error) {
        if (isParquetError(error)) continue;
        throw error;
      }
      files++;
      const regions = fileMap(file);
      outline(regions, bytes.length);
      // Unless a part is misplaced, the regions of chunks add up to the sizes that the footer states.
      const stated = file.metadata.rowGroups
        .flatMap(({ columns }) => columns)
        .reduce((sum, { metaData }) => sum + (metaData?.totalCompressedSize ?? 0), 0);
      const mapped = regions.reduce((sum, { kind, byteLength }) => sum + (kind === 'column-chunk' ? byteLength : 0), 0);
      if (misplacedRegions(file).length === 0) expect(mapped, basename(path)).toBe(stated);
    }
    expect(files).toBeGreaterThan(40);
  });

  test('fileMap assigns shared bytes to the part that starts later, and reports that the earlier part overlaps it', async () => {
    const chunkBytes = page.length;
    const bytes = fileOf([{ meta: { totalCompressedSize: chunkBytes + 10 } }, {}]);
    const file = await open(bytes);
    expect(outline(fileMap(file), bytes.length).slice(0, 3)).toEqual([
      '0+4 magic',
      `4+${chunkBytes} column-chunk 0/0`,
      `${4 + chunkBytes}+${chunkBytes} column-chunk 0/1`,
    ]);
    expect(misplacedRegions(file)).toEqual([
      { kind: 'column-chunk', offset: 4, byteLength: chunkBytes + 10, rowGroup: 0, column: 0, why: 'overlap' },
    ]);
  });

  test('if two parts start at the same byte, fileMap lists the shorter part first, then the rest of the longer part', async () => {
    const bytes = fileOf([
      { meta: { totalCompressedSize: 20 } },
      { meta: { dataPageOffset: 4, totalCompressedSize: 5 } },
    ]);
    const file = await open(bytes);
    expect(outline(fileMap(file), bytes.length).slice(1, 3)).toEqual(['4+5 column-chunk 0/1', '9+15 column-chunk 0/0']);
    expect(misplacedRegions(file)).toMatchObject([{ offset: 4, byteLength: 20, column: 0, why: 'overlap' }]);
  });

  test('fileMap truncates parts that extend beyond the file; misplacedRegions lists them', async () => {
    const bytes = fileOf([
      { meta: { totalCompressedSize: 2 ** 40 }, chunk: { offsetIndexOffset: -5, offsetIndexLength: 7 } },
      { chunk: { columnIndexOffset: 2 ** 50, columnIndexLength: 9, offsetIndexOffset: 6, offsetIndexLength: -3 } },
    ]);
    const file = await open(bytes);
    outline(fileMap(file), bytes.length);
    expect(
      misplacedRegions(file)
        .map(({ kind, column, why }) => `${kind} ${column} ${why}`)
        .sort(),
    ).toEqual(['column-chunk 0 outside', 'column-index 1 outside', 'offset-index 0 outside', 'offset-index 1 outside']);
  });

  test('fileMap ends a Bloom filter of unknown length where the next part starts', async () => {
    const end = 4 + 2 * page.length;
    const bytes = fileOf([
      { meta: { totalCompressedSize: page.length - 8, bloomFilterOffset: 4 + page.length - 8 } },
      {},
    ]);
    const file = await open(bytes);
    expect(outline(fileMap(file), bytes.length).slice(1, 4)).toEqual([
      `4+${page.length - 8} column-chunk 0/0`,
      `${4 + page.length - 8}+8 bloom-filter 0/0`,
      `${4 + page.length}+${page.length} column-chunk 0/1`,
    ]);
    expect(misplacedRegions(file)).toEqual([]);
    const last = fileOf([{}, { meta: { totalCompressedSize: page.length - 8, bloomFilterOffset: end - 8 } }]);
    expect(outline(fileMap(await open(last)), last.length).at(-4)).toBe(`${end - 8}+8 bloom-filter 0/1`);
  });

  test('fileMap covers every byte of files whose footers contain random byte ranges', async () => {
    const random = createRandom(16);
    const offset = (): number => random(260) - 20;
    for (let i = 0; i < 500; i++) {
      const chunks = Array.from({ length: 4 }, () => ({
        meta: {
          dataPageOffset: offset(),
          totalCompressedSize: Math.abs(offset()),
          ...(random(2) === 0 && { bloomFilterOffset: offset() }),
          ...(random(2) === 0 && { bloomFilterLength: offset() }),
        },
        chunk: { columnIndexOffset: offset(), columnIndexLength: offset() },
      }));
      const bytes = fileOf(chunks);
      const file = await open(bytes);
      outline(fileMap(file), bytes.length);
    }
  });

  test('fileMap omits chunks whose pages are in other files', async () => {
    const bytes = fileOf([{ chunk: { filePath: 'part-0.parquet' } }, {}]);
    const file = await open(bytes);
    expect(fileMap(file).filter(({ kind }) => kind === 'column-chunk')).toMatchObject([{ column: 1 }]);
    expect(misplacedRegions(file)).toMatchObject([{ column: 0, why: 'external' }]);
  });

  test('fileMap includes the chunks of encrypted columns once they are unlocked', async () => {
    const path = new URL('../../../tests/fixtures/encrypted/pyarrow-columns-encrypted.parquet', import.meta.url);
    const bytes = readFileSync(fileURLToPath(path));
    // The key metadata in this file contains the key itself.
    const key: KeyProvider['key'] = ({ metadata }) =>
      new Uint8Array(Buffer.from(JSON.parse(new TextDecoder().decode(metadata)).wrappedDEK, 'base64'));
    const file = await open(bytes, { decryption: decryption({ keys: { key } }) });
    const before = fileMap(file);
    outline(before, bytes.length);
    const lockedColumns = new Set(misplacedRegions(file).map(({ column, why }) => `${column} ${why}`));
    expect([...lockedColumns].every((text) => text.endsWith('locked'))).toBe(true);
    expect(lockedColumns.size).toBeGreaterThan(0);
    await file.unlock();
    const after = fileMap(file);
    outline(after, bytes.length);
    expect(misplacedRegions(file)).toEqual([]);
    const chunks = (regions: readonly FileRegion[]): number =>
      regions.filter(({ kind }) => kind === 'column-chunk').length;
    expect(chunks(after)).toBe(file.metadata.rowGroups.length * file.schema.leaves.length);
    expect(chunks(before)).toBe(chunks(after) - lockedColumns.size * file.metadata.rowGroups.length);
  });

  test('fileMap leaves the footer unaccounted for if the file was opened with `metadata`', async () => {
    const bytes = fileOf([{}]);
    const { metadata } = await open(bytes);
    const file = await open(bytes, { metadata });
    expect(fileMap(file).map(({ kind }) => kind)).toEqual([
      'magic',
      'column-chunk',
      'unaccounted',
      'footer-length',
      'magic',
    ]);
    const empty = await open(new Uint8Array(5), { metadata });
    expect(outline(fileMap(empty), 5)).toEqual(['0+5 unaccounted']);
  });

  test('fileMap throws LIMIT instead of exceeding `limits.memoryBytes`', async () => {
    const bytes = fileOf([{}, {}]);
    const { metadata } = await open(bytes);
    const file = await open(bytes, { metadata, limits: createLimits({ memoryBytes: 2000 }) });
    expect(() => fileMap(file)).toThrow(/the map of 2 column chunks exceeds the limit memoryBytes/);
  });

  test('fileMap maps 20,000 chunks in less than a second', async () => {
    const meta = Array.from({ length: 20_000 }, () => ({}));
    const bytes = fileOf(meta);
    const file = await open(bytes);
    const start = performance.now();
    const regions = fileMap(file);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(regions).toHaveLength(20_004);
    outline(regions, bytes.length);
  });
});
