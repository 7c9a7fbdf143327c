/**
 * Writes encrypted files, copies between files with different keys, and reads the results.
 */
import { decryption, type EncryptionOptions, encryption, fixedKeys } from '@marquetry/encryption';
import { type ByteSink, memorySink } from '@marquetry/file';
import {
  createParquetWriter,
  defineSchema,
  openParquet,
  type ParquetReader,
  type ParquetWriterOptions,
  writeParquet,
  writeSummary,
} from 'marquetry';
import { afterEach, describe, expect, it, vi } from 'vitest';

const key = (first: number) => ({ bytes: new Uint8Array(16).fill(first), metadata: `k${first}` });
const keys = fixedKeys(Object.fromEntries([1, 2, 3].map((n) => [`k${n}`, key(n).bytes])));

const schema = defineSchema({
  id: 'INT64',
  name: { type: 'STRING', optional: true },
  n: { list: 'INT32' },
});
const rows = Array.from({ length: 500 }, (_, i) => ({
  id: BigInt(i),
  name: i % 3 === 0 ? null : `name ${i % 20}`,
  n: i % 4 === 0 ? [] : [i, i + 1],
}));

/** Encryption options by name: each test file is written with one of them. */
const ways: Readonly<Record<string, EncryptionOptions | undefined>> = {
  'in plaintext': undefined,
  uniform: { footerKey: key(1) },
  'with keys of columns': { footerKey: key(1), columns: { id: key(2), n: key(3), name: 'none' } },
  'with a plaintext footer': { footerKey: key(2), footer: 'plaintext', columns: { n: key(3) }, default: 'footer' },
  'with CTR': { footerKey: key(3), algorithm: 'AES_GCM_CTR_V1', columns: { name: key(1) } },
};

type Options = Partial<ParquetWriterOptions>;

function optionsOf(way: EncryptionOptions | undefined, more: Options = {}): ParquetWriterOptions<typeof schema> {
  return {
    schema,
    codec: 'SNAPPY',
    checksums: true,
    bloomFilter: true,
    rowGroupRows: 200,
    pageRows: 30,
    ...more,
    ...(way !== undefined && { encryption: encryption(way) }),
  } as ParquetWriterOptions<typeof schema>;
}

async function written(way: EncryptionOptions | undefined, more?: Options): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, optionsOf(way, more));
  return sink.bytes;
}

const open = (bytes: Uint8Array): Promise<ParquetReader> =>
  openParquet(bytes, { decryption: decryption({ keys }), verifyChecksums: true });

