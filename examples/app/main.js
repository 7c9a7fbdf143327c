/**
 * Writes a file with an encoding and a codec that the format does not define, and reads it in three ways: with `marquetry`, with
 * `@marquetry/file` and a registry of three encodings, and page by page.
 *
 *   node main.js measured.parquet
 */
import { createCodecRegistry, createRegistry, isParquetError } from '@marquetry/core';
import { openFile, openSource } from '@marquetry/file';
import { isDataPage, openPage } from '@marquetry/page';
import { plain } from '@marquetry/plain';
import { rle } from '@marquetry/rle';
import { lzss } from 'example-codec-lzss';
import { xorFloat } from 'example-xor-float';
import { createParquetWriter, defineSchema, openParquet } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';

const path = process.argv[2] ?? 'measured.parquet';
const rows = 10_000;
const celsius = Float64Array.from({ length: rows }, (_, i) => 20 + Math.round(8 * Math.sin(i / 200)) / 4);
const volts = Float32Array.from({ length: rows }, (_, i) => 3 + Math.cos(i / 1000) / 8);
const names = Array.from({ length: rows }, (_, i) => (i % 10 === 0 ? null : `sensor ${i % 7} of the northern wall`));

const encodings = standardEncodings.with(xorFloat);
const codecs = standardCodecs.with(lzss);
const schema = defineSchema({ celsius: 'DOUBLE', volts: 'FLOAT', name: { type: 'STRING', optional: true } });
const writer = await createParquetWriter(path, {
  schema,
  encodings,
  codecs,
  columns: { celsius: { encoding: xorFloat.id, codec: 0 }, volts: { encoding: xorFloat.id }, name: { encoding: 0 } },
  codec: lzss.id,
  pageBytes: 8192,
});
await writer.write({ celsius, volts, name: names });
await writer.finish();

// 1. With `marquetry`.
const file = await openParquet(path, { encodings, codecs });
for await (const batch of file.columnBatches({ columns: ['celsius', 'name'], offset: 2500, limit: 5000 })) {
  const values = batch.celsius?.values;
  if (values?.layout !== 'fixed') throw new Error('celsius is fixed');
  const same = values.data.every((value, i) => value === celsius[2500 + i]);
  console.log('marquetry', values.length, same, batch.name?.nulls.nullCount);
}
await file.close();

// 2. With `@marquetry/file`, three encodings and one codec.
const three = createRegistry([plain, rle, xorFloat]);
const small = await openFile(await openSource(path), { encodings: three, codecs: createCodecRegistry([lzss]) });
for await (const { volts: column } of small.columnBatches({ columns: ['volts'] })) {
  const same = column?.values.layout === 'fixed' && column.values.data.every((value, i) => value === volts[i]);
  console.log('file', column?.values.length, same);
}

// 3. Page by page.
const [leaf] = small.schema.find('celsius');
let pages = 0;
let sum = 0;
for await (const { header, body } of small.pages({ rowGroup: 0, column: 'celsius' })) {
  if (!isDataPage(header) || leaf === undefined) continue;
  const values = openPage({ header, body, column: leaf, encodings: three }).values();
  values.skip(values.remaining >> 1);
  const half = values.read(values.remaining);
  if (half.layout === 'fixed') for (const value of half.data) sum += Number(value);
  pages++;
}
console.log('page', pages, sum);

// Without the encoding, its column throws UNSUPPORTED, but the other columns can be read.
const others = await openParquet(path, { codecs });
try {
  for await (const _ of others.columnBatches({ columns: ['celsius'] }));
} catch (error) {
  if (!isParquetError(error)) throw error;
  console.log(error.code, error.at.column, error.at.page, error.reason.split(';')[0]);
}
for await (const { name } of others.columnBatches({ columns: ['name'] })) console.log('others', name?.values.length);
await small.close();
await others.close();
