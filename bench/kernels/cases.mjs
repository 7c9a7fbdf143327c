// The cases: the input of a kernel, its expected output, and its floors. A floor is the minimum speed, as a share of the speed of
// `TypedArray.set` for the same output in the same process. `place` runs the WebAssembly function on its own memory, without copies.

import { count, javascript, limits, noise, over, placed, simd, wordsOf } from './inputs.mjs';
import * as place from './module.mjs';
import { alp, bitIo, core, delta, dictionary, levels, page as pages, plain, rle } from './packages.mjs';
import { pageCases } from './page-cases.mjs';

const { module, inputAt, outputAt, wordsAt } = place;

function* unpackCases() {
  const groups = [
    [[1, 2, 3, 4, 5, 6, 7, 8], { javascript: 0.08, simd: 0.33, place: 0.65 }],
    [[9, 10, 12, 16, 20, 24, 25], { javascript: 0.08, simd: 0.25, place: 0.45 }],
    [[26, 28, 31], { javascript: 0.07, simd: 0.17, place: 0.28 }],
    [[32], { javascript: 0.07, simd: 0.17 }],
  ];
  for (const [widths, floors] of groups) {
    for (const width of widths) {
      const values = wordsOf(noise(4 * count, width)).map((word) => (width === 32 ? word : word & ((1 << width) - 1)));
      const packed = new Uint8Array((count * width) / 8);
      javascript.pack(values, 0, count, width, packed, 0);
      const target = new Int32Array(count);
      yield {
        name: `unpack, width ${width}`,
        expected: values,
        floors,
        runs: {
          ...over((kernels) => kernels.unpack(packed, 0, width, target, 0, count), target),
          ...(width === 32
            ? {}
            : {
                place: {
                  prepare: () => place.load(packed),
                  run: () => module.unpack(inputAt, width, outputAt, count),
                  result: wordsOf(placed(4 * count)),
                },
              }),
        },
      };
    }
  }
}

/** Returns runs of 8 to 24 values, each at random either repeated or bit-packed. */
function mixed(width) {
  const values = new Int32Array(count);
  const random = wordsOf(noise(4 * count, 3));
  const mask = (1 << width) - 1;
  for (let i = 0; i < count; ) {
    const length = 8 * (1 + ((random[i] >>> 3) % 3));
    const repeats = (random[i] & 4) === 0;
    for (let k = 0; k < length && i < count; k++, i++) values[i] = random[repeats ? i - k : i] & mask;
  }
  return values;
}

function* runCases() {
  for (const width of [1, 4, 10]) {
    const values = mixed(width);
    const bytes = rle.encodeRuns(values, 0, count, width);
    const target = new Int32Array(count);
    yield {
      name: `decode mixed runs to indices, width ${width}`,
      expected: values,
      floors: { javascript: 0.04, simd: 0.17, place: 0.22 },
      runs: {
        ...over((kernels) => {
          rle.readRuns(rle.createRunReader(bytes, 0, bytes.length, width), target, 0, count, kernels);
        }, target),
        place: {
          prepare: () => place.load(bytes),
          run: () => module.runs(inputAt, inputAt + bytes.length, width, outputAt, count, 2 ** width - 1, 0),
          result: wordsOf(placed(4 * count)),
        },
      },
    };
  }
  for (const [name, width] of [
    ['1', 1],
    ['2', 2],
  ]) {
    const values = Uint8Array.from(mixed(width));
    const bytes = levels.encodeLevels(values, 2 ** width - 1, { lengthPrefixed: false });
    const options = {
      encoding: core.EncodingId.RLE,
      bytes,
      position: 0,
      end: bytes.length,
      lengthPrefixed: false,
      limits,
    };
    const target = new Uint8Array(count);
    yield {
      name: `decode mixed runs to levels, width ${name}`,
      expected: values,
      // The floors are 1.0 and 2.5 values per nanosecond, on a machine that copies 12.5 int32 values per nanosecond.
      copied: new Int32Array(count),
      floors: { javascript: 0.08, simd: 0.2 },
      runs: over((kernels) => {
        target.set(levels.decodeLevels({ ...options, maxLevel: 2 ** width - 1, slotCount: count, kernels }).levels);
      }, target),
    };
  }
}

