/** walkFile and walkChunk: finding pages without a footer, and after broken pages. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { standardCodecs } from '@marquetry/codecs';
import { createLimits } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { decryption, fixedKeys } from '@marquetry/encryption';
import { type ByteSource, bytesSource, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { type FoundPart, walkChunk, walkFile, walkPages } from '@marquetry/inspect/walk';
import { writeColumnMetaData } from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { createRandom } from '@marquetry/test-kit';
import { describe, expect, test } from 'vitest';
import { apacheFiles, fixtureFiles } from './bytes/tree.js';

async function partsOf(parts: AsyncIterable<FoundPart>): Promise<FoundPart[]> {
  const found: FoundPart[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

/** Returns the parts that `walkFile` finds, after checking that they cover the file without gaps. */
async function partsIn(bytes: Uint8Array): Promise<FoundPart[]> {
  const parts = await partsOf(walkFile(bytesSource(bytes)));
  let position = 0;
  for (const { offset, byteLength } of parts) {
    expect(offset).toBe(position);
    expect(byteLength).toBeGreaterThan(0);
    position += byteLength;
  }
  expect(position).toBe(bytes.length);
  return parts;
}

/** Returns a source that records its reads and, like a source on disk, returns copies of the bytes. */
function listing(bytes: Uint8Array): ByteSource & { readonly reads: number[] } {
  const reads: number[] = [];
  return {
    reads,
    byteLength: bytes.length,
    read: async (offset, length) => {
      reads.push(length);
      return bytes.slice(offset, offset + length);
    },
  };
}

const kinds = (parts: readonly FoundPart[]): string => parts.map(({ kind }) => kind).join(' ');
const pagesOf = (parts: readonly FoundPart[]): number[] =>
  parts.flatMap((part) => (part.kind === 'page' && part.missingBytes === 0 ? [part.offset] : []));

const open = (bytes: Uint8Array): Promise<ParquetFile> =>
  openFile(bytesSource(bytes), { encodings: standardEncodings, codecs: standardCodecs });

async function written({ rows = 1000, pageRows = 250, bloomFilter = true } = {}): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    encodings: standardEncodings,
    codecs: standardCodecs,
    schema: defineSchema({ a: 'INT32', b: 'STRING' }),
    rowGroupRows: rows / 2,
    pageRows,
    bloomFilter,
  });
  const random = createRandom(7);
  await writer.write({
    a: Int32Array.from({ length: rows }, () => random(1000)),
    b: Array.from({ length: rows }, () => `text ${random(20)}`),
  });
  await writer.finish();
  return sink.bytes;
}
const bytes = await written();
const file = await open(bytes);

/** The pages of the file, as `file.pages` finds them through the footer. */
const pages: { readonly start: number; readonly end: number }[] = [];
for (const rowGroup of file.metadata.rowGroups.keys()) {
  for (const column of ['a', 'b']) {
    for await (const { fileOffset: start, byteLength } of file.pages({ rowGroup, column }))
      pages.push({ start, end: start + byteLength });
  }
}
pages.sort((a, b) => a.start - b.start);
const offsets = pages.map(({ start }) => start);