/** Checks the rows, the indexes and the Bloom filters of a file. */
async function expectRows(bytes: Uint8Array): Promise<void> {
  const file = await open(bytes);
  const read: unknown[] = [];
  for await (const row of file.rows()) read.push(row);
  expect(read).toEqual(rows);
  const found: unknown[] = [];
  for await (const row of file.rows({ where: { id: 321n } })) found.push(row);
  expect(found).toEqual([rows[321]]);
  for (const [rowGroup] of file.metadata.rowGroups.entries()) {
    for (const { path } of file.schema.leaves) {
      const address = { rowGroup, column: path.join('.') };
      await file.unlock([address.column]);
      const { metaData } = file.chunk(address);
      const places: object[] = [];
      let end = 0;
      for await (const { header, fileOffset, byteLength } of file.pages(address)) {
        end = fileOffset + byteLength;
        if (header.dictionaryPageHeader !== undefined) expect(metaData.dictionaryPageOffset).toBe(fileOffset);
        else places.push({ offset: fileOffset, compressedPageSize: byteLength });
      }
      expect(metaData).toMatchObject({ dataPageOffset: (places[0] as { offset: number }).offset });
      expect(end).toBe((metaData.dictionaryPageOffset ?? metaData.dataPageOffset) + metaData.totalCompressedSize);
      expect((await file.offsetIndex(address))?.pageLocations).toMatchObject(places);
    }
  }
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(Object.entries(ways))('a file %s', (_, from) => {
  it.each([1, 2] as const)('an encrypted file with v%i pages has the rows that were written', async (pageVersion) => {
    await expectRows(await written(from, { pageVersion }));
  });

  it.each(Object.keys(ways))('can be copied to a file %s without decompressing', async (to) => {
    const source = await open(await written(from, { pageVersion: 2 }));
    const sink = memorySink();
    // Without codecs, nothing can be compressed or decompressed.
    const writer = await createParquetWriter(sink, optionsOf(ways[to], { codec: 'UNCOMPRESSED' }));
    await writer.copyRowGroup(source, 0);
    await writer.splitRowGroup(source, 1, { rowGroupRows: 60 });
    await writer.copyRowGroup(source, 2, { rows: [0, 60] });
    await writer.copyRowGroup(source, 2, { rows: [60, 100] });
    await writer.finish();
    await expectRows(sink.bytes);
    expect((await open(sink.bytes)).metadata.rowGroups.length).toBeGreaterThan(5);
  });
});

describe('a writer without `node:crypto`', () => {
  it('a writer without `node:crypto` encrypts pages in parallel with WebCrypto, and stores them in order', async () => {
    const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    const subtle = vi.spyOn(crypto.subtle, 'encrypt');
    const source = await open(await written(undefined, { pageRows: 4 }));
    const way = ways['with keys of columns'] as EncryptionOptions;
    const bytes = await written(way, { pageRows: 4 });
    const sink = memorySink();
    const writer = await createParquetWriter(sink, optionsOf({ ...way }));
    for (const [rowGroup] of source.metadata.rowGroups.entries()) await writer.copyRowGroup(source, rowGroup);
    await writer.finish();
    expect(subtle.mock.calls.length).toBeGreaterThan(1000);
    expect(builtin).toHaveBeenCalled();
    vi.restoreAllMocks();
    await expectRows(bytes);
    await expectRows(sink.bytes);
  });
});

describe('limits and failures of writing encrypted files', () => {
  const integers = { schema: { id: 'INT32' }, encryption: encryption({ footerKey: key(1) }) } as const;

  it('an encrypted column chunk cannot have more than 32,768 data pages', async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { ...integers, pageRows: 1 });
    await writer.write({ id: new Int32Array(32_769) });
    await expect(writer.finish()).rejects.toMatchObject({
      code: 'LIMIT',
      reason: expect.stringContaining('32768 data pages: write larger pages or smaller row groups'),
      at: { rowGroup: 0, column: 'id' },
    });
  });

  it('an encrypted file cannot have more than 32,768 row groups', async () => {
    const encryptor = encryption({ footerKey: key(1) }).begin(defineSchema({ id: 'INT32' }));
    const chunk = { rowCount: 1, write: () => Promise.reject(new Error('not reached')) };
    const output = { position: 0, write: async () => {}, copy: async () => {} };
    const place = { rowGroup: 32_768, column: 0 };
    await expect(encryptor.writeChunk(chunk, output, place)).rejects.toThrow(/32768 row groups/);
  });

  it('the sink of an encrypted file is aborted if a write fails', async () => {
    const aborted = vi.fn(async () => {});
    let bytes = 0;
    const sink: ByteSink = {
      write: async (part) => {
        bytes += part.length;
        if (bytes > 2 ** 18) throw new Error('the disk is full');
      },
      close: async () => {},
      abort: aborted,
    };
    const writer = await createParquetWriter(sink, { ...integers, codec: 'UNCOMPRESSED', encoding: 'PLAIN' });
    const values = new Int32Array(200_000);
    await writer.write({ id: values });
    await expect(writer.finish()).rejects.toThrow('the disk is full');
    expect(aborted).toHaveBeenCalled();
  });

  it('writeSummary rejects encrypted files, because it would store their metadata in plaintext', async () => {
    const metadata = await writeParquet(memorySink(), rows, optionsOf(ways['uniform']));
    const summary = writeSummary(memorySink(), [{ path: 'a.parquet', metadata }]);
    await expect(summary).rejects.toThrow(/a.parquet has encrypted columns/);
  });
});
