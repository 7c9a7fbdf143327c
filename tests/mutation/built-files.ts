/**
 * Small files from our own encoders. They have every standard encoding and codec, both page versions, levels of every kind, and
 * layouts of column chunks that other writers do not create.
 */
import { type Codec, CodecId, EncodingId, type LeafColumn, PageType, PhysicalType } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { buildFile, buildFlatFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage, buildOtherPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, type Plain, valuesOf } from '@marquetry/test-support/values.js';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';

export interface BuiltFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The definition levels of nine slots: 0 is a null, 1 a value. */
const definition = [1, 0, 1, 1, 1, 0, 1, 1, 1];
const valueCount = definition.filter((level) => level === 1).length;

const { BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY } = PhysicalType;
const items: readonly (readonly [name: string, type: PhysicalType, width: number, item: (i: number) => Plain])[] = [
  ['boolean', BOOLEAN, 0, (i) => i % 3 === 0],
  ['int32', INT32, 0, (i) => i * 1009 - 3000],
  ['int64', INT64, 0, (i) => BigInt(i) * 1_000_003_000_017n - 7n],
  ['int96', INT96, 0, (i) => int96(i)],
  ['float', FLOAT, 0, (i) => i / 7],
  ['double', DOUBLE, 0, (i) => i / 7],
  ['bytes', BYTE_ARRAY, 0, (i) => 'prefix '.slice(0, 3 + (i % 4)) + i],
  ['fixed', FIXED_LEN_BYTE_ARRAY, 3, (i) => `f${i}x`],
];

/**
 * Returns an INT96 timestamp as hex digits: `i` days and `i` seconds after 1970. The nanoseconds of the day precede the
 * Julian day; both are little-endian.
 */
function int96(i: number): string {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setBigInt64(0, BigInt(i) * 1_000_000_000n, true);
  view.setInt32(8, 2_440_588 + i, true);
  return String.fromCharCode(...bytes);
}

/** Returns files of every combination of type, encoding and page version, with alternating codecs and checksums. */
export function builtFiles(): BuiltFile[] {
  const codecs: readonly (Codec | undefined)[] = [
    undefined,
    ...[...standardCodecs].filter((codec) => codec.compress !== undefined),
  ];
  const files: BuiltFile[] = [];
  let turn = 0;
  for (const [name, type, width, item] of items) {
    const column = columnOf(type, [1, 0], width);
    for (const encoding of standardEncodings) {
      if (!encoding.supports(column)) continue;
      for (const version of [1, 2] as const) {
        const codec = codecs[turn % codecs.length];
        const crc = turn % 3 === 0;
        turn++;
        const cell = { column, encoding: encoding.id, version, crc };
        const what = `${name}-${encoding.name}-v${version}${crc ? '-crc' : ''}`;
        files.push({ name: `built/${what}`, bytes: cellFile(cell, item, undefined) });
        if (codec === undefined) continue;
        files.push({ name: `built/${what}-${codec.name}`, bytes: cellFile(cell, item, codec) });
      }
    }
  }
  return [...files, ...codecFiles(codecs), ...shapes()];
}

interface Cell {
  readonly column: LeafColumn;
  readonly encoding: number;
  readonly version: 1 | 2;
  readonly crc: boolean;
}

function cellFile(cell: Cell, item: (i: number) => Plain, codec: Codec | undefined): Uint8Array {
  const { column, encoding } = cell;
  const metaData = { codec: codec?.id ?? CodecId.UNCOMPRESSED };
  const values = Array.from({ length: valueCount }, (_, i) => item(i));
  if (standardEncodings.find(encoding)?.usesDictionary !== true) {
    const page = buildDataPage({ ...cell, definition, values: valuesOf(column, values), codec });
    return buildFlatFile(column, [page], metaData);
  }
  const dictionary = valuesOf(column, [item(0), item(1), item(2)]);
  const indices = indicesOf(dictionary, [0, 1, 2, 2, 2, 1, 0].slice(0, valueCount));
  const pages = [
    buildDictionaryPage({ column, values: dictionary, codec, crc: cell.crc }),
    buildDataPage({ ...cell, definition, values: indices, codec }),
  ];
  return buildFlatFile(column, pages, metaData);
}

/** Returns one file per codec and page version, with values that compress well. */
function codecFiles(codecs: readonly (Codec | undefined)[]): BuiltFile[] {
  const column = columnOf(INT32);
  const values = valuesOf(
    column,
    Array.from({ length: 64 }, (_, i) => i >> 3),
  );
  return codecs.flatMap((codec) =>
    ([1, 2] as const).map((version) => {
      const page = buildDataPage({ column, encoding: EncodingId.PLAIN, version, values, codec });
      const bytes = buildFlatFile(column, [page], { codec: codec?.id ?? CodecId.UNCOMPRESSED });
      return { name: `built/codec-${codec?.name ?? 'UNCOMPRESSED'}-v${version}`, bytes };
    }),
  );
}