function* deltaCases() {
  for (const words of [1, 2]) {
    const type = words === 1 ? core.PhysicalType.INT32 : core.PhysicalType.INT64;
    const column = { type, width: 4 * words };
    const floors =
      words === 1 ? { javascript: 0.05, simd: 0.13, place: 0.18 } : { javascript: 0.08, simd: 0.18, place: 0.27 };
    for (const width of [0, 3, 8, 12, 20, 28, 40]) {
      if (width > 32 * words) continue;
      const steps = wordsOf(noise(8 * count, width + 1));
      const values = new BigInt64Array(count);
      for (let i = 1; i < count; i++) {
        const step = (BigInt(steps[2 * i] >>> 0) << 32n) | BigInt(steps[2 * i + 1] >>> 0);
        values[i] = values[i - 1] + (width === 0 ? 5n : BigInt.asUintN(width, step)) - 3n;
      }
      const data = words === 2 ? values : Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value)));
      const encoder = delta.deltaBinaryPacked.encoder(column);
      encoder.write(core.fixedValues(column, core.bytesOf(data), 0, count), 0, count);
      const page = encoder.finish();
      const buffer = core.createColumnBuffer(column, { capacity: count });
      const decoders = new Map([javascript, simd].map((kernels) => [kernels, delta.createDeltaBinaryPacked(kernels)]));
      // The header consists of four varints, the last of which is the first value. The last block is not full.
      let at = 0;
      for (let varints = 0; varints < 4; at++) if (page[at] < 128) varints++;
      const whole = (count - 1) & ~127;
      const first = core.bytesOf(data).slice(0, 4 * words);
      yield {
        name: `decode DELTA INT${32 * words}, width ${width}`,
        expected: data,
        floors: width > 0 && width <= 20 ? floors : {},
        runs: {
          ...over(
            (kernels) => {
              buffer.clear();
              decoders.get(kernels).decoder(page, { column, valueCount: count, limits }).readInto(buffer, count);
            },
            buffer.words.subarray(0, words * count),
          ),
          place: {
            prepare: () => {
              place.load(page);
              place.bytes.set(first, outputAt);
            },
            run: () => {
              place.setState(wordsOf(first)[0], words === 2 ? wordsOf(first)[1] : 0);
              const scratch = words === 2 ? wordsAt : 0;
              return module.blocks(inputAt + at, inputAt + page.length, 4, 32, outputAt + 4 * words, whole, scratch);
            },
            result: placed(4 * words * (whole + 1)),
          },
        },
      };
    }
  }
}

function* streamCases() {
  for (const width of [2, 4, 8, 12, 16]) {
    const values = noise(width * count, width);
    const streams = new Uint8Array(width * count);
    for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) streams[k * count + i] = values[i * width + k];
    const target = new Uint8Array(width * count);
    const join = {
      4: () => module.join4(inputAt, count, outputAt, count),
      8: () => module.join8(inputAt, count, outputAt, count),
    };
    yield {
      name: `decode BYTE_STREAM_SPLIT, ${width} bytes`,
      expected: values,
      floors:
        { 4: { javascript: 0.06, simd: 0.25, place: 0.75 }, 8: { javascript: 0.06, simd: 0.25, place: 0.65 } }[width] ??
        {},
      runs: {
        ...over((kernels) => kernels.joinStreams(streams, 0, count, width, target, 0, count), target),
        ...(join[width] === undefined
          ? {}
          : { place: { prepare: () => place.load(streams), run: join[width], result: placed(width * count) } }),
      },
    };
    yield {
      name: `encode BYTE_STREAM_SPLIT, ${width} bytes`,
      expected: streams,
      floors: width === 4 ? { javascript: 0.06, simd: 0.17, place: 0.22 } : {},
      runs: {
        ...over((kernels) => kernels.splitStreams(values, 0, width, target, 0, count, count), target),
        ...(width === 4
          ? {
              place: {
                prepare: () => place.load(values),
                run: () => module.split4(inputAt, 4, outputAt, count, count),
                result: placed(4 * count),
              },
            }
          : {}),
      },
    };
  }
}