describe('walkFile', () => {
  test('walkFile finds all pages, Bloom filters, indexes and the footer of a file', async () => {
    const parts = await partsIn(bytes);
    expect(pagesOf(parts)).toEqual(offsets);
    expect(kinds(parts.filter(({ kind }) => kind !== 'page'))).toBe(
      'magic bloom-filter bloom-filter bloom-filter bloom-filter column-index column-index column-index column-index ' +
        'offset-index offset-index offset-index offset-index footer footer-length magic',
    );
  });

  test('walkFile finds all complete pages, and no others, in a file that is truncated at any byte', async () => {
    for (let length = 0; length < bytes.length; length += length < 200 ? 1 : 13) {
      const parts = await partsIn(bytes.subarray(0, length));
      const whole = pages.filter(({ end }) => end <= length).map(({ start }) => start);
      expect(pagesOf(parts)).toEqual(whole);
    }
  });

  test('walkFile reports how many bytes of the last page are missing', async () => {
    const [, second = 0, third = 0] = offsets;
    const parts = await partsIn(bytes.subarray(0, third - 5));
    expect(parts.at(-1)).toMatchObject({ kind: 'page', offset: second, missingBytes: 5 });
  });

  test('walkFile recognizes a truncated footer', async () => {
    const parts = await partsIn(bytes.subarray(0, file.footer.offset + 40));
    expect(parts.at(-1)).toEqual({ kind: 'footer', offset: file.footer.offset, byteLength: 40, isCut: true });
  });

  test('walkFile finds the pages before a footer that cannot be parsed', async () => {
    const broken = Uint8Array.from(bytes);
    broken.fill(0xff, file.footer.offset, file.footer.offset + 8);
    const parts = await partsIn(broken);
    expect(pagesOf(parts)).toEqual(offsets);
    expect(kinds(parts.slice(-3))).toBe('footer footer-length magic');
  });

  test('walkFile continues with the next page after a broken header', async () => {
    const broken = Uint8Array.from(bytes);
    const [, second = 0, third = 0] = offsets;
    broken.fill(0xff, second, second + 4);
    const parts = await partsIn(broken);
    expect(pagesOf(parts)).toEqual(offsets.filter((offset) => offset !== second));
    const fault = parts.find(({ kind }) => kind === 'fault');
    expect(fault).toMatchObject({ offset: second, byteLength: third - second });
  });

  test('walkFile rejects a page header whose stated page size does not lead to another page', async () => {
    const broken = Uint8Array.from(bytes);
    const [, second = 0] = offsets;
    // Changes the high bits of `compressed_page_size`.
    const sizeAt = broken.indexOf(0x15, broken.indexOf(0x15, broken.indexOf(0x15, second) + 1) + 1);
    broken.set([0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f], sizeAt);
    const parts = await partsIn(broken);
    expect(pagesOf(parts)).toEqual(offsets.filter((offset) => offset !== second));
  });

  test('walkFile recognizes the metadata that some writers repeat after a chunk', async () => {
    const [group] = file.metadata.rowGroups;
    const { metaData } = file.chunk({ rowGroup: 0, column: 'a' });
    const copy = writeColumnMetaData(metaData);
    const start = offsets.at(-1) as number;
    const joined = new Uint8Array([...bytes.subarray(0, offsets[1]), ...copy, ...bytes.subarray(offsets[1], start)]);
    const parts = await partsIn(joined);
    expect(group?.numRows).toBe(500);
    expect(parts[2]).toEqual({ kind: 'column-metadata', offset: offsets[1], byteLength: copy.length, isCut: false });
    expect(pagesOf(parts)).toHaveLength(offsets.length - 1);
  });

  test.each([
    ['an empty file', new Uint8Array(0), ''],
    ['three bytes', Uint8Array.of(0x50, 0x41, 0x52), 'TRUNCATED'],
    ['text', new TextEncoder().encode('id,name\n1,oak\n'), 'CORRUPT'],
    ['an encrypted file', new TextEncoder().encode('PARE and more, PARE'), 'UNSUPPORTED'],
  ])('walkFile finds no page in %s', async (_, content, code) => {
    const parts = await partsIn(content);
    expect(parts.map((part) => (part.kind === 'fault' ? part.fault.code : part.kind)).join()).toBe(code);
  });

  test('walkFile reads page headers, but not the bodies of large pages', async () => {
    const large = await written({ rows: 400_000, pageRows: 100_000, bloomFilter: false });
    const source = listing(large);
    const parts = await partsOf(walkFile(source));
    expect(pagesOf(parts).length).toBeGreaterThan(5);
    expect(source.reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(large.length / 10);
  });

  test('walkFile reads many small pages with few reads', async () => {
    const small = await written({ rows: 20_000, pageRows: 20 });
    const source = listing(small);
    const parts = await partsOf(walkFile(source));
    expect(pagesOf(parts).length).toBeGreaterThan(1000);
    expect(source.reads.length).toBeLessThan(40);
  });

  test('walkFile throws when its signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(partsOf(walkFile(bytesSource(bytes), { signal }))).rejects.toThrow('enough');
  });

  test('walkFile accounts for every byte of files with random byte changes, and reports each fault at its own offset', async () => {
    const random = createRandom(16);
    for (let round = 0; round < 300; round++) {
      const broken = Uint8Array.from(bytes);
      for (let i = 1 + random(30); i > 0; i--) {
        broken[4 + random(broken.length - 4)] = random(256);
      }
      const parts = await partsIn(broken.subarray(0, random(broken.length + 1)));
      for (const part of parts) if (part.kind === 'fault') expect(part.fault.at.fileOffset).toBe(part.offset);
    }
  });

  test('walkFile reads at most limits.headerBytes to parse a header', async () => {
    // A page header with a binary field whose length is 2^31 - 1.
    const huge = new Uint8Array(100_000);
    huge.set([0x50, 0x41, 0x52, 0x31, 0x15, 0, 0x15, 2, 0x15, 2, 0x18, 0xff, 0xff, 0xff, 0xff, 0x07]);
    const source = listing(huge);
    const limits = createLimits({ headerBytes: 4096 });
    const parts = await partsOf(walkFile(source, { limits, searchBytes: 0 }));
    expect(kinds(parts)).toBe('magic fault');
    expect(Math.max(...source.reads)).toBeLessThanOrEqual(4096);
  });
});

