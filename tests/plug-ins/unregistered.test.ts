/**
 * Files with encodings and codecs that are not registered: all operations except decoding work, and the decoding error names the package
 * to install.
 */
import { CodecId, createRegistry, EncodingId, PhysicalType } from '@marquetry/core';
import { bytesSource, chunkCopy, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { openPage, readPageFrame } from '@marquetry/page';
import { plain } from '@marquetry/plain';
import { rle } from '@marquetry/rle';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { buildFile, buildFlatFile, flatSchema } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { zstd } from '@marquetry/test-support/standard.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { openParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';

const column = columnOf(PhysicalType.INT32);
const rows = (from: number): number[] => Array.from({ length: 100 }, (_, i) => from + i);
const page = (encoding: number, from: number, encoded?: Uint8Array): Uint8Array =>
  buildDataPage({
    column,
    encoding,
    values: valuesOf(column, rows(from)),
    crc: true,
    ...(encoded === undefined ? {} : { encoded }),
  });
/** Four pages of 100 rows: in PLAIN, in an encoding that we publish, in an unknown encoding, and in PLAIN. */
const pages = [
  page(EncodingId.PLAIN, 0),
  page(EncodingId.DELTA_BINARY_PACKED, 100),
  page(200, 200, Uint8Array.of(1, 2, 3)),
  page(EncodingId.PLAIN, 300),
];
const two = createRegistry([plain, rle]);

for (const offsetIndex of [false, true]) {
  describe(`reading and copying unregistered encodings, ${offsetIndex ? 'with' : 'without'} an offset index`, () => {
    const bytes = buildFlatFile(column, pages, {}, { offsetIndex });
    const open = (): Promise<ParquetFile> => openFile(bytesSource(bytes), { encodings: two });

    test('pages() lists all pages, including pages with unregistered encodings', async () => {
      const file = await open();
      const listed: unknown[] = [];
      for await (const { header } of file.pages({ rowGroup: 0, column: 'c' })) {
        listed.push([header.dataPageHeader?.encoding, header.dataPageHeader?.numValues]);
      }
      expect(listed).toEqual([
        [0, 100],
        [5, 100],
        [200, 100],
        [0, 100],
      ]);
    });

    test('a read skips pages with unregistered encodings if it needs none of their rows', async () => {
      const file = await open();
      for (const [offset, limit] of [
        [0, 100],
        [20, 70],
        [300, 100],
        [399, 1],
      ] as const) {
        const got: number[] = [];
        for await (const batch of file.columnBatches({ offset, limit })) {
          const values = batch['c']?.values;
          if (values?.layout === 'fixed') got.push(...Array.from(values.data, Number));
        }
        expect(got).toEqual(Array.from({ length: limit }, (_, i) => offset + i));
      }
    });

    test('the error for an unregistered encoding that we publish states its position and the package to install', async () => {
      const file = await open();
      const error = await errorOf(async () => {
        for await (const _ of file.columnBatches({ offset: 150, limit: 10 }));
      });
      expect(error.code).toBe('UNSUPPORTED');
      expect(error.reason).toBe(
        'encoding DELTA_BINARY_PACKED (5) of INT32 values is not registered; registered: PLAIN (0), RLE (3); ' +
          'install @marquetry/delta and add deltaBinaryPacked',
      );
      expect(error.at).toMatchObject({ column: 'c', rowGroup: 0, page: 1 });
    });

    test('the error for an unknown encoding states its id and position', async () => {
      const file = await open();
      const error = await errorOf(async () => {
        for await (const _ of file.columnBatches({ offset: 250, limit: 10 }));
      });
      expect(error.code).toBe('UNSUPPORTED');
      expect(error.reason).toBe('encoding id 200 of INT32 values is not registered; registered: PLAIN (0), RLE (3)');
      expect(error.at).toMatchObject({ column: 'c', rowGroup: 0, page: 2 });
    });

    test('copyRowGroup copies a row group with unregistered encodings unchanged', async () => {
      const sink = memorySink();
      const file = await open();
      const writer = createFileWriter(sink, { encodings: two, schema: file.schema });
      await writer.copyRowGroup(file, 0);
      await writer.finish();
      const copy = await openFile(bytesSource(sink.bytes), { encodings: two });
      const stored = async (from: ParquetFile): Promise<Uint8Array[]> => {
        const bodies: Uint8Array[] = [];
        for await (const { body } of from.pages({ rowGroup: 0, column: 'c' })) bodies.push(body.slice());
        return bodies;
      };
      expect(await stored(copy)).toEqual(await stored(file));
      // The copy was made without the encodings. Its values can be read once the encodings are registered.
      const standard = await openParquet(sink.bytes);
      for await (const { c } of standard.columnBatches({ offset: 100, limit: 100 })) {
        expect(c?.values.layout === 'fixed' && [...c.values.data]).toEqual(rows(100));
      }
    });

    test('a column chunk with unregistered encodings can be copied to another file', async () => {
      const sink = memorySink();
      const file = await open();
      const writer = createFileWriter(sink, { encodings: two, schema: file.schema });
      await writer.writeRowGroup({ c: chunkCopy(file, { rowGroup: 0, column: 'c' }) });
      await writer.finish();
      expect((await openFile(bytesSource(sink.bytes), { encodings: two })).rowCount).toBe(400);
    });
  });
}

describe('reading and copying unregistered codecs', () => {
  const compressed = [0, 100].map((from) =>
    buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, rows(from)), codec: zstd }),
  );

  test.each([
    [CodecId.ZSTD, 'codec ZSTD (6) is not registered; none is; install @marquetry/codec-zstd and add zstd'],
    [CodecId.LZO, 'codec LZO (3) is not registered; none is; install @marquetry/codec-lzo and add lzo'],
    [200, 'codec id 200 is not registered; none is'],
  ])(
    'codec %i: pages can be listed and copied, and the error of decoding names the missing codec',
    async (codec, reason) => {
      const file = await openFile(bytesSource(buildFlatFile(column, compressed, { codec })), { encodings: two });
      let listed = 0;
      for await (const _ of file.pages({ rowGroup: 0, column: 'c' })) listed++;
      expect(listed).toBe(2);
      const sink = memorySink();
      const writer = createFileWriter(sink, { encodings: two, schema: file.schema });
      await writer.copyRowGroup(file, 0);
      await writer.finish();
      const copy = await openFile(bytesSource(sink.bytes), { encodings: two });
      expect(copy.metadata.rowGroups[0]?.columns[0]?.metaData?.codec).toBe(codec);
      for (const each of [file, copy]) {
        const error = await errorOf(async () => {
          for await (const _ of each.columnBatches());
        });
        expect(error).toMatchObject({ code: 'UNSUPPORTED', reason, at: { column: 'c', rowGroup: 0 } });
      }
    },
  );
});

