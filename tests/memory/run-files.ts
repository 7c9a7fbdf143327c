/**
 * Small files whose runs expand to millions of slots (values or nulls): in lists, maps and structs, and in levels, indices, deltas and
 * prefixes.
 */
import { CodecId, EncodingId, type PhysicalType } from '@marquetry/core';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { join } from '@marquetry/test-support/hex.js';
import type { HostileFile } from './files.js';
import { packBytes, varint } from './packed-zeros.js';
import {
  asStored,
  BOOLEAN,
  BYTE_ARRAY,
  constantDeltas,
  dataPage,
  dictionaryPage,
  flatColumns,
  type HostileColumn,
  hostileFile,
  INT32,
  INT64,
  runs,
  zeroIndices,
} from './wire.js';

const { REQUIRED, OPTIONAL, REPEATED } = FieldRepetitionType;
/** Values of ConvertedType: UTF8, MAP and LIST. */
export const utf8 = 0;
const mapType = 1;
const listType = 3;
const entries = 2 ** 25;
/** The maximum number of slots of a page. */
const slots = 2 ** 27;
const RLE_DICTIONARY = EncodingId.RLE_DICTIONARY;

export const root = (numChildren: number): SchemaElement => ({ name: 'schema', numChildren });
export const group = (
  name: string,
  repetitionType: number,
  numChildren: number,
  convertedType?: number,
): SchemaElement => ({
  ...{ name, repetitionType, numChildren },
  ...(convertedType !== undefined && { convertedType }),
});
export const leaf = (name: string, type: PhysicalType = INT64, more: Partial<SchemaElement> = {}): SchemaElement => ({
  ...{ name, type, repetitionType: REQUIRED },
  ...more,
});

const zeroEntry = dictionaryPage(1, asStored(new Uint8Array(8)));
/** A dictionary page with one entry, a text of four letters. */
export const textEntry = dictionaryPage(1, asStored(Uint8Array.of(4, 0, 0, 0, 0x74, 0x65, 0x78, 0x74)));

/** Returns a column of `count` slots. All refer to the first entry of a dictionary, and the levels are stored as runs. */
export function indexed(count: number, rows: number, levels: Levels, entry: Uint8Array = zeroEntry): HostileColumn {
  const page = dataPage({ slots: count, rows, encoding: RLE_DICTIONARY, values: zeroIndices(count), ...levels });
  return { numValues: count, hasDictionary: true, pages: [entry, page] };
}

interface Levels {
  readonly repetition?: Uint8Array;
  readonly definition?: Uint8Array;
}

/** Repetition levels of a single row: the first slot starts the row, and all other slots continue it at `level`. */
const oneRow = (level: number): Uint8Array => runs([1, 0], [entries - 1, level]);
export const list = (name: string, element: readonly SchemaElement[]): SchemaElement[] => [
  group(name, REQUIRED, 1, listType),
  group('list', REPEATED, 1),
  ...element,
];

function listFile(element: SchemaElement, entry: Uint8Array = zeroEntry): Uint8Array {
  const column = indexed(entries, 1, { repetition: oneRow(1), definition: runs([entries, 1]) }, entry);
  return hostileFile([root(1), ...list('c', [element])], [{ numRows: 1, columns: [column] }]);
}

/** Returns a file of 2^20 rows, each a list of 32 entries, in one page. */
function listRowsFile(): Uint8Array {
  const rows = entries / 32;
  const row = runs([1, 0], [31, 1]);
  const repetition = new Uint8Array(rows * row.length);
  for (let i = 0; i < rows; i++) repetition.set(row, i * row.length);
  const column = indexed(entries, rows, { repetition, definition: runs([entries, 1]) });
  return hostileFile([root(1), ...list('c', [leaf('element')])], [{ numRows: rows, columns: [column] }]);
}

function emptyListsFile(): Uint8Array {
  const page = dataPage({
    ...{ slots, rows: slots, nulls: slots, values: asStored(new Uint8Array(0)) },
    ...{ repetition: runs([slots, 0]), definition: runs([slots, 0]) },
  });
  const schema = [root(1), ...list('c', [leaf('element')])];
  return hostileFile(schema, [{ numRows: slots, columns: [{ numValues: slots, pages: [page] }] }]);
}