/** Returns files with unusual column chunks and levels. */
function shapes(): BuiltFile[] {
  const int32 = columnOf(INT32, [1, 0]);
  const plain = (values: readonly number[], more: object = {}): Uint8Array =>
    buildDataPage({ column: int32, encoding: EncodingId.PLAIN, values: valuesOf(int32, values), ...more });
  const dictionary = valuesOf(int32, [7, 8]);
  const fallback = [
    buildDictionaryPage({ column: int32, values: dictionary }),
    buildDataPage({ column: int32, encoding: EncodingId.RLE_DICTIONARY, values: indicesOf(dictionary, [0, 1, 1]) }),
    plain([1, 2, 3]),
    plain([4, 5], { version: 2 }),
  ];
  const index = buildOtherPage(PageType.INDEX_PAGE, Uint8Array.of(1, 2, 3));
  const unknown = buildOtherPage(77, Uint8Array.of(4));
  const many = Array.from({ length: 12 }, (_, i) => plain([i, i + 1, i + 2]));
  return [
    { name: 'built/fallback', bytes: buildFlatFile(int32, fallback) },
    { name: 'built/index-page', bytes: buildFlatFile(int32, [plain([1]), index, plain([2])]) },
    { name: 'built/unknown-page', bytes: buildFlatFile(int32, [plain([1]), unknown, plain([2])]) },
    { name: 'built/offset-index', bytes: buildFlatFile(int32, many, {}, { offsetIndex: true }) },
    {
      name: 'built/bit-packed-levels',
      bytes: buildFlatFile(int32, [
        plain([1, 2, 3], { definition: [1, 0, 0, 1, 1], levelEncoding: EncodingId.BIT_PACKED }),
      ]),
    },
    { name: 'built/v2-not-compressed', bytes: notCompressed(int32) },
    { name: 'built/empty-pages', bytes: buildFlatFile(int32, [plain([]), plain([1]), plain([])]) },
    { name: 'built/list-v1', bytes: listFile(1) },
    { name: 'built/list-v2', bytes: listFile(2) },
    { name: 'built/two-columns-two-groups', bytes: twoByTwo() },
  ];
}

function notCompressed(column: LeafColumn): Uint8Array {
  const codec = standardCodecs.resolve(CodecId.SNAPPY);
  const values = valuesOf(column, [1, 2, 3]);
  const page = buildDataPage({ column, encoding: EncodingId.PLAIN, version: 2, values, codec, isCompressed: false });
  return buildFlatFile(column, [page], { codec: CodecId.SNAPPY });
}

/**
 * Returns a file of `optional group c (LIST) { repeated group list { optional int64 element } }`. With v1 pages, a page ends inside a row.
 */
function listFile(version: 1 | 2): Uint8Array {
  const column = columnOf(INT64, [3, 1]);
  const page = (repetition: number[], levels: number[], values: bigint[]): Uint8Array =>
    buildDataPage({
      column,
      encoding: EncodingId.DELTA_BINARY_PACKED,
      version,
      repetition,
      definition: levels,
      values: valuesOf(column, values),
    });
  const pages =
    version === 1
      ? [page([0, 1, 0, 0], [3, 2, 1, 3], [5n, 6n]), page([1, 1, 0, 0], [3, 3, 0, 3], [7n, 8n, 9n])]
      : [page([0, 1, 0], [3, 2, 1], [5n]), page([0, 1, 1, 0, 0], [3, 3, 3, 0, 3], [6n, 7n, 8n, 9n])];
  const schema = [
    { name: 'schema', numChildren: 1 },
    { name: 'c', numChildren: 1, repetitionType: FieldRepetitionType.OPTIONAL, convertedType: 3 },
    { name: 'list', numChildren: 1, repetitionType: FieldRepetitionType.REPEATED },
    elementOf('element', column),
  ];
  return buildFile({ schema, rowGroups: [{ columns: [{ pages }], numRows: 5 }], offsetIndex: version === 2 });
}

function twoByTwo(): Uint8Array {
  const double = columnOf(DOUBLE);
  const text = columnOf(BYTE_ARRAY, [1, 0]);
  const group = (from: number) => ({
    columns: [
      {
        pages: [
          buildDataPage({
            column: double,
            encoding: EncodingId.BYTE_STREAM_SPLIT,
            crc: true,
            values: valuesOf(double, [from, 0.5, -0]),
          }),
        ],
      },
      {
        pages: [
          buildDataPage({
            column: text,
            encoding: EncodingId.DELTA_LENGTH_BYTE_ARRAY,
            version: 2,
            crc: true,
            definition: [1, 0, 1],
            values: valuesOf(text, ['a', `b${from}`]),
          }),
        ],
      },
    ],
  });
  const schema = [{ name: 'schema', numChildren: 2 }, elementOf('x', double), elementOf('y', text)];
  return buildFile({ schema, rowGroups: [group(1), group(2)] });
}
