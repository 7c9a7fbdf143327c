/** Creates sample files for the tests of the command line. */
import { EncodingId, PhysicalType } from '@marquetry/core';
import { type ColumnIndex, type SchemaElement, writeColumnIndex } from '@marquetry/metadata';
import { type BuildColumn, buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage, buildOtherPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';

export const integers = columnOf(PhysicalType.INT32);
export const optional = columnOf(PhysicalType.INT64, [1, 0]);
const texts = columnOf(PhysicalType.BYTE_ARRAY, [1, 0]);
const repeated = columnOf(PhysicalType.INT32, [1, 1]);

export function int32Page(
  items: readonly number[],
  more: Partial<Parameters<typeof buildDataPage>[0]> = {},
): Uint8Array {
  return buildDataPage({ column: integers, encoding: EncodingId.PLAIN, values: valuesOf(integers, items), ...more });
}

/** Returns a file of three rows in two row groups, with an integer, a nullable decimal and a nullable string. */
export function mixedFile(): Uint8Array {
  const schema: SchemaElement[] = [
    { name: 'schema', numChildren: 3 },
    elementOf('id', integers),
    elementOf('price', optional, { logicalType: { kind: 'DECIMAL', scale: 2, precision: 18 } }),
    elementOf('na.me', texts, { logicalType: { kind: 'STRING' } }),
  ];
  const dictionary = valuesOf(texts, ['', 'a "b", c', 'line\nbreak']);
  const group = (
    ids: number[],
    definition: number[],
    prices: bigint[],
    names: number[],
  ): { columns: BuildColumn[] } => ({
    columns: [
      { pages: [int32Page(ids, { crc: true })] },
      {
        pages: [
          buildDataPage({
            version: 2,
            column: optional,
            encoding: EncodingId.PLAIN,
            values: valuesOf(optional, prices),
            definition,
          }),
        ],
      },
      {
        pages: [
          buildDictionaryPage({ column: texts, values: dictionary }),
          buildDataPage({
            column: texts,
            encoding: EncodingId.RLE_DICTIONARY,
            values: indicesOf(dictionary, names),
            definition,
          }),
        ],
      },
    ],
  });
  return buildFile({
    schema,
    rowGroups: [group([1, -2], [1, 0], [150n], [1]), group([3], [1], [-9223372036854775808n], [0])],
  });
}

/** Returns a file with a flat column and a repeated column. */
export function nestedFile(): Uint8Array {
  const page = buildDataPage({
    version: 2,
    column: repeated,
    encoding: EncodingId.PLAIN,
    values: valuesOf(repeated, [1, 2, 3]),
    repetition: [0, 1, 0],
    definition: [1, 1, 1],
  });
  return buildFile({
    schema: [
      { name: 'schema', numChildren: 2 },
      elementOf('id', integers),
      { name: 'list', type: PhysicalType.INT32, repetitionType: 2 },
    ],
    rowGroups: [{ columns: [{ pages: [int32Page([7, 8])] }, { pages: [page] }], numRows: 2 }],
  });
}

/**
 * Returns a file with one INT32 column of the given pages. Its column index is stored inside a page of a type that
 * readers skip.
 */
export function indexedFile(pages: readonly Uint8Array[], index: ColumnIndex): Uint8Array {
  const bytes = writeColumnIndex(index);
  const hidden = buildOtherPage(99, bytes);
  const start = 4 + pages.reduce((sum, page) => sum + page.length, 0);
  const chunk = {
    columnIndexOffset: start + hidden.length - bytes.length,
    columnIndexLength: bytes.length,
  };
  return buildFile({
    schema: [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)],
    rowGroups: [{ columns: [{ pages: [...pages, hidden], chunk }] }],
    offsetIndex: true,
    metadata: { columnOrders: [{ kind: 'TYPE_ORDER' }] },
  });
}