/**
 * Returns a file of one row, a list of lists. If `level` is 1, each inner list has one entry; if it is 2, one inner list has all entries.
 */
function listOfListsFile(level: number): Uint8Array {
  const column = indexed(entries, 1, { repetition: oneRow(level), definition: runs([entries, 2]) });
  const schema = [root(1), ...list('c', list('element', [leaf('element')]))];
  return hostileFile(schema, [{ numRows: 1, columns: [column] }]);
}

function mapFile(): Uint8Array {
  const levels = { repetition: oneRow(1), definition: runs([entries, 1]) };
  const schema = [
    root(1),
    group('c', REQUIRED, 1, mapType),
    group('key_value', REPEATED, 2),
    leaf('key', BYTE_ARRAY, { convertedType: utf8 }),
    leaf('value'),
  ];
  const columns = [indexed(entries, 1, levels, textEntry), indexed(entries, 1, levels)];
  return hostileFile(schema, [{ numRows: 1, columns }]);
}

function structsFile(): Uint8Array {
  const levels = { repetition: oneRow(1), definition: runs([entries, 1]) };
  const fields = Array.from({ length: 8 }, (_, i) => leaf(`f${i}`));
  const schema = [root(1), ...list('c', [group('element', REQUIRED, 8), ...fields])];
  return hostileFile(schema, [{ numRows: 1, columns: fields.map(() => indexed(entries, 1, levels)) }]);
}

/** Returns a file of `pages` pages, each with `slots` BOOLEAN values in one run. */
function booleanFile(pages: number): Uint8Array {
  const body = runs([slots, 1]);
  const length = Uint8Array.of(body.length, 0, 0, 0);
  const page = dataPage({ slots, encoding: EncodingId.RLE, values: asStored(join(length, body)) });
  const numValues = slots * pages;
  const columns = [{ numValues, pages: Array<Uint8Array>(pages).fill(page) }];
  return hostileFile(flatColumns(1, BOOLEAN), [{ numRows: numValues, columns }]);
}

function nullsFile(): Uint8Array {
  const definition = runs([slots, 0]);
  const page = dataPage({ slots, nulls: slots, definition, values: asStored(new Uint8Array(0)) });
  const columns = [{ numValues: slots, pages: [page] }];
  return hostileFile(flatColumns(1, INT64, true), [{ numRows: slots, columns }]);
}

function indicesFile(columns: number, count = slots): Uint8Array {
  const all = Array<HostileColumn>(columns).fill(indexed(count, count, {}));
  return hostileFile(flatColumns(columns, INT64), [{ numRows: count, columns: all }]);
}

/** Returns a file with `count` references to one dictionary entry of `byteLength` bytes. */
function longEntryFile(byteLength: number, count: number, inList: boolean): Uint8Array {
  const codec = CodecId.ZSTD;
  const raw = new Uint8Array(4 + byteLength).fill(0x61);
  new DataView(raw.buffer).setUint32(0, byteLength, true);
  const entry = dictionaryPage(1, { bytes: packBytes(codec, raw), byteLength: raw.length });
  const element = { convertedType: utf8 };
  if (inList) {
    const column = indexed(entries, 1, { repetition: oneRow(1), definition: runs([entries, 1]) }, entry);
    const schema = [root(1), ...list('c', [leaf('element', BYTE_ARRAY, element)])];
    return hostileFile(schema, [{ numRows: 1, columns: [{ ...column, codec }] }]);
  }
  const columns = [{ ...indexed(count, count, {}, entry), codec }];
  return hostileFile([root(1), leaf('c', BYTE_ARRAY, element)], [{ numRows: count, columns }]);
}

function deltasFile(): Uint8Array {
  const values = asStored(constantDeltas(slots, 7));
  const page = dataPage({ slots, encoding: EncodingId.DELTA_BINARY_PACKED, values });
  return hostileFile(flatColumns(1, INT32), [{ numRows: slots, columns: [{ numValues: slots, pages: [page] }] }]);
}

