// Measures DELTA_BINARY_PACKED pages, with miniblocks of mixed bit widths.
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { assertSame, createRandom } from './check.mjs';
import { core, delta } from './packages.mjs';

const count = 65536;

function encode(column, values) {
  const encoder = delta.deltaBinaryPacked.encoder(column);
  encoder.write(values, 0, count);
  return encoder.finish();
}

/**
 * Returns a function that decodes into the same memory every time, as a reader of many pages does. hyparquet cannot
 * reuse memory.
 */
function createDecode(column, bytes) {
  const context = { column, valueCount: count, limits: core.defaultLimits };
  const target = core.createColumnBuffer(column, { capacity: count });
  return () => {
    target.clear();
    delta.deltaBinaryPacked.decoder(bytes, context).readInto(target, count);
    return target.values.data;
  };
}

export function* deltas() {
  const random = createRandom(11);
  const shapes = {
    'width 3': () => random() & 7,
    'width 8': () => random() & 255,
    'width 12': () => random() & 0xfff,
    'width 20': () => random() & 0xfffff,
    'mixed widths': (i) => random() & ((1 << ((i >> 5) % 21)) - 1),
  };
  for (const [shape, step] of Object.entries(shapes)) {
    const int32 = new Int32Array(count);
    const int64 = new BigInt64Array(count);
    for (let i = 1; i < count; i++) {
      const difference = step(i);
      int32[i] = int32[i - 1] + difference;
      int64[i] = int64[i - 1] + BigInt(difference);
    }
    for (const [type, data, width, floor] of [
      ['int32', int32, 4, 3],
      ['int64', int64, 8, 6],
    ]) {
      const column = { type: width === 4 ? core.PhysicalType.INT32 : core.PhysicalType.INT64, width };
      const bytes = encode(column, { layout: 'fixed', type: column.type, length: count, width, data });
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const marquetry = createDecode(column, bytes);
      const hyparquet = () => {
        const output = width === 4 ? new Int32Array(count) : new BigInt64Array(count);
        deltaBinaryUnpack({ view, offset: 0 }, count, output);
        return output;
      };
      assertSame(`delta ${type}`, marquetry(), data);
      assertSame(`delta ${type}, hyparquet`, hyparquet(), data);
      yield { group: `DELTA ${type}`, name: shape, values: count, floor, marquetry, hyparquet };
    }
  }
}
