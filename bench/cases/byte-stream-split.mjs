// BYTE_STREAM_SPLIT pages.
import { byteStreamSplit as readSplit } from 'hyparquet/src/encoding.js';
import { assertSame, createRandom } from '../check.mjs';
import { byteStreamSplit, core } from '../packages.mjs';

const count = 65536;

export function* splitStreams() {
  const random = createRandom(3);
  for (const [name, width, data] of [
    ['FLOAT', 4, new Float32Array(count)],
    ['DOUBLE', 8, new Float64Array(count)],
  ]) {
    for (let i = 0; i < count; i++) data[i] = random() / 1000;
    const column = { type: core.PhysicalType[name], width };
    const encoder = byteStreamSplit.byteStreamSplit.encoder(column);
    encoder.write({ layout: 'fixed', type: column.type, length: count, width, data }, 0, count);
    const bytes = encoder.finish();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const context = { column, valueCount: count, limits: core.defaultLimits };
    // Into the same memory every time, as a reader of many pages does; the peer has no such way.
    const target = core.createColumnBuffer(column, { capacity: count });
    const marquetry = () => {
      target.clear();
      byteStreamSplit.byteStreamSplit.decoder(bytes, context).readInto(target, count);
      return target.values.data;
    };
    const hyparquet = () => readSplit({ view, offset: 0 }, count, name, undefined);
    assertSame('split', marquetry(), data);
    assertSame('split, hyparquet', hyparquet(), data);
    yield { group: 'BYTE_STREAM_SPLIT', name, values: count, floor: 5, marquetry, hyparquet };
  }
}
