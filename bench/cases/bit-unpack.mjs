// Measures the unpacking of bit-packed integers of one width, as in dictionary indices.
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { assertSame, createRandom } from './check.mjs';
import { bitIo } from './packages.mjs';

const count = 65536;

/** Returns one bit-packed run of the RLE / bit-packing hybrid: a header, then the packed groups. */
function packedRun(width, random) {
  const values = new Int32Array(count);
  const mask = width === 32 ? -1 : (1 << width) - 1;
  for (let i = 0; i < count; i++) values[i] = random() & mask;
  const bytes = new Uint8Array(5 + (count * width) / 8);
  const start = bitIo.writeVarint32(bytes, 0, ((count / 8) << 1) | 1);
  bitIo.pack(values, 0, count, width, bytes, start);
  return { values, bytes: bytes.subarray(0, start + (count * width) / 8), start };
}

export function* bitUnpack() {
  const random = createRandom(7);
  for (const width of [1, 2, 4, 8, 12, 16, 20, 24]) {
    const { values, bytes, start } = packedRun(width, random);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const target = new Int32Array(count);
    const marquetry = () => bitIo.unpack(bytes, start, width, target, 0, count);
    const hyparquet = () => {
      const output = new Array(count);
      readRleBitPackedHybrid({ view, offset: 0 }, width, output, bytes.length);
      return output;
    };
    marquetry();
    assertSame('bit-unpack', target, values);
    assertSame('bit-unpack, hyparquet', hyparquet(), values);
    yield { group: 'bit-unpack', name: `width ${width}`, values: count, floor: 5, marquetry, hyparquet };
  }
}
