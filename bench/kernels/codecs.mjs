// `node bench/kernels/codecs.mjs`, after a build: times codecs with SIMD kernels and with JavaScript kernels, in one process. Values are
// checked before anything is timed.
import * as lz4 from '../../packages/codec-lz4/dist/index.js';
import * as snappy from '../../packages/codec-snappy/dist/index.js';
import { simd as package_ } from './packages.mjs';
import { besideCopy } from './time.mjs';

const simd = package_.createSimdKernels();
if (simd.refusal !== undefined) throw simd.refusal;

const size = 1 << 20;
let state = 1;
const next = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

/** Returns `size` bytes of text, made of the strings that `piece` returns. */
function bytesOf(piece) {
  let text = '';
  while (text.length < size) text += piece();
  return new TextEncoder().encode(text).subarray(0, size);
}

const words = Array.from({ length: 2000 }, () =>
  Math.floor(next(2 ** 30))
    .toString(36)
    .slice(0, 2 + next(6)),
);
const word = () => words[Math.floor(next(40) * next(50))];
const pages = {
  text: bytesOf(() => `${word()} `),
  urls: bytesOf(() => `https://www.${word()}.example/${word()}/${word()}?id=${next(1e6)}`),
  ints: new Uint8Array(Int32Array.from({ length: size / 4 }, () => next(50_000)).buffer),
  timestamps: new Uint8Array(
    BigInt64Array.from({ length: size / 8 }, (_, i) => 1_700_000_000_000n + BigInt(i * 1000 + next(500))).buffer,
  ),
  noise: Uint8Array.from({ length: size }, () => next(256)),
  zeros: new Uint8Array(size),
  'text of 4 KiB': bytesOf(() => `${word()} `).subarray(0, 4096),
};
const codecs = [
  ['SNAPPY', snappy.snappy, snappy.createSnappy(simd)],
  ['LZ4_RAW', lz4.lz4Raw, lz4.createLz4Raw(simd)],
];

console.log(
  `Node ${process.versions.node}, pages of 1 MiB; MB/s of uncompressed bytes, and that speed as a multiple of the JavaScript speed`,
);
for (const [name, javascript, accelerated] of codecs) {
  for (const [page, raw] of Object.entries(pages)) {
    const packed = javascript.compress(raw);
    const into = new Uint8Array(raw.length);
    accelerated.decompress(packed, into);
    if (Buffer.compare(into, raw) !== 0) throw new Error(`${name}, ${page}: wrong bytes`);
    if (Buffer.compare(accelerated.compress(raw), packed) !== 0)
      throw new Error(`${name}, ${page}: the compressed bytes of the two kernel sets differ`);
    for (const [work, run] of [
      ['decompress', (codec) => codec.decompress(packed, into)],
      ['compress', (codec) => codec.compress(raw)],
    ]) {
      if (javascript[work] === accelerated[work]) continue;
      const measured = besideCopy(
        () => into.set(raw),
        { javascript: () => run(javascript), simd: () => run(accelerated) },
        40,
      );
      const speed = ({ time }) => (raw.length / time / 1000).toFixed(0).padStart(7);
      const times = (measured.javascript.time / measured.simd.time).toFixed(2);
      console.log(
        `${name.padEnd(8)} ${work.padEnd(11)} ${page.padEnd(14)}${speed(measured.javascript)}${speed(measured.simd)}${times.padStart(7)}`,
      );
    }
  }
}
