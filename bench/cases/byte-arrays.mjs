// Measures reading PLAIN BYTE_ARRAY pages, to offsets into the page and to a copy in Arrow's layout.
import { readPlain } from 'hyparquet/src/plain.js';
import { assertSame, createRandom } from './check.mjs';
import { core, plain } from './packages.mjs';

const count = 65536;

export function* byteArrays() {
  const random = createRandom(9);
  for (const length of [8, 24, 120]) {
    const bytes = new Uint8Array(count * (4 + length));
    const view = new DataView(bytes.buffer);
    for (let i = 0, p = 0; i < count; i++) {
      view.setUint32(p, length, true);
      p += 4;
      for (let k = 0; k < length; k++) bytes[p++] = 97 + (random() % 26);
    }
    const column = { type: core.PhysicalType.BYTE_ARRAY, width: 0 };
    const context = { column, valueCount: count, limits: core.defaultLimits };
    // Reads into the same memory every time, as a reader of many pages does; hyparquet cannot do this.
    const target = core.createColumnBuffer(column, { capacity: count });
    const marquetry = () => {
      target.clear();
      plain.plain.decoder(bytes, context).readInto(target, count);
      return target.values;
    };
    const hyparquet = () => readPlain({ view, offset: 0 }, 'BYTE_ARRAY', count, undefined);
    const { offsets, data } = marquetry();
    const expected = hyparquet();
    for (let i = 0; i < count; i += 97) {
      assertSame('byte arrays', data.subarray(offsets[i], offsets[i + 1]), expected[i]);
    }
    const starts = () => plain.valueStarts(bytes, count);
    const positions = starts();
    for (let i = 0; i < count; i += 97) {
      assertSame('value starts', bytes.subarray(positions[i], positions[i + 1] - 4), expected[i]);
    }
    const name = `${length} bytes`;
    yield { group: 'PLAIN BYTE_ARRAY', name, values: count, floor: 3, marquetry: starts, hyparquet };
    // Values in Arrow's layout have no gaps between them, so they must be copied, while hyparquet returns views of the
    // page. For long values, copying takes most of the time.
    yield { group: 'BYTE_ARRAY, copied', name, values: count, marquetry, hyparquet };
  }
}
