/** explainFooter and explainStruct: each byte of Thrift structs has a meaning. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { type ByteField, explainFooter, explainStruct } from '@marquetry/inspect/bytes';
import { readFileMetaData, writeColumnIndex, writeOffsetIndex, writePageHeader } from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { createRandom } from '@marquetry/test-kit';
import { describe, expect, test } from 'vitest';
import { apacheFiles, brokenRules, find, fixtureFiles, leavesOf, outline } from './bytes/tree.js';

/** Returns the bytes of a file from the start of its footer to its end. */
function endOf(file: string): { readonly bytes: Uint8Array; readonly offset: number } {
  const whole = readFileSync(file);
  const offset = Math.max(whole.length - whole.readUInt32LE(whole.length - 8) - 8, 0);
  return { bytes: new Uint8Array(whole.subarray(offset)), offset };
}

/** Returns the value of the field that {@link find} finds for these names. */
function member(fields: readonly ByteField[], ...names: readonly string[]): string | undefined {
  return find(fields, ...names)?.value;
}

const dateLeaf = defineSchema({ day: 'DATE' }).leaves[0];

const header = writePageHeader({
  type: 3,
  uncompressedPageSize: 1000,
  compressedPageSize: 600,
  crc: -1,
  dataPageHeaderV2: {
    numValues: 200,
    numNulls: 5,
    numRows: 200,
    encoding: 8,
    definitionLevelsByteLength: 7,
    repetitionLevelsByteLength: 0,
    isCompressed: false,
    statistics: { nullCount: 5, minValue: new Uint8Array([1, 0, 0, 0]) },
  },
});

test('explainStruct gives the name and value of each field of a page header', () => {
  const explained = explainStruct(header, 4, 'PageHeader');
  expect(outline(explained)).toMatchInlineSnapshot(`
    "PageHeader
      type = DATA_PAGE_V2 (3)
        15 field header
        06 value = DATA_PAGE_V2 (3)
      uncompressed_page_size = 1000
        15 field header
        d00f value = 1000
      compressed_page_size = 600
        15 field header
        b009 value = 600
      crc = 0xffffffff
        15 field header
        01 value = 0xffffffff
      data_page_header_v2
        4c field header
        num_values = 200
          15 field header
          9003 value = 200
        num_nulls = 5
          15 field header
          0a value = 5
        num_rows = 200
          15 field header
          9003 value = 200
        encoding = RLE_DICTIONARY (8)
          15 field header
          10 value = RLE_DICTIONARY (8)
        definition_levels_byte_length = 7
          15 field header
          0e value = 7
        repetition_levels_byte_length = 0
          15 field header
          00 value = 0
        12 is_compressed = false
        statistics
          1c field header
          null_count = 5
            36 field header
            0a value = 5
          min_value = 0x01000000
            38 field header
            04 length = 4
            01000000 bytes = 0x01000000
          00 end of struct
        00 end of struct
      00 end of struct"
  `);
  expect(explained.fileOffset).toBe(4);
  expect(explained.bytes).toBe(header);
});

test('explainStruct explains how field headers and zigzag varints are encoded', () => {
  const { fields } = explainStruct(header, 0, 'PageHeader');
  const size = find(fields, 'uncompressed_page_size');
  expect(size?.children.map(({ meaning }) => meaning)).toEqual([
    '0x15: the id is 1 + 1 = 2, and the type is I32.',
    'The varint 2000 in zigzag form: even numbers are halved: 2000 / 2 = 1000.',
  ]);
  expect(find(fields, 'is_compressed')?.meaning).toContain('the type is FALSE, which is also the value of the field');
});

test('explainStruct names the fields of page indexes, and shows bounds as values of the column', () => {
  const columnIndex = writeColumnIndex({
    nullPages: [false, true],
    minValues: [Uint8Array.of(1, 0, 0, 0), new Uint8Array(0)],
    maxValues: [Uint8Array.of(0, 1, 0, 0), new Uint8Array(0)],
    boundaryOrder: 1,
    nullCounts: [0, 7],
  });
  const { fields } = explainStruct(columnIndex, 100, 'ColumnIndex', { leaf: dateLeaf });
  const texts = (name: string) =>
    find(fields, name)
      ?.children.slice(2)
      .map(({ value }) => value);
  expect(texts('null_pages')).toEqual(['false', 'true']);
  expect(texts('min_values')).toEqual(['1970-01-02', '']);
  expect(texts('max_values')).toEqual(['1970-09-14', '']);
  expect(texts('null_counts')).toEqual(['0', '7']);
  expect(find(fields, 'boundary_order')?.value).toBe('ASCENDING (1)');

  const locations = [{ offset: 2 ** 40, compressedPageSize: 5, firstRowIndex: 0 }];
  const offsetIndex = explainStruct(writeOffsetIndex({ pageLocations: locations }), 0, 'OffsetIndex');
  expect(find(offsetIndex.fields, '[0]')?.value).toBe('1099511627776');
  expect(find(offsetIndex.fields, '[0]', 'compressed_page_size')?.value).toBe('5');
});

