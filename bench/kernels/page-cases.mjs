// Cases of whole pages and columns: encoders, byte arrays, validity, values spread to slots with nulls, and data larger
// than the caches. A floor is a minimum speed, as a share of the speed of a copy. It was computed from a speed in
// values per nanosecond, for a machine that copies 50 bytes per nanosecond.
import { count, javascript, limits, noise, over, simd, wordsOf } from './inputs.mjs';
import { bitIo, core, delta, levels, plain, rle } from './packages.mjs';

/** Calls `create` with the JavaScript and with the SIMD kernels, and returns the results, such as decoders. */
const withEach = (create) => new Map([javascript, simd].map((kernels) => [kernels, create(kernels)]));

function* deltaEncodeCases() {
  for (const words of [1, 2]) {
    const column = { type: words === 1 ? core.PhysicalType.INT32 : core.PhysicalType.INT64, width: 4 * words };
    const steps = wordsOf(noise(4 * count, 7));
    const data = words === 1 ? new Int32Array(count) : new BigInt64Array(count);
    for (let i = 1; i < count; i++)
      data[i] = words === 1 ? data[i - 1] + (steps[i] & 4095) : data[i - 1] + BigInt(steps[i] & 4095);
    const values = core.fixedValues(column, core.bytesOf(data), 0, count);
    const encodings = withEach(delta.createDeltaBinaryPacked);
    const encode = (kernels) => {
      const encoder = encodings.get(kernels).encoder(column);
      encoder.write(values, 0, count);
      return encoder.finish();
    };
    const expected = encode(javascript).slice();
    const target = new Uint8Array(expected.length);
    yield {
      name: `encode DELTA INT${32 * words}, width 12`,
      expected,
      copied: data,
      floors: words === 1 ? { javascript: 0.015, simd: 0.05 } : { javascript: 0.03, simd: 0.06 },
      runs: over((kernels) => target.set(encode(kernels)), target),
    };
  }
}

/** Returns strings of about 50 bytes. Each starts with about 30 bytes of the string before it. */
function frontCoded() {
  const text = Array.from(
    { length: count },
    (_, i) => `https://www.example.org/shop/${1000 + (i >> 6)}/article/${1e6 + 37 * i}/view`,
  );
  const parts = text.map((one) => new TextEncoder().encode(one));
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i] + parts[i].length;
  return { layout: 'bytes', type: core.PhysicalType.BYTE_ARRAY, length: count, offsets, data: Buffer.concat(parts) };
}

function* byteArrayCases() {
  const column = { type: core.PhysicalType.BYTE_ARRAY, width: 0 };
  const values = frontCoded();
  const pageOf = (encoding) => {
    const encoder = encoding.encoder(column);
    encoder.write(values, 0, count);
    return encoder.finish();
  };
  const page = pageOf(delta.deltaByteArray);
  const buffer = core.createColumnBuffer(column);
  buffer.reserve(count, values.data.length);
  const decoders = withEach(delta.createDeltaByteArray);
  yield {
    name: 'decode DELTA_BYTE_ARRAY, strings of 50 bytes',
    expected: values.data,
    floors: { javascript: 0.03, simd: 0.1 },
    runs: over(
      (kernels) => {
        buffer.clear();
        decoders.get(kernels).decoder(page, { column, valueCount: count, limits }).readInto(buffer, count);
      },
      buffer.data.subarray(0, values.data.length),
    ),
  };
  const plainPage = pageOf(plain.plain);
  const starts = Int32Array.from(plain.valueStarts(plainPage, count));
  const found = new Int32Array(starts.length);
  yield {
    name: 'decode PLAIN byte arrays to offsets',
    expected: starts,
    floors: { javascript: 0.02 },
    runs: { javascript: { run: () => found.set(plain.valueStarts(plainPage, count)), result: found } },
  };
}

