import { readFileSync } from 'node:fs';
import { standardCodecs } from '@marquetry/codecs';
import { CodecId, EncodingId, isParquetError, PhysicalType } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { decryption, type KeyProvider } from '@marquetry/encryption';
import { bytesSource, openFile, type ParquetFile } from '@marquetry/file';
import { fileMap, misplacedRegions, rankColumns } from '@marquetry/inspect';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';
import { fixtureFiles } from './bytes/tree.js';

const plugIns = { encodings: standardEncodings, codecs: standardCodecs };
const open = (bytes: Uint8Array): Promise<ParquetFile> => openFile(bytesSource(bytes), plugIns);

const integers = columnOf(PhysicalType.INT32);
const optional = columnOf(PhysicalType.INT64, [1, 0]);
const texts = columnOf(PhysicalType.BYTE_ARRAY, [1, 0]);
const plain = { encoding: EncodingId.PLAIN };

test('rankColumns ranks columns by their stored size, and compares it with their PLAIN-encoded size if the footer has the necessary counts', async () => {
  const pages = [
    buildDataPage({ column: integers, ...plain, values: valuesOf(integers, [1, 2, 3]) }),
    buildDataPage({ column: optional, ...plain, values: valuesOf(optional, [1n, 2n]), definition: [1, 0, 1] }),
    buildDataPage({ column: texts, ...plain, values: valuesOf(texts, ['oak', 'elms']), definition: [1, 0, 1] }),
  ];
  const file = await open(
    buildFile({
      schema: [
        { name: 'schema', numChildren: 3 },
        elementOf('a', integers),
        elementOf('b', optional),
        elementOf('c', texts),
      ],
      rowGroups: [
        {
          columns: [
            { pages: [pages[0]!], codec: CodecId.UNCOMPRESSED },
            { pages: [pages[1]!], statistics: { nullCount: 1 } },
            {
              pages: [pages[2]!],
              sizeStatistics: { unencodedByteArrayDataBytes: 7, definitionLevelHistogram: [1, 2] },
            },
          ],
        },
      ],
    }),
  );
  const ranked = await rankColumns(file);
  const sizes = pages.map((page) => page.length);
  expect(ranked.map(({ storedBytes }) => storedBytes)).toEqual([...sizes].sort((a, b) => b - a));
  const byColumn = [0, 1, 2].map((index) => ranked.find(({ leaf }) => leaf.index === index)!);
  expect(byColumn.map(({ storedBytes }) => storedBytes)).toEqual(sizes);
  // Three INT32 values, two INT64 values, and two strings with 7 bytes in total, each with a 4-byte length.
  expect(byColumn.map(({ plainBytes }) => plainBytes)).toEqual([12, 16, 15]);
  expect(byColumn[0]!.ratio).toBe(sizes[0]! / 12);
  expect(byColumn[0]!.share).toBe(sizes[0]! / file.source.byteLength);
  for (const { encodings, lockedChunks } of byColumn) {
    expect(encodings).toEqual([EncodingId.PLAIN]);
    expect(lockedChunks).toBe(0);
  }
});

test('rankColumns agrees with `fileMap` for files from other writers', async () => {
  let compared = 0;
  for (const path of fixtureFiles) {
    let file: ParquetFile;
    try {
      file = await open(readFileSync(path));
    } catch (error) {
      if (isParquetError(error)) continue;
      throw error;
    }
    if (misplacedRegions(file).length > 0) continue;
    const regions = fileMap(file);
    for (const { leaf, storedBytes } of await rankColumns(file)) {
      const mapped = regions.filter(({ kind, column }) => kind === 'column-chunk' && column === leaf.index);
      expect(storedBytes).toBe(mapped.reduce((sum, { byteLength }) => sum + byteLength, 0));
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(40);
});

test('rankColumns counts the chunks of encrypted columns that are not unlocked', async () => {
  const path = new URL('../../../tests/fixtures/encrypted/pyarrow-columns-encrypted.parquet', import.meta.url);
  // The key metadata in this file contains the key itself.
  const key: KeyProvider['key'] = ({ metadata }) =>
    new Uint8Array(Buffer.from(JSON.parse(new TextDecoder().decode(metadata)).wrappedDEK, 'base64'));
  const file = await openFile(bytesSource(readFileSync(path)), {
    ...plugIns,
    decryption: decryption({ keys: { key } }),
  });
  const groups = file.metadata.rowGroups.length;
  const lockedOf = async (): Promise<number[]> => (await rankColumns(file)).map(({ lockedChunks }) => lockedChunks);
  expect((await lockedOf()).filter((count) => count === groups)).toHaveLength(2);
  await file.unlock();
  expect(Math.max(...(await lockedOf()))).toBe(0);
});

test('rankColumns throws the abort reason of its signal', async () => {
  const page = buildDataPage({ column: integers, ...plain, values: valuesOf(integers, [1]) });
  const columns = Array.from({ length: 200 }, (_, i) => elementOf(`c${i}`, integers));
  const bytes = buildFile({
    schema: [{ name: 'schema', numChildren: columns.length }, ...columns],
    rowGroups: Array.from({ length: 100 }, () => ({ columns: columns.map(() => ({ pages: [page] })) })),
  });
  const reason = new Error('stop');
  await expect(rankColumns(await open(bytes), AbortSignal.abort(reason))).rejects.toBe(reason);
});
