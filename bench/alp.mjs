// `node bench/alp.mjs`, after a build, on Node 22.15 or later, whose zlib supports Zstandard: compares the sizes of
// several kinds of doubles in ALP and in BYTE_STREAM_SPLIT, and the speeds of writing and reading ALP with that of
// copying the values. Checks that the values read equal the values written.
import { existsSync, readFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { createRandom } from './cases/check.mjs';
import { measure } from './cases/interleave.mjs';
import { alp, byteStreamSplit, core } from './cases/packages.mjs';

const { zstdCompressSync } = zlib;
if (zstdCompressSync === undefined) {
  console.error(`Node ${process.versions.node} does not support Zstandard: use 22.15 or later`);
  process.exit(2);
}

const count = 131_072;
const column = { type: core.PhysicalType.DOUBLE, width: 8 };
const random = createRandom(7);
const share = () => random() / 2 ** 32;
/** Returns the double nearest to a decimal number, as parsing its digits would. */
const decimal = (integer, digits) => Number(`${Math.round(integer)}e-${digits}`);
const make = (next) => Float64Array.from({ length: count }, (_, i) => next(i));

/** Returns a function that returns the next value of a random walk from `start`, in steps of at most `step`. */
function walk(start, step) {
  let at = start;
  return () => {
    at += (share() - 0.5) * 2 * step;
    return at;
  };
}

function* kinds() {
  const price = walk(10_000, 25);
  yield ['prices, 2 decimal places, random walk', make(() => decimal(price(), 2))];
  yield ['prices up to 1,000.00, 2 decimal places', make(() => decimal(share() * 1e5, 2))];
  const warmth = walk(200, 3);
  yield ['sensor readings, 1 decimal place', make(() => decimal(warmth(), 1))];
  const fine = walk(0, 500);
  yield [
    'sensor readings, 3 decimal places, 1 in 100 is NaN',
    make(() => (random() % 100 === 0 ? Number.NaN : decimal(fine(), 3))),
  ];
  const track = walk(52_516_300, 90);
  yield ['latitudes along a track, 6 decimal places', make(() => decimal(track(), 6))];
  yield ['random latitudes, 6 decimal places', make(() => decimal((share() - 0.5) * 180e6, 6))];
  yield* realKinds();
  yield ['integers up to 1,000,000', make(() => random() % 1_000_000)];
  yield ['integers of 53 bits', make(() => (random() >>> 11) * 2 ** 32 + random())];
  yield ['counts, most of which are 0', make(() => (random() % 20 === 0 ? random() % 100 : 0))];
  yield ['40 distinct values, 2 decimal places', make(() => decimal(random() % 40, 2))];
  yield ['values of the sine function, all digits', make((i) => Math.sin(i / 1000))];
  yield ['random bits', new Float64Array(Uint32Array.from({ length: 2 * count }, random).buffer)];
}

/**
 * Yields columns from public tables, if the demo's data is installed. These columns have fewer values than the
 * generated ones.
 */
function* realKinds() {
  const folder = new URL('../apps/demo/node_modules/vega-datasets/data/', import.meta.url);
  for (const [name, file, ordinal] of [
    ['latitudes of US zip codes, 6 decimal places', 'zipcodes.csv', 1],
    ['wind directions, integers, ordered by place (vega-datasets)', 'windvectors.csv', 2],
    ['wind speeds, 2 decimal places (vega-datasets)', 'windvectors.csv', 4],
  ]) {
    const path = new URL(file, folder);
    if (!existsSync(path)) continue;
    const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
    yield [name, Float64Array.from(lines, (line) => Number(line.split(',')[ordinal]))];
  }
}

function encode(encoding, data) {
  const encoder = encoding.encoder(column);
  encoder.write({ layout: 'fixed', type: column.type, length: data.length, width: 8, data }, 0, data.length);
  return encoder.finish();
}

function decodeInto(target, bytes, length) {
  target.clear();
  alp.alp.decoder(bytes, { column, valueCount: length, limits: core.defaultLimits }).readInto(target, length);
}

function check(name, target, data) {
  const expected = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
  for (let i = 0; i < expected.length; i++) {
    if (target.words[i] !== expected[i]) throw new Error(`${name}: word ${i} differs`);
  }
}

const widths = [34, 8, 8, 8, 12, 12, 9, 10];
const row = (cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
console.log(`Node ${process.versions.node}, ZSTD level 3, pages of ${count} values\n`);
console.log(row(['bits per value', 'values', 'ALP', 'ALP+ZSTD', 'SPLIT+ZSTD', 'PLAIN+ZSTD', 'Mv/s in', 'Mv/s out']));
for (const [name, data] of kinds()) {
  const bytes = encode(alp.alp, data);
  const target = core.createColumnBuffer(column, { capacity: data.length });
  decodeInto(target, bytes, data.length);
  check(name, target, data);
  const plain = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const split = encode(byteStreamSplit.byteStreamSplit, data);
  const bits = (size) => ((8 * size) / data.length).toFixed(2);
  const speed = (seconds) => (data.length / seconds / 1e6).toFixed(0);
  const times = measure(
    { encode: () => encode(alp.alp, data), decode: () => decodeInto(target, bytes, data.length) },
    9,
  );
  console.log(
    row([
      name,
      String(data.length),
      bits(bytes.length),
      bits(zstdCompressSync(bytes).length),
      bits(zstdCompressSync(split).length),
      bits(zstdCompressSync(plain).length),
      speed(times.encode),
      speed(times.decode),
    ]),
  );
}
