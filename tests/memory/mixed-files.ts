/**
 * Hostile files that combine several ways to expand: deep nesting with long runs, one decompression bomb per row group, and names and
 * metadata that grow when they are parsed.
 */
import { CodecId, EncodingId } from '@marquetry/core';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import type { HostileFile } from './files.js';
import { packBytes, packedZeros } from './packed-zeros.js';
import { group, indexed, leaf, list, root, textEntry, utf8 } from './run-files.js';
import {
  asStored,
  BOOLEAN,
  BYTE_ARRAY,
  dataPage,
  dictionaryPage,
  flatColumns,
  type HostileColumn,
  hostileFile,
  INT32,
  INT64,
  runs,
} from './wire.js';

const { OPTIONAL, REQUIRED } = FieldRepetitionType;

/** Returns the schema of a column of lists nested `depth` times. */
function deepLists(depth: number): SchemaElement[] {
  let element: SchemaElement[] = [leaf('element')];
  for (let i = 1; i < depth; i++) element = list('element', element);
  return list('c', element);
}

/** Returns a file of one row with `count` slots (values or nulls) in lists nested `depth` times. Each slot starts a new list at `level`. */
function deepListsFile(depth: number, count: number, level: number): Uint8Array {
  const levels = { repetition: runs([1, 0], [count - 1, level]), definition: runs([count, depth]) };
  return hostileFile([root(1), ...deepLists(depth)], [{ numRows: 1, columns: [indexed(count, 1, levels)] }]);
}

/** Returns a file of `count` rows, each with one value in lists nested `depth` times. */
function deepRowsFile(depth: number, count: number): Uint8Array {
  const levels = { repetition: runs([count, 0]), definition: runs([count, depth]) };
  return hostileFile([root(1), ...deepLists(depth)], [{ numRows: count, columns: [indexed(count, count, levels)] }]);
}

/** Returns a file of row groups, each with a page that decompresses to `byteLength` bytes. */
function groupsOfBombsFile(groups: number, codec: number, byteLength: number): Uint8Array {
  const slots = byteLength / 8;
  const page = dataPage({ slots, values: { bytes: packedZeros(codec, byteLength), byteLength } });
  const column = { codec, numValues: slots, pages: [page] };
  return hostileFile(flatColumns(1, INT64), Array(groups).fill({ numRows: slots, columns: [column] }));
}

/** Returns a file whose dictionary indices have a bit width of 0, so they take no bytes. */
function zeroWidthFile(columns: number, slots: number): Uint8Array {
  const entry = dictionaryPage(1, asStored(new Uint8Array(8)));
  const values = asStored(Uint8Array.of(0, ...runs([slots, 0]).subarray(0, -1)));
  const page = dataPage({ slots, encoding: EncodingId.RLE_DICTIONARY, values });
  const column: HostileColumn = { numValues: slots, hasDictionary: true, pages: [entry, page] };
  return hostileFile(flatColumns(columns, INT64), [{ numRows: slots, columns: Array(columns).fill(column) }]);
}

/** Returns a file of `count` rows that cycle through a dictionary of `entries` texts of 1 MiB each. */
function longEntriesFile(entries: number, count: number): Uint8Array {
  const codec = CodecId.ZSTD;
  const byteLength = 2 ** 20;
  const raw = new Uint8Array(entries * (4 + byteLength)).fill(0x61);
  for (let i = 0; i < entries; i++) new DataView(raw.buffer).setUint32(i * (4 + byteLength), byteLength, true);
  const dictionary = dictionaryPage(entries, { bytes: packBytes(codec, raw), byteLength: raw.length });
  const parts = Array.from({ length: entries }, (_, i): [number, number] => [count / entries, i]);
  const indices = Uint8Array.of(8, ...runs(...parts));
  const page = dataPage({ slots: count, encoding: EncodingId.RLE_DICTIONARY, values: asStored(indices) });
  const column = { codec, numValues: count, hasDictionary: true, pages: [dictionary, page] };
  const schema = [root(1), leaf('c', BYTE_ARRAY, { convertedType: utf8 })];
  return hostileFile(schema, [{ numRows: count, columns: [column] }]);
}

/** Returns a file whose schema has groups nested 60 deep and many columns with long names. */
function deepSchemaFile(columns: number): Uint8Array {
  const groups = Array.from({ length: 60 }, (_, i) => group(`group_${i}`, OPTIONAL, i === 59 ? columns : 1));
  const leaves = Array.from({ length: columns }, (_, i) => leaf(`${'x'.repeat(50)}${i}`, INT32));
  return hostileFile([root(1), ...groups, ...leaves], []);
}