/** A PageHeader with a field of each type that parquet.thrift does not define. */
const strange = Uint8Array.from([
  ...[0x15, 0x00, 0x15, 0x02, 0x15, 0x02, 0x68, 0x02, 0x68, 0x69], // type, sizes, 9: "hi"
  ...[0x13, 0x80, 0x14, 0x03, 0x16, 0x01, 0x11, 0x12], // 10: i8, 11: i16, 12: i64, 13: true, 14: false
  ...[0x17, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f], // 15: double
  ...[0x19, 0x29, 0x15, 0x02, 0x11, 0x01], // 16: list<list>: [1], [true]
  ...[0x1b, 0x01, 0x58, 0x02, 0x01, 0x61], // 17: map<i32, binary>: 1 to "a"
  ...[0x1b, 0x00], // 18: an empty map
  ...[0x1d, ...new Array<number>(16).fill(7)], // 19: uuid
  ...[0x0c, 0xfe, 0xff, 0x03, 0x00], // 32767: an empty struct
  0x00,
]);

test('explainStruct shows the ids of fields that parquet.thrift does not define, regardless of their types', () => {
  const explained = explainStruct(strange, 0, 'PageHeader');
  expect(brokenRules(explained)).toEqual([]);
  const [top] = explained.fields;
  expect(top?.children.slice(3, -1).map(({ name, value }) => [name, value])).toEqual([
    ['unknown field 9', 'hi'],
    ['unknown field 10', '-128'],
    ['unknown field 11', '-2'],
    ['unknown field 12', '-1'],
    ['unknown field 13', 'true'],
    ['unknown field 14', 'false'],
    ['unknown field 15', '1'],
    ['unknown field 16', '2 elements'],
    ['unknown field 17', '1 pair'],
    ['unknown field 18', '0 pairs'],
    ['unknown field 19', `0x${'07'.repeat(16)}`],
    ['unknown field 32767', undefined],
  ]);
});

test('explainStruct stops at a fault, and shows the remaining bytes as unread', () => {
  const bytes = Uint8Array.of(0x15, 0x06, 0x1f, 1, 2, 3);
  expect(outline(explainStruct(bytes, 0, 'PageHeader'))).toBe(
    [
      'PageHeader',
      '  type = DATA_PAGE_V2 (3)',
      '    15 field header',
      '    06 value = DATA_PAGE_V2 (3)',
      '  1f CORRUPT',
      '  010203 unread bytes',
    ].join('\n'),
  );
});

test('explainStruct shows a fault in a truncated or damaged struct wherever reading the struct throws', () => {
  const footer = endOf(fixtureFiles.find((file) => file.includes('nested')) ?? (fixtureFiles[0] as string)).bytes;
  const random = createRandom(7);
  for (const [struct, bytes] of [
    ['PageHeader', header],
    ['PageHeader', strange],
    ['FileMetaData', footer],
  ] as const) {
    for (let length = 0; length < bytes.length; length += bytes.length > 500 ? 13 : 1) {
      const cut = explainStruct(bytes.subarray(0, length), 0, struct);
      expect(brokenRules(cut)).toEqual([]);
      if (bytes !== footer) expect(leavesOf(cut.fields).filter(({ kind }) => kind === 'fault')).toHaveLength(1);
      expect(brokenRules(explainFooter(bytes.subarray(bytes.length - length), 0))).toEqual([]);
    }
    for (let round = 0; round < 200; round++) {
      const damaged = bytes.slice();
      const at = random(bytes.length);
      damaged[at] = (damaged[at] as number) ^ (1 << random(8));
      const mostFields = round % 2 === 0 ? 10_000 : random(20);
      expect(brokenRules(explainStruct(damaged, 0, struct, { mostFields, from: round % 3 === 0 ? at : 0 }))).toEqual(
        [],
      );
    }
  }
});

