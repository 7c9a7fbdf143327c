/**
 * Tests how rows are divided into pages and encoded: batches of any size, nested rows, page sizes, full dictionaries,
 * policies.
 */

import {
  type ChunkWriterOptions,
  compatibility,
  createChunkWriter,
  type EncodingSample,
  type WrittenChunk,
} from '@marquetry/column-writer';
import { EncodingId, type Nulls, noNulls, PhysicalType, type Values } from '@marquetry/core';
import { ConvertedType, FieldRepetitionType, readPageHeader, type SchemaElement } from '@marquetry/metadata';
import { openDictionaryPage, openPage, readPageFrame } from '@marquetry/page';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { chunkFile, leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { join } from '@marquetry/test-support/hex.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { indicesOf, type Plain, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';

/** The slots of a column: their levels, and a value if a slot is not null. */
interface Slot {
  readonly repetition: number;
  readonly definition: number;
  readonly value?: Plain;
}

/** Reads a chunk page by page, and returns the slots of each page. */
function readBack(chunk: WrittenChunk, leaf: LeafNode, codec?: ChunkWriterOptions['codec']): Slot[] {
  const bytes = join(...chunk.parts);
  const { dictionaryPageOffset } = chunk.metaData;
  const open = { column: leaf, encodings: standardEncodings, codec };
  const dictionary =
    dictionaryPageOffset === undefined
      ? undefined
      : openDictionaryPage({ ...open, ...readPageFrame(bytes, dictionaryPageOffset) });
  return chunk.offsetIndex.pageLocations.flatMap(({ offset, compressedPageSize }) => {
    const frame = readPageFrame(bytes, offset);
    expect(frame.byteLength).toBe(compressedPageSize);
    const page = openPage({ ...open, ...frame, dictionary });
    return slotsOfPage(page.nulls, page.slotCount, plainOf(page.values().read(page.valueCount)), leaf);
  });
}

function slotsOfPage(nulls: Nulls, slotCount: number, values: readonly Plain[], leaf: LeafNode): Slot[] {
  let next = 0;
  return Array.from({ length: slotCount }, (_, i) => {
    const repetition = nulls.kind === 'levels' ? (nulls.repetition?.[i] ?? 0) : 0;
    const definition =
      nulls.kind === 'levels'
        ? nulls.definition[i]!
        : nulls.kind === 'bitmap'
          ? (nulls.bits[i >> 3]! >> (i & 7)) & 1
          : leaf.maxDefinitionLevel;
    return definition === leaf.maxDefinitionLevel
      ? { repetition, definition, value: values[next++]! }
      : { repetition, definition };
  });
}

/** Converts slots to a batch. */
function batchOf(
  slots: readonly Slot[],
  leaf: LeafNode,
  asIndices = false,
): Parameters<ReturnType<typeof createChunkWriter>['write']>[0] {
  const items = slots.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const distinct = [...new Set(items)];
  const values: Values = asIndices
    ? indicesOf(
        valuesOf(leaf, distinct),
        items.map((item) => distinct.indexOf(item)),
      )
    : valuesOf(leaf, items);
  const definition = Uint8Array.from(slots, (slot) => slot.definition);
  const repetition = Uint8Array.from(slots, (slot) => slot.repetition);
  const nullCount = slots.length - items.length;
  const nulls: Nulls =
    leaf.maxDefinitionLevel === 0
      ? noNulls
      : leaf.maxRepetitionLevel > 0
        ? { kind: 'levels', definition, repetition, nullCount }
        : { kind: 'levels', definition, nullCount };
  const rowCount = slots.filter((slot) => slot.repetition === 0).length;
  return { values, nulls, slotCount: slots.length, rowCount };
}

const listSchema: SchemaElement[] = [
  { name: 'schema', numChildren: 1 },
  { name: 'l', repetitionType: FieldRepetitionType.OPTIONAL, numChildren: 1, convertedType: ConvertedType.LIST },
  { name: 'list', repetitionType: FieldRepetitionType.REPEATED, numChildren: 1 },
  {
    name: 'element',
    repetitionType: FieldRepetitionType.OPTIONAL,
    type: PhysicalType.BYTE_ARRAY,
    convertedType: ConvertedType.UTF8,
  },
];
const list = createSchema(listSchema).leaves[0]!;

/** Generates a row of a list column: a null list, an empty list, or a list of items, some of which are null. */
const listRow = fc.oneof(
  fc.constant<Slot[]>([{ repetition: 0, definition: 0 }]),
  fc.constant<Slot[]>([{ repetition: 0, definition: 1 }]),
  fc.array(fc.option(fc.stringMatching(/^[a-d]{0,3}$/)), { minLength: 1, maxLength: 6 }).map((items) =>
    items.map((value, i): Slot => {
      const repetition = i === 0 ? 0 : 1;
      return value === null ? { repetition, definition: 2 } : { repetition, definition: 3, value };
    }),
  ),
);

test('hyparquet reads nested rows that span many pages', async () => {
  const rows = Array.from({ length: 500 }, (_, i) =>
    i % 7 === 0
      ? null
      : i % 5 === 0
        ? []
        : Array.from({ length: (i % 4) + 1 }, (_, k) => (k === 2 ? null : `s${i % 30}`)),
  );
  const slots = rows.flatMap((row): Slot[] => {
    if (row === null) return [{ repetition: 0, definition: 0 }];
    if (row.length === 0) return [{ repetition: 0, definition: 1 }];
    return row.map((value, k) => ({
      repetition: k === 0 ? 0 : 1,
      ...(value === null ? { definition: 2 } : { definition: 3, value }),
    }));
  });
  for (const pageVersion of [1, 2] as const) {
    const writer = createChunkWriter({
      leaf: list,
      encodings: standardEncodings,
      codec: snappy,
      pageVersion,
      pageRows: 77,
    });
    writer.write(batchOf(slots, list));
    const file = chunkFile(listSchema, [[writer.finish()]]);
    expect((await parquetReadObjects({ file: file.buffer })).map(({ l }) => l ?? null)).toEqual(rows);
  }
});

describe('rows split into batches', () => {
  const options = fc.record({
    pageRows: fc.integer({ min: 1, max: 40 }),
    pageBytes: fc.integer({ min: 1, max: 200 }),
    pageVersion: fc.constantFrom(1 as const, 2 as const),
    encoding: fc.constantFrom(undefined, EncodingId.PLAIN, EncodingId.RLE_DICTIONARY, EncodingId.DELTA_BYTE_ARRAY),
    dictionary: fc.record({ maxValues: fc.integer({ min: 1, max: 60 }) }),
    codec: fc.constantFrom(undefined, snappy),
  });

  test('nested rows are written correctly for any batch sizes, and every page begins with a new row', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(listRow, { maxLength: 30 }), { maxLength: 5 }),
        options,
        fc.boolean(),
        (batches, settings, asIndices) => {
          const writer = createChunkWriter({ leaf: list, encodings: standardEncodings, ...settings });
          for (const rows of batches) writer.write(batchOf(rows.flat(), list, asIndices));
          const chunk = writer.finish();
          const slots = batches.flat(2);
          expect(readBack(chunk, list, settings.codec)).toEqual(slots);
          expect(chunk.metaData.numValues).toBe(slots.length);
          expect(chunk.rowCount).toBe(batches.flat().length);
          const histogram = [0, 1, 2, 3].map((level) => slots.filter(({ definition }) => definition === level).length);
          if (slots.length > 0) expect(chunk.metaData.sizeStatistics?.definitionLevelHistogram).toEqual(histogram);
          expect(chunk.columnIndex?.definitionLevelHistograms ?? []).toHaveLength(
            4 * chunk.offsetIndex.pageLocations.length,
          );
          expect(chunk.metaData.totalCompressedSize).toBe(join(...chunk.parts).length);
        },
      ),
    );
  });

  test('flat rows are written to the same pages, however they are split into batches', () => {
    const slotOf = (value: number | null): Slot =>
      value === null ? { repetition: 0, definition: 0 } : { repetition: 0, definition: 1, value };
    const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.OPTIONAL });
    const slot = fc.option(fc.integer({ min: 0, max: 50 })).map(slotOf);
    // Nulls take no bytes, so a page whose values fill it exactly may still contain nulls after them.
    const other = { encoding: undefined, codec: undefined, dictionary: { maxValues: 1 } };
    const endsAtItsBytes = { pageRows: 3, pageBytes: 8, pageVersion: 1, ...other } as const;
    fc.assert(
      fc.property(
        fc.array(slot, { maxLength: 200 }),
        fc.array(fc.nat({ max: 60 })),
        options,
        (slots, cuts, settings) => {
          const encoding =
            settings.encoding === EncodingId.DELTA_BYTE_ARRAY
              ? EncodingId.DELTA_BINARY_PACKED
              : (settings.encoding ?? EncodingId.PLAIN);
          const base = { leaf, encodings: standardEncodings, ...settings, encoding };
          const whole = createChunkWriter(base);
          whole.write(batchOf(slots, leaf));
          const pieces = createChunkWriter(base);
          let at = 0;
          for (const cut of [...cuts, slots.length]) {
            const to = Math.min(slots.length, at + cut);
            pieces.write(batchOf(slots.slice(at, to), leaf));
            at = to;
          }
          const [one, other] = [whole.finish(), pieces.finish()];
          expect(readBack(one, leaf, settings.codec)).toEqual(slots);
          expect(other.parts).toEqual(one.parts);
          expect(other).toEqual(one);
        },
      ),
      { examples: [[[slotOf(0), slotOf(0), slotOf(null)], [2], endsAtItsBytes]] },
    );
  });
});

