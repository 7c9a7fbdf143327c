/** Creates a file with a small page in each encoding. Together, the pages contain every kind of field. */
import { alp } from '@marquetry/alp';
import type { EncodingId } from '@marquetry/core';
import { defineSchema, memorySink, writeParquet } from 'marquetry';
import { standardEncodings } from 'marquetry/plug-ins';

const count = 40;
const numbers = Array.from({ length: count }, (_, i) => i * 7 + (i % 3));
const words = Array.from({ length: count }, (_, i) => `word ${i % 5}`);

interface FieldColumn {
  readonly type: 'INT32' | 'STRING' | 'BOOLEAN' | 'DOUBLE';
  readonly encoding: keyof typeof EncodingId;
  readonly values: readonly unknown[];
}

/** The columns of the file, by name. */
export const fieldColumns: Readonly<Record<string, FieldColumn>> = {
  plain: { type: 'INT32', encoding: 'PLAIN', values: numbers },
  text: { type: 'STRING', encoding: 'PLAIN', values: words },
  flags: { type: 'BOOLEAN', encoding: 'RLE', values: numbers.map((n) => n % 2 === 0) },
  dictionary: { type: 'STRING', encoding: 'RLE_DICTIONARY', values: words },
  delta: { type: 'INT32', encoding: 'DELTA_BINARY_PACKED', values: numbers },
  lengths: { type: 'STRING', encoding: 'DELTA_LENGTH_BYTE_ARRAY', values: words },
  prefixes: { type: 'STRING', encoding: 'DELTA_BYTE_ARRAY', values: words },
  streams: { type: 'DOUBLE', encoding: 'BYTE_STREAM_SPLIT', values: numbers.map((n) => n / 4) },
  decimals: { type: 'DOUBLE', encoding: 'ALP', values: numbers.map((n) => n / 10) },
};

const names = Object.keys(fieldColumns);
const rows = Array.from({ length: count }, (_, row) =>
  Object.fromEntries(names.map((name) => [name, row % 9 === 4 ? null : fieldColumns[name]?.values[row]])),
);
const schema = defineSchema(
  Object.fromEntries(Object.entries(fieldColumns).map(([name, { type }]) => [name, { type, optional: true }])),
);

const plain = memorySink();
await writeParquet(plain, rows, {
  schema,
  encodings: standardEncodings.with(alp),
  codec: 'UNCOMPRESSED',
  columns: Object.fromEntries(Object.entries(fieldColumns).map(([name, { encoding }]) => [name, { encoding }])),
  bloomFilter: true,
});

const packed = memorySink();
await writeParquet(packed, rows, { schema, codec: 'SNAPPY' });

export const fieldFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ['/fields.parquet', plain.bytes],
  ['/packed.parquet', packed.bytes],
]);