test('explainStruct returns at most `mostFields` fields, and counts the others', () => {
  const whole = explainStruct(header, 0, 'PageHeader');
  for (let mostFields = 1; mostFields < 30; mostFields++) {
    const some = explainStruct(header, 0, 'PageHeader', { mostFields });
    expect(brokenRules(some)).toEqual([]);
    const leaves = leavesOf(some.fields);
    expect(leaves).toEqual(leavesOf(whole.fields).slice(0, mostFields));
    expect(some.fields[0]?.end).toBe(header.length);
  }
  expect(explainStruct(header, 0, 'PageHeader', { mostFields: 4 }).fields[0]?.omitted).toBe(4);
});

test('explainStruct returns only fields that end after the offset `from`', () => {
  const whole = leavesOf(explainStruct(header, 0, 'PageHeader').fields);
  for (let from = 0; from < header.length; from++) {
    const some = explainStruct(header, 0, 'PageHeader', { from });
    expect(brokenRules(some)).toEqual([]);
    expect(leavesOf(some.fields)).toEqual(whole.filter(({ end }) => end > from));
  }
});

test('explainStruct of a list of 300,000 elements creates only the fields that are returned', () => {
  const locations = Array.from({ length: 300_000 }, (_, i) => ({ offset: i, compressedPageSize: 1, firstRowIndex: i }));
  const bytes = writeOffsetIndex({ pageLocations: locations });
  const explained = explainStruct(bytes, 0, 'OffsetIndex', { mostFields: 100 });
  expect(brokenRules(explained)).toEqual([]);
  expect(leavesOf(explained.fields)).toHaveLength(100);
  const list = find(explained.fields, 'page_locations');
  expect(list?.omitted).toBe(300_000 + 2 - (list?.children.length ?? 0));
});

describe.skipIf(apacheFiles.length === 0)('explainFooter on the Apache test files (skipped if missing)', () => {
  test.each(apacheFiles.map((file) => [basename(file), file]))('%s', async (_, file) => {
    await compareFooter(file);
  });
});

describe('explainFooter on files from DuckDB and pyarrow', () => {
  test.each(fixtureFiles.map((file) => [basename(file), file]))('%s', async (_, file) => {
    await compareFooter(file);
  });
});

/** Compares the fields of a footer with what `readFileMetaData` returns. */
async function compareFooter(file: string): Promise<void> {
  const { bytes, offset } = endOf(file);
  const explained = explainFooter(bytes, offset, { mostFields: 1e6 });
  expect(brokenRules(explained)).toEqual([]);
  let metadata: ReturnType<typeof readFileMetaData>;
  try {
    metadata = readFileMetaData(bytes.subarray(0, -8));
  } catch {
    return;
  }
  const { fields } = explained;
  const [footer, length, magic] = fields;
  expect([footer?.name, length?.value, magic?.value]).toEqual(['FileMetaData', String(bytes.length - 8), 'PAR1']);
  expect(member(fields, 'version')).toBe(String(metadata.version));
  expect(footer?.children.find(({ name }) => name === 'num_rows')?.value).toBe(String(metadata.numRows));
  const elements = (find(fields, 'schema')?.children ?? []).filter(({ name }) => name.startsWith('['));
  expect(elements.map(({ value }) => value)).toEqual(metadata.schema.map(({ name }) => name));
  const groups = (find(fields, 'row_groups')?.children ?? []).filter(({ name }) => name.startsWith('['));
  expect(groups.map((group) => member(group.children, 'total_byte_size'))).toEqual(
    metadata.rowGroups.map(({ totalByteSize }) => String(totalByteSize)),
  );
  const chunks = groups.flatMap((group) => find(group.children, 'columns')?.children ?? []);
  const seen = chunks.filter(({ name }) => name.startsWith('['));
  const expected = metadata.rowGroups.flatMap(({ columns }) => columns);
  expect(seen.map((chunk) => [chunk.value, ...facts(chunk)])).toEqual(
    expected.map(({ metaData }) => [
      metaData?.pathInSchema.join('.'),
      String(metaData?.numValues),
      String(metaData?.dataPageOffset),
      String(metaData?.totalCompressedSize),
    ]),
  );
  expect(leavesOf(fields).some(({ kind }) => kind === 'fault')).toBe(false);
}

function facts(chunk: ByteField): (string | undefined)[] {
  return ['num_values', 'data_page_offset', 'total_compressed_size'].map((name) =>
    member(chunk.children, 'meta_data', name),
  );
}