/** Returns a file with one key-value pair, whose value is non-ASCII text of `byteLength` bytes in UTF-8. */
function longPairFile(byteLength: number): Uint8Array {
  const value = '\u0434'.repeat(byteLength / 2);
  return hostileFile(flatColumns(1, INT64), [], { keyValueMetadata: [{ key: 'long', value }] });
}

const onePage = dataPage({ slots: 1, values: asStored(new Uint8Array(8)) });

/** Returns a file of columns with nulls. Each column has `rows` rows in one page. */
function wideRowsFile(columns: number, rows: number): Uint8Array {
  const definition = runs([rows - 1, 1], [1, 0]);
  const values = asStored(new Uint8Array(8 * (rows - 1)));
  const page = dataPage({ slots: rows, nulls: 1, definition, values });
  const column = { numValues: rows, pages: [page], uncompressedSize: 2 ** 16 };
  return hostileFile(flatColumns(columns, INT64, true), [{ numRows: rows, columns: Array(columns).fill(column) }]);
}

/** Returns a file of columns that are lists of texts. Its only row has a list of `entries` texts in each column. */
function wideListsFile(columns: number, entries: number): Uint8Array {
  const levels = { repetition: runs([1, 0], [entries - 1, 1]), definition: runs([entries, 1]) };
  const schema = Array.from({ length: columns }, (_, i) =>
    list(`c${i}`, [leaf('element', BYTE_ARRAY, { convertedType: utf8 })]),
  ).flat();
  const column = indexed(entries, 1, levels, textEntry);
  return hostileFile([root(columns), ...schema], [{ numRows: 1, columns: Array(columns).fill(column) }]);
}

/** Returns a file of one row, a list of `count` BOOLEAN values. */
function booleanListFile(count: number): Uint8Array {
  const body = runs([count, 1]);
  const values = asStored(Uint8Array.of(body.length, 0, 0, 0, ...body));
  const repetition = runs([1, 0], [count - 1, 1]);
  const definition = runs([count, 1]);
  const page = dataPage({ slots: count, rows: 1, encoding: EncodingId.RLE, values, repetition, definition });
  const schema = [root(1), ...list('c', [leaf('element', BOOLEAN, { repetitionType: REQUIRED })])];
  return hostileFile(schema, [{ numRows: 1, columns: [{ numValues: count, pages: [page] }] }]);
}

/** Returns a file of `groups` row groups with `columns` columns and one row each. */
function manyChunksFile(groups: number, columns: number): Uint8Array {
  const column = { numValues: 1, pages: [onePage], uncompressedSize: 64 };
  return hostileFile(
    flatColumns(columns, INT64),
    Array(groups).fill({ numRows: 1, columns: Array(columns).fill(column) }),
  );
}

export const mixedFiles: readonly HostileFile[] = [
  { name: 'deep-lists-ones', make: () => deepListsFile(16, 2 ** 24, 1) },
  { name: 'deep-lists-long', make: () => deepListsFile(16, 2 ** 24, 16) },
  { name: 'deep-lists-rows', make: () => deepRowsFile(16, 2 ** 24) },
  { name: 'groups-bombs-zstd', make: () => groupsOfBombsFile(200, CodecId.ZSTD, 2 ** 26) },
  { name: 'groups-bombs-snappy', make: () => groupsOfBombsFile(50, CodecId.SNAPPY, 2 ** 24) },
  { name: 'zero-width', make: () => zeroWidthFile(1, 2 ** 27) },
  { name: 'zero-width-64', make: () => zeroWidthFile(64, 2 ** 24) },
  { name: 'entries-1m-64', make: () => longEntriesFile(64, 2 ** 16) },
  { name: 'schema-deep', make: () => deepSchemaFile(600_000), calls: ['open', 'rows', 'cli-cat', 'cli-verify'] },
  { name: 'pair-long', make: () => longPairFile(200 * 2 ** 20), calls: ['open', 'rows', 'arrow', 'cli-verify'] },
  { name: 'wide-rows', make: () => wideRowsFile(20_000, 200) },
  { name: 'wide-lists', make: () => wideListsFile(500, 2 ** 16) },
  { name: 'list-booleans', make: () => booleanListFile(2 ** 26) },
  {
    name: 'chunks-1000000',
    make: () => manyChunksFile(1000, 1000),
    calls: ['open', 'rows-1', 'rows', 'columns', 'arrow'],
  },
];