function* plainCases() {
  const column = { type: core.PhysicalType.INT64, width: 8 };
  const data = noise(8 * count, 11);
  // Copying is 14 times slower on an AMD Zen processor if the target address is 1 to 15 bytes above the source address,
  // both modulo 4096. If the page started at byte 1, two arrays that were allocated one after the other would be at
  // such a distance, so the page starts 2048 bytes later.
  const page = new Uint8Array(8 * count + 4096).subarray(2049, 2049 + 8 * count);
  page.set(data);
  const buffer = core.createColumnBuffer(column, { capacity: count });
  const decoders = withEach(plain.createPlain);
  yield {
    name: 'decode unaligned PLAIN INT64',
    expected: data,
    floors: { javascript: 0.9 },
    runs: over(
      (kernels) => {
        buffer.clear();
        decoders.get(kernels).decoder(page, { column, valueCount: count, limits }).readInto(buffer, count);
      },
      buffer.words.subarray(0, 2 * count),
    ),
  };
}

/** Yields the cases that decode the definition levels of a column in which one in ten slots is null. */
function validity() {
  const random = noise(count, 12);
  const present = Int32Array.from({ length: count }, (_, i) => (random[i] < 26 ? 0 : 1));
  const bits = new Uint8Array(count / 8);
  for (let i = 0; i < count; i++) bits[i >> 3] |= present[i] << (i & 7);
  return { present, bits };
}

function* nullCases() {
  const { present, bits } = validity();
  const bytes = rle.encodeRuns(present, 0, count, 1);
  const options = {
    encoding: core.EncodingId.RLE,
    bytes,
    position: 0,
    end: bytes.length,
    lengthPrefixed: false,
    maxLevel: 1,
  };
  const target = new Uint8Array(bits.length);
  yield {
    name: 'decode levels of width 1 to validity bits',
    expected: bits,
    copied: new Int32Array(count),
    floors: { javascript: 0.16, simd: 0.2 },
    runs: over(
      (kernels) => target.set(levels.decodeValidity({ ...options, slotCount: count, kernels, limits }).bits),
      target,
    ),
  };
  for (const words of [1, 2]) {
    const column = { type: words === 1 ? core.PhysicalType.INT32 : core.PhysicalType.INT64, width: 4 * words };
    const valueCount = present.reduce((a, b) => a + b, 0);
    const dense = wordsOf(noise(4 * words * valueCount, 13));
    const expected = new Int32Array(words * count);
    for (let i = 0, v = 0; i < count; i++) {
      for (let k = 0; k < words; k++) if (present[i] === 1) expected[words * i + k] = dense[v++];
    }
    const buffer = core.createColumnBuffer(column, { capacity: count });
    yield {
      // The values are spread in place, so the time includes copying the values without nulls into the buffer first.
      name: `insert gaps for nulls between values of ${4 * words} bytes`,
      expected,
      floors: words === 1 ? { javascript: 0.06 } : {},
      runs: over(
        (kernels) => {
          buffer.words.set(dense);
          buffer.length = valueCount;
          bitIo.spreadInPlace(buffer, 0, valueCount, bits, count, kernels.spreadWords);
        },
        buffer.words.subarray(0, words * count),
      ),
    };
  }
}

function* largeCases() {
  const values = 8_000_000;
  const width = 8;
  const packed = noise(values, 14);
  const expected = Int32Array.from(packed);
  const target = new Int32Array(values);
  yield {
    name: 'unpack 8 million values, width 8',
    values,
    expected,
    floors: { javascript: 0.45, simd: 0.45 },
    runs: over((kernels) => kernels.unpack(packed, 0, width, target, 0, values), target),
  };
}

/**
 * Yields the benchmark cases for whole pages and columns, such as delta encoders. Each is created when it is needed.
 */
export function* pageCases() {
  yield* deltaEncodeCases();
  yield* byteArrayCases();
  yield* plainCases();
  yield* nullCases();
  yield* largeCases();
}
