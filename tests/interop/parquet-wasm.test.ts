/**
 * We read the files that parquet-wasm (arrow-rs) writes, for every type x encoding x page version x codec that it supports. We, DuckDB and
 * hyparquet read the values that were written.
 */

import { isFull } from '@marquetry/test-support/full.js';
import {
  Binary,
  Bool,
  type DataType,
  FixedSizeBinary,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Table,
  tableToIPC,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { openParquet } from 'marquetry';
import {
  Compression,
  EnabledStatistics,
  Encoding,
  Table as WasmTable,
  WriterPropertiesBuilder,
  WriterVersion,
  writeParquet,
} from 'parquet-wasm/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, hyparquet, openDuckdb } from './judges.js';
import { bytesAsText, firstDifference, floatText, readSlots } from './slots.js';

const rows = 2500;

/** A column to write: the Arrow type, the value of a row, and the encodings that support it besides PLAIN and dictionaries. */
interface Kind {
  readonly type: DataType;
  readonly value: (i: number) => unknown;
  readonly encodings: readonly string[];
}

const floats = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 5e-324, 1e-45];
const binary = (text: string): Uint8Array => new TextEncoder().encode(text);
const kinds: Readonly<Record<string, Kind>> = {
  bool: { type: new Bool(), value: (i) => (i * 7919) % 5 < 2, encodings: ['RLE'] },
  int8: { type: new Int8(), value: (i) => (i % 256) - 128, encodings: ['DELTA_BINARY_PACKED'] },
  int16: { type: new Int16(), value: (i) => ((i * 37) % 65536) - 32768, encodings: ['DELTA_BINARY_PACKED'] },
  int32: {
    type: new Int32(),
    value: (i) => Math.imul(i, -1640531527),
    encodings: ['DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'],
  },
  int64: {
    type: new Int64(),
    value: (i) => BigInt.asIntN(64, BigInt(i) * 0x9e3779b97f4a7c15n),
    encodings: ['DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'],
  },
  uint16: { type: new Uint16(), value: (i) => (i * 37) % 65536, encodings: ['DELTA_BINARY_PACKED'] },
  uint32: { type: new Uint32(), value: (i) => Math.imul(i, -1640531527) >>> 0, encodings: ['DELTA_BINARY_PACKED'] },
  uint64: {
    type: new Uint64(),
    value: (i) => BigInt.asUintN(64, BigInt(i) * 0x9e3779b97f4a7c15n),
    encodings: ['DELTA_BINARY_PACKED'],
  },
  float: { type: new Float32(), value: (i) => Math.fround(floats[i % 40] ?? i / 7), encodings: ['BYTE_STREAM_SPLIT'] },
  double: { type: new Float64(), value: (i) => floats[i % 40] ?? i / 7, encodings: ['BYTE_STREAM_SPLIT'] },
  utf8: {
    type: new Utf8(),
    value: (i) => 'préfixe '.slice(0, i % 8) + ((i * 7919) % 1009),
    encodings: ['DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'],
  },
  binary: {
    type: new Binary(),
    value: (i) => binary(`b${i % 700}`),
    encodings: ['DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'],
  },
  fixed: {
    type: new FixedSizeBinary(5),
    value: (i) => binary(`f${1000 + (i % 700)}`),
    encodings: ['BYTE_STREAM_SPLIT', 'DELTA_BYTE_ARRAY'],
  },
};

const patterns: Readonly<Record<string, (i: number) => boolean>> = {
  'no nulls': () => false,
  'some nulls': (i) => i % 7 === 2,
  'runs of nulls': (i) => (i >> 6) % 2 === 1,
};

const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4_RAW'] as const;

interface Cell {
  readonly kind: string;
  readonly encoding: string;
  readonly version: 1 | 2;
  readonly codec: (typeof codecs)[number];
  readonly pattern: string;
}

const cells: Cell[] = [];
for (const [kind, { encodings }] of Object.entries(kinds)) {
  for (const encoding of ['PLAIN', 'DICTIONARY', ...encodings]) {
    for (const version of [1, 2] as const) {
      const turn = cells.length;
      for (const [c, codec] of codecs.entries()) {
        for (const [p, pattern] of Object.keys(patterns).entries()) {
          if (isFull || (c === turn % codecs.length && p === turn % 3))
            cells.push({ kind, encoding, version, codec, pattern });
        }
      }
    }
  }
}

function write({ kind, encoding, version, codec, pattern }: Cell, items: readonly unknown[]): Uint8Array {
  const table = new Table({ c: vectorFromArray(items, (kinds[kind] as Kind).type) });
  const shaped = new WriterPropertiesBuilder()
    .setWriterVersion(version === 1 ? WriterVersion.V1 : WriterVersion.V2)
    .setCompression(Compression[codec])
    .setDictionaryEnabled(encoding === 'DICTIONARY')
    .setStatisticsEnabled(pattern === 'no nulls' ? EnabledStatistics.None : EnabledStatistics.Page)
    // The file has several pages per chunk and several row groups.
    .setWriteBatchSize(128)
    .setDataPageSizeLimit(1024)
    .setMaxRowGroupSize(1500);
  const properties = encoding === 'DICTIONARY' ? shaped : shaped.setEncoding(Encoding[encoding as 'PLAIN']);
  return writeParquet(WasmTable.fromIPCStream(tableToIPC(table, 'stream')), properties.build());
}

function textOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'string') return bytesAsText(binary(value));
  return value instanceof Uint8Array ? bytesAsText(value) : String(value);
}

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

describe('values that parquet-wasm wrote are read unchanged', () => {
  test.each(cells)(
    'values that parquet-wasm wrote are read unchanged: $kind, $encoding, v$version, $codec, $pattern',
    async (cell) => {
      const { value } = kinds[cell.kind] as Kind;
      const isNull = patterns[cell.pattern] as (i: number) => boolean;
      const items = Array.from({ length: rows }, (_, i) => (isNull(i) ? null : value(i)));
      const bytes = write(cell, items);
      const slots = await readSlots(bytes);
      expect(firstDifference({ c: items.map(textOf) }, slots)).toBeUndefined();
      expect(firstDifference(await hyparquet.read(bytes), slots)).toBeUndefined();
      // DuckDB 1.5.6 reads BYTE_STREAM_SPLIT only for FLOAT and DOUBLE.
      const isFloat = cell.kind === 'float' || cell.kind === 'double';
      if (cell.encoding === 'BYTE_STREAM_SPLIT' && !isFloat)
        await expect(duckdb.read(bytes)).rejects.toThrow('only supported');
      else expect(firstDifference(await duckdb.read(bytes), slots)).toBeUndefined();
    },
  );
});

test('parquet-wasm writes the test files in several row groups, with several pages per chunk', async () => {
  const cell = { kind: 'int64', encoding: 'PLAIN', version: 2, codec: 'SNAPPY', pattern: 'no nulls' } as const;
  const file = await openParquet(
    write(
      cell,
      Array.from({ length: rows }, (_, i) => BigInt(i)),
    ),
  );
  expect(file.metadata.rowGroups.length).toBe(2);
  let pages = 0;
  for await (const _ of file.pages({ rowGroup: 0, column: 'c' })) pages++;
  expect(pages).toBeGreaterThan(5);
});
