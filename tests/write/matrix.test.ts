/** Chunk writers write every encoding, type, page version and codec. hyparquet and our own reader read the files. */
import { EncodingId, type Nulls, nameOf, noNulls, PhysicalType, type Values } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { chunkFile, leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, type Plain, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { parquetReadObjects } from 'hyparquet';
import { openParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';

const count = 1000;
const samples: readonly { readonly type: PhysicalType; readonly width?: number; readonly at: (i: number) => Plain }[] =
  [
    { type: PhysicalType.BOOLEAN, at: (i) => i % 3 === 0 || i > 600 },
    { type: PhysicalType.INT32, at: (i) => ((i * 2654435761) | 0) >> (i % 31) },
    { type: PhysicalType.INT64, at: (i) => BigInt.asIntN(64, BigInt(i) * 0x9e3779b97f4a7c15n) >> BigInt(i % 63) },
    {
      type: PhysicalType.INT96,
      width: 12,
      at: (i) => String.fromCharCode(i & 255, 3, 0, 0, 0, 0, 0, 0, 200, 61, 37, 0),
    },
    { type: PhysicalType.FLOAT, at: (i) => Math.fround((i % 77) / 8 - 3) },
    { type: PhysicalType.DOUBLE, at: (i) => (i % 50) / 7 },
    { type: PhysicalType.BYTE_ARRAY, at: (i) => 'value '.repeat(i % 4) + (i % 100) },
    { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 5, at: (i) => `k${String(i % 90).padStart(4, '0')}` },
  ];
const encodings = [
  EncodingId.PLAIN,
  EncodingId.PLAIN_DICTIONARY,
  EncodingId.RLE,
  EncodingId.DELTA_BINARY_PACKED,
  EncodingId.DELTA_LENGTH_BYTE_ARRAY,
  EncodingId.DELTA_BYTE_ARRAY,
  EncodingId.RLE_DICTIONARY,
  EncodingId.BYTE_STREAM_SPLIT,
  undefined,
];

const cases = samples.flatMap(({ type, width = 0, at }) =>
  encodings
    .filter((id) => id === undefined || standardEncodings.find(id)?.supports(columnOf(type, [0, 0], width)))
    .flatMap((encoding) =>
      ([1, 2] as const).flatMap((version) =>
        [false, true].flatMap((optional) =>
          [undefined, snappy].map((codec) => ({
            name: `${nameOf(PhysicalType, type)} ${encoding === undefined ? 'measured' : nameOf(EncodingId, encoding)} v${version}${optional ? ' optional' : ''} ${codec?.name ?? 'UNCOMPRESSED'}`,
            type,
            width,
            at,
            encoding,
            version,
            optional,
            codec,
          })),
        ),
      ),
    ),
);

/** True if slot `i` is null: one in five slots, and a run of a hundred. */
function isNull(i: number): boolean {
  return i % 5 === 0 || (i >= 300 && i < 400);
}

describe('all readers can read the files that chunk writers write', () => {
  test.each(cases)('all readers read $name', async ({ type, width, at, encoding, version, optional, codec }) => {
    const leaf = leafOf({
      name: 'c',
      type,
      repetitionType: optional ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED,
      ...(type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? { typeLength: width } : {}),
    });
    const expected = Array.from({ length: count }, (_, i) => (optional && isNull(i) ? null : at(i)));
    const values = valuesOf(
      leaf,
      expected.filter((value) => value !== null),
    );
    const nulls = optional ? bitmapOf(expected) : noNulls;
    const chunk = writeChunk(leaf, values, nulls, { pageRows: 300, pageVersion: version, codec, encoding });
    const file = chunkFile([{ name: 'schema', numChildren: 1 }, leaf.element], [[chunk]]);

    if (encoding !== undefined) expect(chunk.metaData.encodings).toContain(encoding);
    expect(chunk.offsetIndex.pageLocations.map((page) => page.firstRowIndex)).toEqual([0, 300, 600, 900]);
    const ours = await openParquet(file);
    const read: (Plain | null)[] = [];
    for await (const batch of ours.columnBatches()) {
      const piece = batch['c']! as unknown as { values: Values; nulls: Nulls; slotCount: number; spaced: boolean };
      read.push(...slotsOf({ ...piece, spaced: piece.spaced ?? false }));
    }
    expect(read).toEqual(expected);

    // hyparquet reads the dictionary indices of BOOLEAN columns in v1 pages as RLE values without a bit width.
    const dictionary = encoding === EncodingId.PLAIN_DICTIONARY || encoding === EncodingId.RLE_DICTIONARY;
    if (type === PhysicalType.BOOLEAN && version === 1 && dictionary) return;
    const rows = await parquetReadObjects({ file: file.buffer, utf8: false });
    if (type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      const text = rows.map(({ c }) =>
        c === null || c === undefined ? null : String.fromCharCode(...(c as Uint8Array)),
      );
      expect(text).toEqual(expected);
    } else if (type !== PhysicalType.INT96) {
      expect(rows.map(({ c }) => c ?? null)).toEqual(expected);
    } else {
      expect(rows).toHaveLength(count);
    }
  });
});

function bitmapOf(slots: readonly unknown[]): Nulls {
  const bits = new Uint8Array(Math.ceil(slots.length / 8));
  let nullCount = 0;
  for (const [i, slot] of slots.entries()) {
    if (slot === null) nullCount++;
    else bits[i >> 3]! |= 1 << (i & 7);
  }
  return { kind: 'bitmap', bits, nullCount };
}

test('values that already have a dictionary are written as indices, and unused dictionary entries are left out', () => {
  const leaf = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });
  const dictionary = valuesOf(leaf, ['unused', 'b', 'a', 'b']);
  const chunk = writeChunk(leaf, indicesOf(dictionary, [3, 2, 1, 2]), noNulls, { encoding: EncodingId.RLE_DICTIONARY });
  expect(chunk.metaData.statistics?.distinctCount).toBe(2);
});
