// Writes a ZSTD file with the built packages to the path in its argument, reads it, and prints a report. It is plain JavaScript, so any
// Node runs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { zstd as standard } from '@marquetry/codec-zstd';
import { zstd } from '@marquetry/codec-zstd-wasm';
import { openParquet, writeParquet } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';

const path = process.argv[2];
const codecs = standardCodecs.replace(zstd);
const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `name ${id % 90}`, third: id / 3 }));
await writeParquet(path, rows, { codec: 'ZSTD', codecs });

const read = [];
for await (const row of (await openParquet(new Uint8Array(readFileSync(path)))).rows()) read.push(row);
assert.deepEqual(read, rows);

let refusal = '';
if (standard.compress === undefined) {
  await writeParquet(`${path}.refused`, rows, { codec: 'ZSTD' }).catch((error) => {
    refusal = `${error.code}: ${error.message}`;
  });
}
console.log(JSON.stringify({ isNative: zstd === standard, rows: read.length, refusal }));