function* gatherCases() {
  const entries = 1000;
  const indices = wordsOf(noise(4 * count, 5)).map((word) => (word >>> 0) % entries);
  for (const words of [1, 2]) {
    const source = wordsOf(noise(4 * words * entries, 6));
    const target = new Int32Array(words * count);
    const expected = target.map((_, i) => source[words * indices[Math.floor(i / words)] + (i % words)]);
    const name = `gather${32 * words}`;
    yield {
      name: `gather dictionary values of ${4 * words} bytes`,
      expected,
      floors: words === 1 ? { javascript: 0.05, place: 0.15 } : { javascript: 0.06, place: 0.25 },
      runs: {
        ...over((kernels) => kernels[name](source, indices, 0, count, target, 0), target),
        place: {
          prepare: () => {
            place.load(indices);
            place.load(source, wordsAt);
          },
          run: () => module[name](wordsAt, entries, inputAt, outputAt, count),
          result: wordsOf(placed(4 * words * count)),
        },
      },
    };
  }
  const largest = new Int32Array(1);
  yield {
    name: 'find the largest index',
    expected: Int32Array.of(indices.reduce((a, b) => Math.max(a, b))),
    copied: indices,
    floors: {},
    runs: over((kernels) => {
      largest[0] = kernels.largestIndex(indices, 0, count);
    }, largest),
  };
}

function* byteArrayCases() {
  const column = { type: core.PhysicalType.BYTE_ARRAY, width: 0 };
  for (const size of [8, 24, 120]) {
    const lengths = wordsOf(noise(4 * count, size)).map((word) => size / 2 + ((word >>> 0) % size));
    const offsets = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i] + lengths[i];
    const data = noise(offsets[count], 9);
    const values = { layout: 'bytes', type: column.type, length: count, offsets, data };
    const encoder = plain.plain.encoder(column);
    encoder.write(values, 0, count);
    const page = encoder.finish();
    const buffer = core.createColumnBuffer(column);
    buffer.reserve(count, data.length);
    const decoders = new Map([javascript, simd].map((kernels) => [kernels, plain.createPlain(kernels)]));
    yield {
      name: `decode PLAIN byte arrays of ${size} bytes`,
      expected: data,
      floors: {},
      runs: over(
        (kernels) => {
          buffer.clear();
          decoders.get(kernels).decoder(page, { column, valueCount: count, limits }).readInto(buffer, count);
        },
        buffer.data.subarray(0, data.length),
      ),
    };
  }
  const entries = 100;
  const offsets = Int32Array.from({ length: entries + 1 }, (_, i) => 9 * i + (i & 3));
  const source = { layout: 'bytes', type: column.type, length: entries, offsets, data: noise(offsets[entries], 4) };
  const indices = wordsOf(noise(4 * count, 5)).map((word) => (word >>> 0) % entries);
  const expected = Buffer.concat(Array.from(indices, (i) => source.data.subarray(offsets[i], offsets[i + 1])));
  const buffer = core.createColumnBuffer(column);
  buffer.reserve(count, expected.length);
  yield {
    name: 'gather dictionary strings of 9 bytes',
    expected,
    floors: {},
    runs: over(
      (kernels) => {
        buffer.clear();
        bitIo.gatherInto(buffer, source, indices, 0, count, kernels);
      },
      buffer.data.subarray(0, expected.length),
    ),
  };
  const page = encodedIndices(indices, source, column);
  const decoders = new Map([javascript, simd].map((kernels) => [kernels, dictionary.createRleDictionary(kernels)]));
  yield {
    name: 'decode a page of dictionary strings of 9 bytes',
    expected,
    floors: {},
    runs: over(
      (kernels) => {
        buffer.clear();
        const context = { column, valueCount: count, limits, dictionary: source };
        decoders.get(kernels).decoder(page, context).readInto(buffer, count);
      },
      buffer.data.subarray(0, expected.length),
    ),
  };
}

function encodedIndices(indices, source, column) {
  const encoder = dictionary.rleDictionary.encoder(column);
  encoder.write({ layout: 'dictionary', type: column.type, length: count, indices, dictionary: source }, 0, count);
  return encoder.finish();
}

