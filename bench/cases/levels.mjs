// Measures decoding the definition levels of a flat optional column to a validity bitmap and a null count.
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { assertSame, createRandom } from './check.mjs';
import { bitIo, core, levels, rle } from './packages.mjs';

const count = 65536;

export function* definitionLevels() {
  const random = createRandom(5);
  const patterns = {
    'no nulls': () => 1,
    '10 % nulls': () => (random() % 10 === 0 ? 0 : 1),
    '50 % nulls': () => random() & 1,
    'runs of nulls': (i) => (i >> 6) & 1,
  };
  for (const [name, level] of Object.entries(patterns)) {
    const values = Int32Array.from({ length: count }, (_, i) => level(i));
    const runs = rle.encodeRuns(values, 0, count, 1);
    const bytes = new Uint8Array(4 + runs.length);
    bitIo.writeUint32(bytes, 0, runs.length);
    bytes.set(runs, 4);
    const view = new DataView(bytes.buffer);
    const options = {
      encoding: core.EncodingId.RLE,
      bytes,
      position: 0,
      end: bytes.length,
      lengthPrefixed: true,
      maxLevel: 1,
      slotCount: count,
      kernels: bitIo.javascriptKernels,
      limits: core.defaultLimits,
    };
    const marquetry = () => levels.decodeValidity(options);
    // hyparquet decodes the levels of a page to an array, and counts the nulls.
    const hyparquet = () => {
      const output = new Array(count);
      readRleBitPackedHybrid({ view, offset: 0 }, 1, output);
      let nulls = count;
      for (const value of output) if (value === 1) nulls--;
      return { output, nulls };
    };
    const { bits, validCount } = marquetry();
    const expected = hyparquet();
    assertSame('levels', [validCount], [count - expected.nulls]);
    if (bits !== undefined) {
      assertSame(
        'levels',
        Int32Array.from({ length: count }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1),
        values,
      );
    }
    assertSame('levels, hyparquet', expected.output, values);
    // Without nulls, the time for decoding levels depends on the number of runs, not of entries. This makes Marquetry
    // thousands of times as fast as hyparquet, so this case is not included in the mean.
    const group = name === 'no nulls' ? 'levels, no nulls' : 'levels to bitmap';
    yield { group, name, values: count, floor: 15, marquetry, hyparquet };
  }
}
