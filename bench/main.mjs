// Measures every case on the Node that runs this, and writes one JSON object a case to stdout.
import { bitUnpack } from './cases/bit-unpack.mjs';
import { byteArrays } from './cases/byte-arrays.mjs';
import { splitStreams } from './cases/byte-stream-split.mjs';
import { deltas } from './cases/delta.mjs';
import { definitionLevels } from './cases/levels.mjs';
import { optionalInt64 } from './cases/optional-int64.mjs';
import { pageHeaders } from './cases/page-header.mjs';
import { measure, measureAsync } from './measure.mjs';

const suites = [bitUnpack, deltas, definitionLevels, splitStreams, byteArrays, pageHeaders, optionalInt64];
const only = process.argv[2];

for (const suite of suites) {
  for await (const { group, name, values, floor, async: isAsync, marquetry, hyparquet } of suite()) {
    if (only !== undefined && !`${group} ${name}`.toLowerCase().includes(only.toLowerCase())) continue;
    const seconds = await (isAsync ? measureAsync : measure)({ marquetry, hyparquet });
    console.log(JSON.stringify({ group, name, values, floor, ...seconds }));
  }
}