describe('walkChunk', () => {
  test.each([...fixtureFiles, ...apacheFiles].map((path) => [basename(path), path]))(
    'walkChunk finds the same pages as the reader in %s',
    async (_, path) => {
      const stored = await open(readFileSync(path)).catch(() => undefined);
      if (stored === undefined) return;
      for (const rowGroup of stored.metadata.rowGroups.keys()) {
        for (const leaf of stored.schema.leaves) {
          const address = { rowGroup, column: leaf };
          const expected: number[] = [];
          try {
            for await (const page of stored.pages(address)) expected.push(page.fileOffset);
          } catch {
            continue;
          }
          const parts = await partsOf(walkChunk(stored, address));
          expect(pagesOf(parts)).toEqual(expected);
        }
      }
    },
  );

  test('walkChunk finds the pages after a broken page', async () => {
    const address = { rowGroup: 1, column: 'b' };
    const whole = pagesOf(await partsOf(walkChunk(file, address)));
    const broken = Uint8Array.from(bytes);
    broken.fill(0, whole[1], (whole[1] as number) + 3);
    const parts = await partsOf(walkChunk(await open(broken), address));
    expect(kinds(parts)).toBe('page fault page');
    expect(pagesOf(parts)).toEqual(whole.filter((_, i) => i !== 1));
  });

  test('walkChunk rejects an encrypted chunk', async () => {
    const path = new URL('../../../tests/fixtures/encrypted/pyarrow-gcm-128.parquet', import.meta.url);
    const keys = fixedKeys({ footer: Uint8Array.from({ length: 16 }, (_, i) => i) });
    const locked = await openFile(bytesSource(readFileSync(path)), {
      encodings: standardEncodings,
      decryption: decryption({ keys }),
    });
    await locked.unlock();
    const [leaf] = locked.schema.leaves;
    const walk = partsOf(walkChunk(locked, { rowGroup: 0, column: leaf?.path.join('.') ?? '' }));
    await expect(walk).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});

test('walkPages rejects a range that extends beyond the file', async () => {
  const walk = partsOf(walkPages(bytesSource(bytes), { start: 4, end: bytes.length + 1 }));
  await expect(walk).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