function* alpCases() {
  for (const [type, width, Numbers] of [
    [core.PhysicalType.DOUBLE, 8, Float64Array],
    [core.PhysicalType.FLOAT, 4, Float32Array],
  ]) {
    const column = { type, width };
    const values = Numbers.from(noise(2 * count, 2).subarray(0, count), (byte, i) => (byte * 16 + (i & 15)) / 100);
    const encoder = alp.alp.encoder(column);
    encoder.write(core.fixedValues(column, core.bytesOf(values), 0, count), 0, count);
    const page = encoder.finish();
    const buffer = core.createColumnBuffer(column, { capacity: count });
    const decoders = new Map([javascript, simd].map((kernels) => [kernels, alp.createAlp(kernels)]));
    yield {
      name: `decode ALP ${width === 8 ? 'DOUBLE' : 'FLOAT'}, 12 bits`,
      expected: values,
      floors: width === 8 ? { javascript: 0.05, simd: 0.22 } : {},
      runs: over(
        (kernels) => {
          buffer.clear();
          decoders.get(kernels).decoder(page, { column, valueCount: count, limits }).readInto(buffer, count);
        },
        buffer.words.subarray(0, (width / 4) * count),
      ),
    };
  }
}

function* layerCases() {
  // Lists of 0 to 7 entries, some null.
  const definition = new Uint8Array(count);
  const repetition = new Uint8Array(count);
  const random = noise(count, 8);
  const starts = [];
  let entries = 0;
  for (let i = 0; i < count; ) {
    const length = Math.min(random[i] & 7, count - i);
    starts.push(entries);
    entries += length;
    if (length === 0) definition[i++] = random[i] >>> 7;
    for (let k = 0; k < length; k++, i++) {
      definition[i] = 2 + (random[i] > 30 ? 1 : 0);
      repetition[i] = k > 0 ? 1 : 0;
    }
  }
  const slots = { definition, repetition, slotCount: count };
  const lists = starts.length;
  const offsets = Int32Array.from([...starts, entries]);
  const found = new Int32Array(lists + 1);
  const layer = { repetitionLevel: 1, entryDefinitionLevel: 2 };
  yield {
    name: 'compute list offsets from levels',
    expected: offsets,
    copied: new Uint8Array(2 * count),
    floors: {},
    runs: over((kernels) => {
      found.set(levels.openLists(slots, layer, lists, kernels).offsets);
    }, found),
  };
  for (const [name, repetitionLevel, definitionLevel] of [
    ['lists', 0, 1],
    ['list entries', 1, 3],
  ]) {
    const begins = repetition.map((level) => (level <= repetitionLevel ? 1 : 0));
    const length = begins.reduce((a, b) => a + b, 0);
    const bits = new Uint8Array(Math.ceil(length / 8));
    let at = 0;
    for (let i = 0; i < count; i++) {
      if (definition[i] >= definitionLevel) bits[at >> 3] |= begins[i] << (at & 7);
      at += begins[i];
    }
    const target = new Uint8Array(bits.length);
    yield {
      name: `compute the validity of ${name} from levels`,
      expected: bits,
      copied: new Uint8Array(2 * count),
      floors: {},
      runs: over((kernels) => {
        target.set(levels.nullsOfLayer(slots, { repetitionLevel, definitionLevel }, length, kernels).bits);
      }, target),
    };
  }
}

function* checksumCases() {
  const bytes = noise(4 * count, 3);
  const found = new Int32Array(1);
  yield {
    name: 'CRC-32',
    expected: Int32Array.of(pages.crc32(bytes)),
    copied: bytes,
    floors: {},
    runs: {
      javascript: {
        run: () => {
          found[0] = pages.crc32(bytes);
        },
        result: found,
      },
      simd: {
        run: () => {
          found[0] = simd.crc32(bytes);
        },
        result: found,
      },
    },
  };
}

/** Yields all benchmark cases. Each is created when it is needed. */
export function* cases() {
  yield* unpackCases();
  yield* runCases();
  yield* deltaCases();
  yield* streamCases();
  yield* gatherCases();
  yield* byteArrayCases();
  yield* alpCases();
  yield* layerCases();
  yield* checksumCases();
  yield* pageCases();
}
