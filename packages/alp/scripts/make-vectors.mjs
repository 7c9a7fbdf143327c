// Writes vectors/vectors.json: `node packages/alp/scripts/make-vectors.mjs`. It uses no code from the package: it
// builds pages field by field with BigInt arithmetic, and computes values by the format's decoding rule.
import { writeFileSync } from 'node:fs';
import { invalidPages } from './invalid-pages.mjs';
import { pagesOfOthers } from './pages-of-others.mjs';
import { doublePages, floatPages } from './vector-pages.mjs';

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const little = (value, bytes) =>
  hex(Array.from({ length: bytes }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 0xffn)));

/** Packs integers into bytes, one bit at a time, the least significant bit first. */
function packBits(values, width) {
  const bytes = new Uint8Array(Math.ceil((values.length * width) / 8));
  for (const [i, value] of values.entries()) {
    for (let k = 0; k < width; k++) {
      const bit = i * width + k;
      bytes[bit >> 3] |= Number((value >> BigInt(k)) & 1n) << (bit & 7);
    }
  }
  return hex(bytes);
}

/** Returns the bits of a value as hexadecimal digits, the most significant first. */
function bitsOfDouble(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
function bitsOfFloat(number) {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, number);
  return view.getUint32(0).toString(16).padStart(8, '0');
}

const kinds = {
  DOUBLE: {
    bytes: 8,
    reference: 'i64',
    bits: bitsOfDouble,
    decode: (integer, { exponent, factor }) => Number(integer) * Number(`1e${factor}`) * Number(`1e-${exponent}`),
  },
  FLOAT: {
    bytes: 4,
    reference: 'i32',
    bits: bitsOfFloat,
    decode: (integer, { exponent, factor }) => {
      const scaled = Math.fround(Math.fround(Number(integer)) * Math.fround(Number(`1e${factor}`)));
      return Math.fround(scaled * Math.fround(Number(`1e-${exponent}`)));
    },
  },
};

/**
 * Builds an ALP vector, and returns its fields and the bits of its values. In `vector.exceptions`, each exception is a
 * pair: its position and the bits of its value.
 */
function vectorOf(type, vector) {
  const { exponent, factor, reference, width, deltas, exceptions = [] } = vector;
  const { bytes, bits, decode, reference: referenceType } = kinds[type];
  const integers = deltas.map((delta) => BigInt.asIntN(8 * bytes, BigInt(reference) + BigInt(delta)));
  const values = integers.map((integer) => bits(decode(integer, vector)));
  for (const [position, value] of exceptions) values[position] = value;
  const fields = [
    [little(exponent, 1), `exponent = ${exponent}`],
    [little(factor, 1), `factor = ${factor}`],
    [little(exceptions.length, 2), `exceptions = ${exceptions.length}`],
    [little(reference, bytes), `frame of reference, ${referenceType} = ${reference}`],
    [little(width, 1), `bit width = ${width}`],
    [packBits(deltas.map(BigInt), width), `integers minus the reference, ${width} bits each: ${deltas.join(', ')}`],
    [exceptions.map(([position]) => little(position, 2)).join(''), 'positions of the exceptions'],
    [exceptions.map(([, value]) => little(`0x${value}`, bytes)).join(''), 'exceptions, unchanged'],
  ];
  return { fields: fields.filter(([text]) => text !== ''), values };
}

function pageOf(type, { name, why, log, vectors, encoder }) {
  const made = vectors.map((vector) => vectorOf(type, vector));
  const values = made.flatMap((vector) => vector.values);
  const fields = [
    ['00', 'compression mode = 0'],
    ['00', 'integer encoding = 0'],
    [little(log, 1), `log vector size = ${log}`],
    [little(values.length, 4), `values = ${values.length}`],
  ];
  let offset = 4 * vectors.length;
  for (const [i, vector] of made.entries()) {
    fields.push([little(offset, 4), `offset of vector ${i} = ${offset}`]);
    offset += vector.fields.reduce((sum, [text]) => sum + text.length / 2, 0);
  }
  for (const [i, vector] of made.entries()) {
    fields.push(...vector.fields.map(([text, what]) => [text, made.length > 1 ? `vector ${i}: ${what}` : what]));
  }
  return { name, why, type, ...(encoder === undefined ? {} : { encoder }), fields, values };
}

export const vectors = {
  about: [
    'ALP-encoded Parquet pages (encoding id 10) for testing readers and writers.',
    'A page consists of the bytes of all its fields in order, as hex digits. Bytes after it must not be read.',
    'Values are given as bits, most significant digit first, because decimal text cannot express the payload of a NaN.',
    'A writer with the options in `encoder` must produce exactly these bytes; pages without `encoder` test only readers.',
    'Readers must reject the pages in `invalid`; `fault` is the error code and byte offset that Marquetry reports.',
  ],
  pages: [
    ...floatPages.map((page) => pageOf('FLOAT', page)),
    ...doublePages.map((page) => pageOf('DOUBLE', page)),
    ...pagesOfOthers,
  ],
  invalid: invalidPages,
};

if (process.argv[1]?.endsWith('make-vectors.mjs')) {
  writeFileSync(new URL('../vectors/vectors.json', import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`);
}
