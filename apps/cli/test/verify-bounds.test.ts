/**
 * Checks that `verify` finds wrong bounds, for every type, annotation and column order that defines an order, and in
 * every place where a file states bounds. The expected orders come from the test support, which implements the
 * specification independently.
 */
import { fileURLToPath } from 'node:url';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { type ColumnIndex, type ColumnOrder, type Statistics, writeColumnIndex } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { hex } from '@marquetry/test-support/hex.js';
import {
  ascendingValues,
  leafOf,
  type OrderedKind,
  orderedKinds,
  valuesOf,
} from '@marquetry/test-support/ordered-kinds.js';
import { buildDataPage, buildDictionaryPage, buildOtherPage } from '@marquetry/test-support/pages.js';
import { indicesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';

interface Stated {
  /** Statistics to write in the page header. */
  readonly header?: Statistics;
  /** Statistics to write in the footer. */
  readonly chunk?: Statistics;
  readonly index?: Pick<ColumnIndex, 'minValues' | 'maxValues' | 'nanCounts'>;
  readonly encoding?: number;
}

interface Column {
  readonly leaf: LeafNode;
  readonly columnOrder?: ColumnOrder['kind'];
}

/** Returns a file with `pageCount` equal pages, each with all items. */
function fileWith(
  { leaf, columnOrder }: Column,
  items: readonly Uint8Array[],
  stated: Stated,
  pageCount = 1,
): Uint8Array {
  const { encoding = EncodingId.PLAIN, header: statistics } = stated;
  const dictionary = valuesOf(leaf, items);
  const isIndices = encoding === EncodingId.RLE_DICTIONARY;
  const values = isIndices ? indicesOf(dictionary, [...items.keys()]) : dictionary;
  const page = buildDataPage({ column: leaf, encoding, values, ...(statistics && { statistics }) });
  const pages = [
    ...(isIndices ? [buildDictionaryPage({ column: leaf, values: dictionary })] : []),
    ...Array(pageCount).fill(page),
  ];
  const chunk: { columnIndexOffset?: number; columnIndexLength?: number } = {};
  if (stated.index !== undefined) {
    const nullPages = Array<boolean>(pageCount).fill(false);
    const bytes = writeColumnIndex({ nullPages, boundaryOrder: 0, ...stated.index });
    // Store the index inside a page of a type that readers skip.
    const hidden = buildOtherPage(99, bytes);
    chunk.columnIndexOffset = 4 + pages.reduce((sum, { length }) => sum + length, 0) + hidden.length - bytes.length;
    chunk.columnIndexLength = bytes.length;
    pages.push(hidden);
  }
  return buildFile({
    schema: [
      { name: 'schema', numChildren: 1 },
      { ...elementOf('c', leaf), ...leaf.element, name: 'c' },
    ],
    rowGroups: [{ columns: [{ pages, ...(stated.chunk && { statistics: stated.chunk }), chunk }] }],
    offsetIndex: true,
    metadata: columnOrder === undefined ? {} : { columnOrders: [{ kind: columnOrder } as ColumnOrder] },
  });
}

async function faultsOf(bytes: Uint8Array): Promise<string[]> {
  const { stdout } = await runCli(['verify', fileOf(bytes), '--json']);
  return jsonLines(stdout)
    .slice(0, -1)
    .map(({ message }) => String(message).replace(/ \(.*/, ''));
}

type Place = readonly [name: string, state: (min: Uint8Array, max: Uint8Array) => Stated];

const places: readonly Place[] = [
  ['the page header', (minValue, maxValue) => ({ header: { minValue, maxValue } })],
  ['the footer', (minValue, maxValue) => ({ chunk: { minValue, maxValue } })],
  ['the column index', (min, max) => ({ index: { minValues: [min], maxValues: [max] } })],
];
const indices: Place = [
  'the footer',
  (minValue, maxValue) => ({ chunk: { minValue, maxValue }, encoding: EncodingId.RLE_DICTIONARY }),
];

describe.each(orderedKinds)('bounds of $name values', (kind: OrderedKind) => {
  // The file contains the second and fourth of five ordered values; for BOOLEAN, both values.
  const all = ascendingValues(kind, 5);
  const [least, low, between, high, greatest] =
    all.length === 2 ? [all[0]!, all[0]!, all[1]!, all[1]!, all[1]!] : (all as [Uint8Array, ...Uint8Array[]]);
  const items = [high!, low!, high!];
  const isBoolean = all.length === 2;

  test.each<readonly [string, Place]>([
    ...places.map((place) => [place[0], place] as const),
    ['the footer, of a dictionary column', indices],
  ])('verify accepts right bounds and reports wrong ones in %s', async (_, [where, state]) => {
    const below = `a value is below the minimum in ${where}`;
    const above = `a value is above the maximum in ${where}`;
    const faults = (min: Uint8Array, max: Uint8Array): Promise<string[]> =>
      faultsOf(fileWith(kind, items, state(min, max)));
    expect(await faults(low!, high!)).toEqual([]);
    expect(await faults(least!, greatest!)).toEqual([]);
    expect(await faults(between!, high!)).toEqual([below]);
    expect(await faults(low!, isBoolean ? low! : between!)).toEqual([above]);
    if (!isBoolean) expect(await faults(greatest!, greatest!)).toEqual([below]);
    expect(await faults(low!, least!)).toEqual([above]);
    expect(await faults(high!, low!)).toEqual([below, above]);
  });

  test('verify names the page whose values are outside the bounds', async () => {
    const index = { minValues: [low!, high!], maxValues: [high!, high!] };
    const { stdout } = await runCli(['verify', fileOf(fileWith(kind, items, { index }, 2)), '--json']);
    expect(jsonLines(stdout).slice(0, -1)).toMatchObject([{ page: 1, column: 'c', rowGroup: 0, code: 'CORRUPT' }]);
  });

  test('verify reports a bound of the wrong length for types of fixed length', async () => {
    const { type, annotation } = kind.leaf;
    const isBytes = type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
    if (isBytes && annotation?.kind !== 'FLOAT16' && annotation?.kind !== 'DECIMAL') return;
    if (type === PhysicalType.BYTE_ARRAY) return;
    const long = Uint8Array.from([...low!, 0]);
    expect(await faultsOf(fileWith(kind, items, { chunk: { minValue: long, maxValue: high! } }))).toEqual([
      `the minimum in the footer has ${long.length} bytes, which is not the length of a value`,
    ]);
  });
});

describe('bounds in the deprecated min and max fields', () => {
  const isSigned = ({ leaf: { type, annotation }, columnOrder }: OrderedKind): boolean =>
    columnOrder === 'TYPE_ORDER' &&
    type !== PhysicalType.BYTE_ARRAY &&
    type !== PhysicalType.FIXED_LEN_BYTE_ARRAY &&
    !(annotation?.kind === 'INTEGER' && !annotation.isSigned);

  test.each(orderedKinds.filter(isSigned))(
    'verify reports wrong min and max fields of $name values, with and without a column order in the file',
    async (kind) => {
      const all = ascendingValues(kind, 3);
      const [low, high] = [all[0]!, all.at(-1)!];
      for (const columnOrder of ['TYPE_ORDER', undefined] as const) {
        const column = columnOrder === undefined ? { leaf: kind.leaf } : kind;
        expect(await faultsOf(fileWith(column, [low, high], { chunk: { min: low, max: high } }))).toEqual([]);
        expect(await faultsOf(fileWith(column, [low, high], { header: { min: high, max: low } }))).toHaveLength(2);
      }
    },
  );

  test.each(orderedKinds.filter((kind) => !isSigned(kind) && kind.columnOrder === 'TYPE_ORDER'))(
    'verify ignores the min and max fields of $name values, because they are compared as signed',
    async (kind) => {
      const all = ascendingValues(kind, 3);
      const [low, high] = [all[0]!, all.at(-1)!];
      expect(await faultsOf(fileWith(kind, [low, high], { chunk: { min: high, max: low } }))).toEqual([]);
    },
  );
});

describe('NaN bounds', () => {
  const double = leafOf('DOUBLE');
  const [one, nan, greatestNan] = [hex('000000000000f03f'), hex('000000000000f87f'), hex('ffffffffffffff7f')];
  const total: Column = { leaf: double, columnOrder: 'IEEE_754_TOTAL_ORDER' };
  const both = (bytes: Uint8Array): Statistics => ({ minValue: bytes, maxValue: bytes });

  test('verify accepts NaN as a bound in IEEE_754_TOTAL_ORDER only if all values are NaN', async () => {
    expect(await faultsOf(fileWith(total, [nan, nan], { chunk: both(nan) }))).toEqual([]);
    expect(await faultsOf(fileWith(total, [nan, one], { chunk: both(one), header: both(one) }))).toEqual([]);
    expect(await faultsOf(fileWith(total, [nan, one], { chunk: both(nan) }))).toEqual([
      'the minimum in the footer is NaN, but some values are not',
      'the maximum in the footer is NaN, but some values are not',
    ]);
    expect(await faultsOf(fileWith(total, [nan, nan], { header: both(one) }))).toEqual([
      'all values are NaN, but the minimum in the page header is not',
      'all values are NaN, but the maximum in the page header is not',
    ]);
    expect(await faultsOf(fileWith(total, [nan, nan], { chunk: both(one) }))).toEqual([
      'all values are NaN, but the bounds in the footer are not NaN',
    ]);
  });

  test('verify compares NaN bounds by their bits in IEEE_754_TOTAL_ORDER', async () => {
    expect(
      await faultsOf(fileWith(total, [nan, greatestNan], { chunk: { minValue: nan, maxValue: greatestNan } })),
    ).toEqual([]);
    expect(await faultsOf(fileWith(total, [nan, greatestNan], { chunk: both(nan) }))).toEqual([
      'a value is above the maximum in the footer',
    ]);
    const [negativeZero, zero] = [hex('0000000000000080'), hex('0000000000000000')];
    expect(await faultsOf(fileWith(total, [negativeZero], { chunk: both(zero) }))).toEqual([
      'a value is below the minimum in the footer',
    ]);
    expect(
      await faultsOf(fileWith({ ...total, columnOrder: 'TYPE_ORDER' }, [negativeZero], { chunk: both(zero) })),
    ).toEqual([]);
  });

  test('verify ignores a NaN bound in TYPE_ORDER, but checks the other bound', async () => {
    const column = { ...total, columnOrder: 'TYPE_ORDER' } as const;
    expect(await faultsOf(fileWith(column, [nan, one], { chunk: both(nan) }))).toEqual([]);
    expect(await faultsOf(fileWith(column, [nan], { chunk: both(one) }))).toEqual([]);
    expect(
      await faultsOf(fileWith(column, [nan, one], { chunk: { minValue: nan, maxValue: hex('0000000000000000') } })),
    ).toEqual(['a value is above the maximum in the footer']);
  });
});

test.each(['pyarrow/bounds', 'pyarrow/bounds-of-integer-decimals', 'parquet-java/bounds'])(
  'verify accepts the bounds that another program wrote to the file %s',
  async (name) => {
    const path = fileURLToPath(new URL(`../../../tests/fixtures/${name}.parquet`, import.meta.url));
    const { stdout } = await runCli(['verify', path]);
    expect(stdout).toMatch(/^ok: 1 row group/);
  },
);

describe('verify ignores bounds whose order is not defined', () => {
  const wrong = (bytes: Uint8Array): Stated => ({
    header: { minValue: bytes, maxValue: bytes },
    chunk: { minValue: bytes, maxValue: bytes, min: bytes, max: bytes },
    index: { minValues: [bytes], maxValues: [bytes] },
  });
  const zeros = (width: number): Uint8Array => new Uint8Array(width);

  test.each<[string, Column]>([
    ['INT96 in TYPE_ORDER', { leaf: leafOf('INT96'), columnOrder: 'TYPE_ORDER' }],
    ['INT96 in IEEE_754_TOTAL_ORDER', { leaf: leafOf('INT96'), columnOrder: 'IEEE_754_TOTAL_ORDER' }],
    ['INTERVAL', { leaf: leafOf('INTERVAL'), columnOrder: 'TYPE_ORDER' }],
    ['a UUID in INT96_TIMESTAMP_ORDER', { leaf: leafOf('UUID'), columnOrder: 'INT96_TIMESTAMP_ORDER' }],
    ['a UUID without a column order', { leaf: leafOf('UUID') }],
  ])('%s', async (_, column) => {
    const { width } = column.leaf;
    expect(await faultsOf(fileWith(column, [zeros(width)], wrong(new Uint8Array(width).fill(0x7f))))).toEqual([]);
  });
});

describe('counts of NaNs', () => {
  /** The bytes of the number 1 and of a NaN in each type, little endian. */
  const kinds = [
    { type: 'FLOAT', one: hex('0000803f'), nan: hex('0000c07f') },
    { type: 'DOUBLE', one: hex('000000000000f03f'), nan: hex('000000000000f87f') },
    { type: 'FLOAT16', one: hex('003c'), nan: hex('007e') },
  ] as const;

  test.each(kinds)(
    'verify checks the NaN counts of $type in page headers, in the footer and in the column index',
    async ({ type, one, nan }) => {
      const leaf = leafOf(type);
      const items = [one, nan, one, nan];
      const index = { minValues: [one, one], maxValues: [one, one] };
      for (const encoding of [EncodingId.PLAIN, EncodingId.RLE_DICTIONARY]) {
        for (const columnOrder of [undefined, 'TYPE_ORDER', 'IEEE_754_TOTAL_ORDER'] as const) {
          const column: Column = columnOrder === undefined ? { leaf } : { leaf, columnOrder };
          const found = (stated: Stated): Promise<string[]> =>
            faultsOf(fileWith(column, items, { encoding, ...stated }, 2));
          expect(
            await found({ header: { nanCount: 2 }, chunk: { nanCount: 4 }, index: { ...index, nanCounts: [2, 2] } }),
          ).toEqual([]);
          expect(await found({ header: { nanCount: 1 } })).toEqual(
            Array(2).fill('the page header states 1 NaNs, but the pages have 2'),
          );
          expect(await found({ chunk: { nanCount: 3 } })).toEqual(['the footer states 3 NaNs, but the pages have 4']);
          expect(await found({ chunk: { nanCount: 0 } })).toEqual(['the footer states 0 NaNs, but the pages have 4']);
          expect(await found({ index: { ...index, nanCounts: [2, 5] } })).toEqual([
            'the column index states 5 NaNs, but the pages have 2',
          ]);
        }
      }
    },
  );
});
