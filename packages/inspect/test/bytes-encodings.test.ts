/** explainPage on pages written by Marquetry: every encoding and type, damaged pages, and limits on the number of fields. */
import { alp } from '@marquetry/alp';
import {
  CodecId,
  createCodecRegistry,
  type DirectValues,
  EncodingId,
  isParquetError,
  type Nulls,
  noNulls,
  PhysicalType,
} from '@marquetry/core';
import type { StoredPage } from '@marquetry/file';
import { groupVarint } from '@marquetry/group-varint';
import { type ByteField, type ExplainedPage, type ExplainOptions, explainPage } from '@marquetry/inspect/bytes';
import { writePageHeader } from '@marquetry/metadata';
import { openPage, readPageFrame, writeDataPage } from '@marquetry/page';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { createRandom, type SamplePage, samplePages, standardColumns } from '@marquetry/test-kit';
import { standardEncodings, zstd } from '@marquetry/test-support/standard.js';
import { describe, expect, test } from 'vitest';
import { createValueText, entryBytes } from '../src/bytes/texts.js';
import { brokenRules, find, leavesOf } from './bytes/tree.js';

const encodings = standardEncodings.with(alp, groupVarint);
const codecs = createCodecRegistry([zstd]);

function leafOf({ column }: SamplePage, optional: boolean): LeafNode {
  const { type, width } = column;
  const typeLength = type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? { typeLength: width } : {};
  const { leaves } = createSchema([
    { name: 'schema', numChildren: 1 },
    { name: 'x', type, repetitionType: optional ? 1 : 0, ...typeLength },
  ]);
  return leaves[0] as LeafNode;
}

/** Returns the nulls of a column in which every third slot is null. */
function everyThird(slots: number): Nulls {
  const bits = new Uint8Array(Math.ceil(slots / 8));
  let nullCount = 0;
  for (let i = 0; i < slots; i++) {
    if (i % 3 === 2) nullCount++;
    else bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  }
  return nullCount === 0 ? noNulls : { kind: 'bitmap', bits, nullCount };
}

interface PageOptions {
  readonly version: 1 | 2;
  readonly optional: boolean;
  readonly levelEncoding?: number;
  readonly isPacked?: boolean;
  readonly checksum?: boolean;
}

/** Returns a page with a sample's values, in the form that `file.pages` returns. */
function pageOf(encoding: number, sample: SamplePage, options: PageOptions): StoredPage {
  const { version, optional, levelEncoding = EncodingId.RLE, isPacked = false } = options;
  const leaf = leafOf(sample, optional);
  const count = sample.values.length;
  const slotCount = optional ? count + Math.floor(Math.max(count - 1, 0) / 2) : count;
  const nulls = optional ? everyThird(slotCount) : noNulls;
  const codec = isPacked ? zstd : undefined;
  const shape = { version, column: leaf, encoding, values: sample.bytes, slotCount, rowCount: slotCount, nulls };
  const { bytes } = writeDataPage({ ...shape, levelEncoding, codec, checksum: options.checksum ?? false });
  return storedPage(bytes, leaf, isPacked ? CodecId.ZSTD : CodecId.UNCOMPRESSED);
}

function storedPage(bytes: Uint8Array, leaf: LeafNode, codec: number): StoredPage {
  const { header, headerSize, body, byteLength } = readPageFrame(bytes, 0);
  const location = { leaf, metaData: { codec }, secrets: undefined } as StoredPage['location'];
  const headerBytes = bytes.subarray(0, headerSize);
  return { header, headerSize, headerBytes, body, byteLength, fileOffset: 4, ordinal: 0, location };
}

const all = [...encodings].map(({ name, id }) => [name, id] as const);

function samplesOf(id: number): SamplePage[] {
  // PLAIN_DICTIONARY has no encoder, but its bytes are the same as with RLE_DICTIONARY.
  const encoding = encodings.find(id === EncodingId.PLAIN_DICTIONARY ? EncodingId.RLE_DICTIONARY : id);
  return encoding === undefined ? [] : samplePages(encoding, standardColumns, 11);
}

/** Returns the texts of the fields that show values, indexed by the number of the value. */
function shown({ stored, decompressed }: ExplainedPage, width: number): string[] {
  const texts: string[] = [];
  const joined: string[] = [];
  const add = ({ name, value = '', children }: ByteField): void => {
    const [, from, to] = /^(?:value|values|index|indices) (\d+)(?: to (\d+))?$/.exec(name) ?? [];
    const [, byte, index] = /^byte (\d+) of value (\d+)$/.exec(name) ?? [];
    if (from !== undefined) for (let i = Number(from); i <= Number(to ?? from); i++) texts[i] = value;
    else if (byte !== undefined) joined[Number(index)] = (joined[Number(index)] ?? '') + value.slice(2);
    else for (const child of children) add(child);
  };
  for (const field of (decompressed ?? stored).fields) add(field);
  return width > 0 && joined.length > 0 ? joined : texts;
}