/**
 * Returns a DELTA_BYTE_ARRAY file: one value of 1 MiB, then values that repeat it as their prefix. `count` - 1 must be a multiple of 128.
 */
function prefixesFile(count: number): Uint8Array {
  const codec = CodecId.ZSTD;
  const long = 2 ** 20;
  // The prefix lengths are 0, `long`, `long`, ...: one delta of `long`, and all others 0.
  const prefixes = deltaBlocks(count, 0, 0, Uint32Array.of(long, ...new Uint32Array(127)));
  // The suffix lengths are `long`, 0, 0, ...: one delta of -`long`, which is the smallest delta.
  const suffixes = deltaBlocks(count, long, -long, new Uint32Array(128).fill(long, 1));
  const raw = join(prefixes, suffixes, new Uint8Array(long).fill(0x62));
  const values = { bytes: packBytes(codec, raw), byteLength: raw.length };
  const page = dataPage({ slots: count, encoding: EncodingId.DELTA_BYTE_ARRAY, values });
  const columns = [{ codec, numValues: count, pages: [page] }];
  return hostileFile([root(1), leaf('c', BYTE_ARRAY, { convertedType: utf8 })], [{ numRows: count, columns }]);
}

/** Returns integers in DELTA_BINARY_PACKED: one block of 128 deltas of 32 bits, then blocks whose deltas are all 0. */
function deltaBlocks(count: number, first: number, smallest: number, deltas: Uint32Array): Uint8Array {
  const zigzag = (value: number): Uint8Array => varint(value < 0 ? -2 * value - 1 : 2 * value);
  const head = join(varint(128), varint(4), varint(count), zigzag(first));
  const block = join(zigzag(smallest), new Uint8Array(4).fill(32), new Uint8Array(deltas.buffer));
  return join(head, block, new Uint8Array(5 * ((count - 1) / 128 - 1)));
}

function emptyTextsFile(): Uint8Array {
  const page = dataPage({
    ...{ slots, encoding: EncodingId.DELTA_LENGTH_BYTE_ARRAY, values: asStored(constantDeltas(slots, 0)) },
  });
  return hostileFile(
    [root(1), leaf('c', BYTE_ARRAY, { convertedType: utf8 })],
    [{ numRows: slots, columns: [{ numValues: slots, pages: [page] }] }],
  );
}

export const runFiles: readonly HostileFile[] = [
  { name: 'list-one-row', make: () => listFile(leaf('element')) },
  { name: 'list-texts', make: () => listFile(leaf('element', BYTE_ARRAY, { convertedType: utf8 }), textEntry) },
  { name: 'list-rows', make: listRowsFile },
  { name: 'list-nulls', make: () => listFile(leaf('element', INT64, { repetitionType: OPTIONAL })) },
  { name: 'lists-empty', make: emptyListsFile },
  { name: 'lists-of-one', make: () => listOfListsFile(1) },
  { name: 'lists-in-one', make: () => listOfListsFile(2) },
  { name: 'map', make: mapFile },
  { name: 'structs', make: structsFile },
  { name: 'run-boolean', make: () => booleanFile(1) },
  { name: 'run-boolean-16', make: () => booleanFile(16) },
  { name: 'run-nulls', make: nullsFile },
  { name: 'run-indices', make: () => indicesFile(1) },
  { name: 'run-indices-16', make: () => indicesFile(16) },
  { name: 'run-indices-1000', make: () => indicesFile(1000, 2 ** 20) },
  { name: 'run-deltas', make: deltasFile },
  { name: 'run-empty-texts', make: emptyTextsFile },
  { name: 'entry-1k', make: () => longEntryFile(2 ** 10, entries, false) },
  { name: 'entry-1m', make: () => longEntryFile(2 ** 20, entries, false) },
  { name: 'entry-1m-list', make: () => longEntryFile(2 ** 20, entries, true) },
  { name: 'entry-200m', make: () => longEntryFile(200 * 2 ** 20, 1000, false) },
  { name: 'prefixes', make: () => prefixesFile(2 ** 14 + 1) },
];
