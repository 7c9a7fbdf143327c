// Measures BYTE_STREAM_SPLIT pages.
import { byteStreamSplit as readSplit } from 'hyparquet/src/encoding.js';
import { assertSame, createRandom } from './check.mjs';
import { byteStreamSplit, core } from './packages.mjs';

const count = 65536;

export function* splitStreams() {
  const random = createRandom(3);
  for (const [name, width, data] of [
    ['FLOAT', 4, new Float32Array(count)],
    ['DOUBLE', 8, new Float64Array(count)],
    ['INT32', 4, new Int32Array(count)],
    ['INT64', 8, new BigInt64Array(count)],
    ['FIXED_LEN_BYTE_ARRAY', 16, new Uint8Array(16 * count)],
  ]) {
    const words = new Int32Array(data.buffer);
    // Avoid NaN, because the check compares numbers, and NaN does not equal itself.
    for (let i = 0; i < words.length; i++) words[i] = random() & 0x3fffffff;
    const column = { type: core.PhysicalType[name], width };
    const encoder = byteStreamSplit.byteStreamSplit.encoder(column);
    encoder.write({ layout: 'fixed', type: column.type, length: count, width, data }, 0, count);
    const bytes = encoder.finish();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const context = { column, valueCount: count, limits: core.defaultLimits };
    // Reads into the same memory every time, as a reader of many pages does; hyparquet cannot do this.
    const target = core.createColumnBuffer(column, { capacity: count });
    const marquetry = () => {
      target.clear();
      byteStreamSplit.byteStreamSplit.decoder(bytes, context).readInto(target, count);
      return target.values.data;
    };
    const hyparquet = () => readSplit({ view, offset: 0 }, count, name, width);
    assertSame('split', marquetry(), data);
    const theirs = hyparquet();
    assertSame('split, hyparquet', name === 'FIXED_LEN_BYTE_ARRAY' ? theirs.flatMap((v) => [...v]) : theirs, data);
    // hyparquet creates one view per fixed-length value, so these values are a separate group of measurements.
    const group = name === 'FIXED_LEN_BYTE_ARRAY' ? 'split, FIXED (16 B)' : 'BYTE_STREAM_SPLIT';
    yield { group, name: group === 'BYTE_STREAM_SPLIT' ? name : '', values: count, floor: 5, marquetry, hyparquet };
  }
}