/** Returns the texts that must be shown for a sample's values. */
function expected(id: number, sample: SamplePage, leaf: LeafNode): string[] {
  const text = createValueText(leaf);
  const { values, dictionary } = sample;
  if (values.layout === 'dictionary') {
    const entries = dictionary ?? values.dictionary;
    return Array.from(values.indices, (index) => `${index}: ${text(entryBytes(entries, index))}`);
  }
  return id === EncodingId.BYTE_STREAM_SPLIT ? hexes(values) : texts(values, text);
}

function texts(values: DirectValues, text: (bytes: Uint8Array) => string): string[] {
  return Array.from({ length: values.length }, (_, i) => text(entryBytes(values, i)));
}

function hexes(values: DirectValues): string[] {
  return texts(values, (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

const shapes: readonly PageOptions[] = [
  { version: 1, optional: false },
  { version: 1, optional: true },
  { version: 1, optional: true, levelEncoding: EncodingId.BIT_PACKED },
  { version: 2, optional: true },
  { version: 2, optional: true, isPacked: true },
];

describe.each(all)('%s', (_, id) => {
  test('explainPage shows each value that was written, regardless of the page version, levels and codec', async () => {
    const samples = samplesOf(id);
    expect(samples.length).toBeGreaterThan(0);
    for (const [number, sample] of samples.entries()) {
      const shape = shapes[number % shapes.length] as PageOptions;
      const page = pageOf(id, sample, shape);
      const { leaf } = page.location;
      const { dictionary } = sample;
      const explained = await explainPage(page, { encodings, codecs, dictionary, mostFields: 1e6 });
      const where = `${sample.label}, ${JSON.stringify(shape)}`;
      expect([where, ...brokenRules(explained.stored)]).toEqual([where]);
      if (explained.decompressed !== undefined)
        expect([where, ...brokenRules(explained.decompressed)]).toEqual([where]);
      expect([where, explained.fault?.message]).toEqual([where, undefined]);
      expect(explained.valueCount).toBe(sample.values.length);
      expect(shown(explained, leaf.width), where).toEqual(expected(id, sample, leaf));
    }
  });

  test('explainPage finds a fault in a damaged page if and only if decoding the page throws', async () => {
    const random = createRandom(3);
    let faults = 0;
    for (const [number, sample] of samplesOf(id).entries()) {
      if (sample.values.length < 2) continue;
      const page = pageOf(id, sample, shapes[number % 4] as PageOptions);
      for (let round = 0; round < 6; round++) {
        const damaged = damage(page, random, round);
        const { dictionary } = sample;
        const explained = await explainPage(damaged, { encodings, codecs, dictionary, mostFields: 1e6 });
        expect(brokenRules(explained.stored)).toEqual([]);
        const error = errorOf(damaged, dictionary);
        expect(explained.fault !== undefined, `${sample.label}, round ${round}: ${error} / ${explained.fault}`).toBe(
          error !== undefined,
        );
        if (error !== undefined) faults++;
        expect(leavesOf(explained.stored.fields).some(({ kind }) => kind === 'fault') || hasFault(explained)).toBe(
          error !== undefined,
        );
      }
    }
    expect(faults).toBeGreaterThan(0);
  });

  test('explainPage returns at most `mostFields` fields, starting at any byte', async () => {
    const random = createRandom(5);
    for (const [number, sample] of samplesOf(id).entries()) {
      const page = pageOf(id, sample, shapes[number % 4] as PageOptions);
      const options: ExplainOptions = { encodings, codecs, dictionary: sample.dictionary, mostFields: 1e6 };
      const whole = leavesOf((await explainPage(page, options)).stored.fields);
      for (let round = 0; round < 2; round++) {
        const from = random(page.body.length + 2);
        const rest = await explainPage(page, { ...options, from });
        expect(brokenRules(rest.stored)).toEqual([]);
        expect(rest.fault).toBeUndefined();
        const at = from + page.headerSize;
        const wanted = whole.filter(({ start, end }) => end > at || (start === end && start >= at));
        const got = leavesOf(rest.stored.fields).filter(
          ({ end, start, omitted }) => omitted === undefined && (end > at || start >= at),
        );
        expect(got).toEqual(wanted);
        const mostFields = random(60);
        const few = await explainPage(page, { ...options, from, mostFields });
        expect(brokenRules(few.stored)).toEqual([]);
        // The fields for the header, the levels and the values as a whole are always returned.
        expect(leavesOf(few.stored.fields).length).toBeLessThanOrEqual(mostFields + 4);
      }
    }
  });
});

function hasFault({ stored }: ExplainedPage): boolean {
  return JSON.stringify(stored.fields).includes('"kind":"fault"');
}

/** Cuts the body short, or flips one bit of it. */
function damage(page: StoredPage, random: (below: number) => number, round: number): StoredPage {
  if (round % 2 === 0) {
    const body = page.body.subarray(0, random(page.body.length));
    const header = { ...page.header, compressedPageSize: body.length, uncompressedPageSize: body.length };
    const headerBytes = writePageHeader(header);
    return { ...page, body, header, headerBytes, headerSize: headerBytes.length };
  }
  const body = page.body.slice();
  const at = random(round % 4 === 1 ? Math.min(body.length, 12) : body.length);
  body[at] = (body[at] as number) ^ (1 << random(8));
  return { ...page, body };
}

/** Returns the error that decoding all values of a page throws. */
function errorOf({ header, body, location: { leaf } }: StoredPage, dictionary: DirectValues | undefined): unknown {
  try {
    const page = openPage({ header, body, column: leaf, encodings, dictionary, verifyChecksums: true });
    const decoder = page.values();
    return decoder.read(page.valueCount).length === page.valueCount ? undefined : 'too few values';
  } catch (error) {
    expect(isParquetError(error)).toBe(true);
    return error;
  }
}

const [sample] = samplesOf(EncodingId.PLAIN).filter(({ column }) => column.type === PhysicalType.INT32);

test('explainPage lists the runs of the levels of a page', async () => {
  const page = pageOf(EncodingId.PLAIN, sample as SamplePage, { version: 2, optional: true });
  const { levelRuns, valueCount } = await explainPage(page, { encodings, codecs });
  const slots = page.header.dataPageHeaderV2?.numValues ?? 0;
  expect(levelRuns.repetition).toEqual({ runs: [], omitted: 0 });
  expect(levelRuns.definition.runs.reduce((sum, { count }) => sum + count, 0)).toBe(slots);
  expect(levelRuns.definition.runs[0]).toMatchObject({
    kind: 'bit-packed',
    levels: [1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1],
  });
  expect(valueCount).toBe(301);
});

test('explainPage reports a wrong checksum as a fault at the field `crc`, and still explains the values', async () => {
  const page = pageOf(EncodingId.PLAIN, sample as SamplePage, { version: 1, optional: false, checksum: true });
  expect((await explainPage(page, { encodings, codecs })).checksum).toBe('right');
  const body = page.body.slice();
  body[0] = (body[0] as number) ^ 1;
  const explained = await explainPage({ ...page, body }, { encodings, codecs });
  expect(explained.checksum).toBe('wrong');
  expect(explained.fault?.code).toBe('CORRUPT');
  expect(find(explained.stored.fields, 'crc')).toMatchObject({ kind: 'fault', meaning: explained.fault?.reason });
  expect(shown(explained, 4)).toHaveLength(301);
});

test('explainPage reports an encoding and a codec that are not registered', async () => {
  const page = pageOf(EncodingId.PLAIN, sample as SamplePage, { version: 2, optional: true });
  const dataPageHeaderV2 = { ...page.header.dataPageHeaderV2, encoding: 200 } as NonNullable<
    typeof page.header.dataPageHeaderV2
  >;
  const strange = await explainPage({ ...page, header: { ...page.header, dataPageHeaderV2 } }, { encodings, codecs });
  expect(brokenRules(strange.stored)).toEqual([]);
  expect(find(strange.stored.fields, 'encoded values')).toMatchObject({
    kind: 'unknown',
    meaning: expect.stringContaining('encoding id 200 of INT32 values is not registered'),
  });
  const packed = pageOf(EncodingId.PLAIN, sample as SamplePage, { version: 2, optional: true, isPacked: true });
  const closed = await explainPage(packed, { encodings, codecs: createCodecRegistry() });
  expect(closed.decompressed).toBeUndefined();
  expect(closed.fault?.code).toBe('UNSUPPORTED');
  expect(closed.valueCount).toBe(301);
  expect(find(closed.stored.fields, 'compressed body')?.meaning).toContain('codec ZSTD (6)');
});

test('explainPage explains a page of ten million values by creating only the fields that it returns', async () => {
  const leaf = leafOf(sample as SamplePage, false);
  const slotCount = 10_000_000;
  const values = new Uint8Array(4 * slotCount);
  const { bytes } = writeDataPage({
    ...{ version: 1, column: leaf, encoding: EncodingId.PLAIN, values, slotCount, rowCount: slotCount, nulls: noNulls },
    checksum: false,
  });
  const page = storedPage(bytes, leaf, CodecId.UNCOMPRESSED);
  const { stored } = await explainPage(page, { encodings, codecs, mostFields: 100, from: 20_000_000 });
  expect(brokenRules(stored)).toEqual([]);
  const list = find(stored.fields, 'values');
  expect(list?.children[0]).toMatchObject({ name: 'value 5000000', start: 20_000_000 + page.headerSize });
  expect(list?.omitted).toBe(slotCount - (list?.children.length ?? 0));
});