test('row groups with unregistered codecs or encodings are skipped if none of their rows are read', async () => {
  const group = (codec: number, first: Uint8Array): Parameters<typeof buildFile>[0]['rowGroups'][number] => ({
    columns: [{ pages: [first], codec }],
  });
  const plainPage = page(EncodingId.PLAIN, 300);
  const bytes = buildFile({
    schema: flatSchema(column),
    rowGroups: [group(200, plainPage), group(0, page(200, 0, Uint8Array.of(1))), group(0, plainPage)],
  });
  const file = await openFile(bytesSource(bytes), { encodings: two });
  for (const range of [{ offset: 200 }, { rowGroups: [2] }, { offset: 250, limit: 50 }]) {
    let last: unknown;
    for await (const { c } of file.columnBatches(range)) if (c?.values.layout === 'fixed') last = c.values.data.at(-1);
    expect(last).toBe(399);
  }
  const error = await errorOf(async () => {
    for await (const _ of file.columnBatches({ offset: 99, limit: 200 }));
  });
  expect(error).toMatchObject({ code: 'UNSUPPORTED', at: { column: 'c', rowGroup: 0 } });
});

test('a single page with an unregistered encoding can be opened, and decoding it throws an error that states its position', () => {
  const { header, body } = readPageFrame(pages[1] as Uint8Array, 0);
  const opened = openPage({ header, body, column, encodings: two, at: { column: 'mine', page: 7 } });
  expect([opened.encoding, opened.slotCount, opened.valueCount]).toEqual([5, 100, 100]);
  const error = thrownBy(() => opened.values());
  expect(error.reason).toContain('install @marquetry/delta and add deltaBinaryPacked');
  expect(error.at).toEqual({ column: 'mine', page: 7 });
});