describe('rows and levels of pages', () => {
  test('a page ends before it exceeds its maximum size, but has at least one row', () => {
    const leaf = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });
    const values = valuesOf(leaf, ['a'.repeat(6), 'b'.repeat(6), 'c'.repeat(100), 'd', 'e']);
    const chunk = writeChunk(leaf, values, noNulls, { pageBytes: 20, encoding: EncodingId.PLAIN });
    expect(chunk.offsetIndex.pageLocations.map((page) => page.firstRowIndex)).toEqual([0, 2, 3]);
  });

  test('pages have at most 20,000 rows by default', () => {
    const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
    const chunk = writeChunk(leaf, {
      layout: 'fixed',
      type: 1,
      width: 4,
      length: 50_000,
      data: new Int32Array(50_000),
    });
    expect(chunk.offsetIndex.pageLocations.map((page) => page.firstRowIndex)).toEqual([0, 20_000, 40_000]);
  });

  test('a page that contains only nulls is written in an encoding without a dictionary', () => {
    const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.OPTIONAL });
    for (const encoding of [undefined, EncodingId.RLE_DICTIONARY]) {
      const nulls = { kind: 'bitmap', bits: new Uint8Array(2), nullCount: 10 } as const;
      const chunk = writeChunk(leaf, valuesOf(leaf, []), nulls, { encoding });
      expect(chunk.metaData.encodings).toEqual([EncodingId.PLAIN, EncodingId.RLE]);
      expect(chunk.metaData.dictionaryPageOffset).toBeUndefined();
      expect(readBack(chunk, leaf)).toEqual(Array(10).fill({ repetition: 0, definition: 0 }));
    }
  });

  test('a chunk without rows has no pages', () => {
    const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
    const chunk = createChunkWriter({ leaf, encodings: standardEncodings, bloomFilter: true }).finish();
    expect([chunk.parts, chunk.metaData.numValues, chunk.columnIndex]).toEqual([[], 0, undefined]);
  });

  test('v1 pages have BIT_PACKED levels if the options select that encoding', () => {
    const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.OPTIONAL });
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b10110), nullCount: 2 } as const;
    const chunk = writeChunk(leaf, valuesOf(leaf, [7, 8, 9]), nulls, { levelEncoding: EncodingId.BIT_PACKED });
    expect(readPageHeader(chunk.parts[0]!, 0).header.dataPageHeader?.definitionLevelEncoding).toBe(
      EncodingId.BIT_PACKED,
    );
    expect(readBack(chunk, leaf).map(({ value }) => value ?? null)).toEqual([null, 7, 8, null, 9]);
  });
});

describe('chunks that use a dictionary', () => {
  const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
  const growing = valuesOf(
    leaf,
    Array.from({ length: 1000 }, (_, i) => i % 400),
  );
  const encodingsOf = (chunk: WrittenChunk): number[] =>
    chunk.parts.map((part) => {
      const { header } = readPageHeader(part, 0);
      return (header.dataPageHeader ?? header.dictionaryPageHeader)!.encoding;
    });

  test('when a dictionary becomes full, earlier pages keep their indices, with the bit width that each page needed when it was written', () => {
    const chunk = writeChunk(leaf, growing, noNulls, {
      encoding: EncodingId.RLE_DICTIONARY,
      dictionary: { maxValues: 250 },
      pageRows: 100,
    });
    expect(encodingsOf(chunk)).toEqual([0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
    const widths = chunk.parts.slice(1, 3).map((part) => part[readPageHeader(part, 0).byteLength]);
    expect(widths).toEqual([7, 8]);
    expect(chunk.metaData).toMatchObject({ encodings: [0, 8], dictionaryPageOffset: 0 });
    expect(chunk.metaData.statistics?.distinctCount).toBeUndefined();
    expect(chunk.metaData.encodingStats).toEqual([
      { pageType: 2, encoding: 0, count: 1 },
      { pageType: 0, encoding: 8, count: 2 },
      { pageType: 0, encoding: 0, count: 8 },
    ]);
    expect(readBack(chunk, leaf).map(({ value }) => value)).toEqual(plainOf(growing));
  });

  test('when a dictionary is full, the policy chooses the encoding of the remaining pages', () => {
    const asked: number[][] = [];
    const policy = (_: LeafNode, { candidates }: EncodingSample): number => {
      asked.push([...candidates]);
      return candidates.includes(EncodingId.RLE_DICTIONARY)
        ? EncodingId.RLE_DICTIONARY
        : EncodingId.DELTA_BINARY_PACKED;
    };
    const chunk = writeChunk(leaf, growing, noNulls, {
      encoding: policy,
      dictionary: { maxBytes: 1000 },
      pageRows: 100,
    });
    expect(asked).toEqual([
      [0, 5, 8, 9],
      [0, 5, 9],
    ]);
    expect(new Set(encodingsOf(chunk))).toEqual(new Set([0, 8, 5]));
    expect(readBack(chunk, leaf).map(({ value }) => value)).toEqual(plainOf(growing));
  });

  test('dictionary pages have the deprecated PLAIN_DICTIONARY encoding only if it is requested', () => {
    const chunk = writeChunk(leaf, growing, noNulls, { encoding: EncodingId.PLAIN_DICTIONARY, pageRows: 500 });
    expect(encodingsOf(chunk)).toEqual([2, 2, 2]);
    expect(encodingsOf(writeChunk(leaf, growing, noNulls, { ...compatibility }))).toEqual([0, 8]);
  });

  test('the policy chooses a dictionary only for values that repeat, because it compares sizes', () => {
    const text = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });
    const few = valuesOf(
      text,
      Array.from({ length: 20_000 }, (_, i) => `city number ${(i * 7919) % 50}`),
    );
    expect(writeChunk(text, few).metaData.encodings).toEqual([0, 8]);
    const all = valuesOf(
      text,
      Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 20_011} is unique`),
    );
    expect(writeChunk(text, all).metaData.encodings).not.toContain(EncodingId.RLE_DICTIONARY);
    const rising = valuesOf(
      leaf,
      Array.from({ length: 20_000 }, (_, i) => i >> 2),
    );
    expect(writeChunk(leaf, rising).metaData.encodings).toEqual([EncodingId.DELTA_BINARY_PACKED]);
  });
});
