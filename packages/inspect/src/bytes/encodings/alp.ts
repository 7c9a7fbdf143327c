/**
 * Explains ALP values: decimal numbers as integers, and exceptions (AlpEncoding.md).
 *
 *   page      compression mode, integer encoding, log2 of the vector size (1 byte each), number of values (4 bytes)
 *             start of each vector (4 bytes each), vectors
 *   vector    exponent, factor (1 byte each), number of exceptions (2 bytes), frame of reference (4 or 8 bytes), bit width (1 byte)
 *             packed integers, positions of exceptions (2 bytes each), exceptions
 */
import { ParquetError, PhysicalType, viewOf } from '@marquetry/core';
import { readBits, readWideBits } from '../bits.js';
import type { FieldList } from '../field-list.js';
import type { Layout, PageValues } from './layout.js';

const pageHeaderBytes = 7;

export const explainAlp: Layout = (list, values) => {
  const { count } = values;
  const { bytes } = list.to;
  const { position, end } = list;
  if (count === 0 && position === end) return;
  if (end - position < pageHeaderBytes) throw new ParquetError('TRUNCATED', 'the 7-byte ALP header is cut short');
  const [mode = 0, integers = 0, log = 0] = bytes.subarray(position);
  if (mode !== 0) throw new ParquetError('UNSUPPORTED', `ALP compression mode must be 0, got ${mode}`);
  list.leaf(position + 1, 'length', 'compression mode', '0', 'ALP, the only mode so far.');
  if (integers !== 0) throw new ParquetError('UNSUPPORTED', `ALP integer encoding must be 0, got ${integers}`);
  const encoding = 'Frame of reference: the smallest integer, and the packed differences from it.';
  list.leaf(position + 2, 'length', 'integer encoding', '0', encoding);
  if (log < 3 || log > 15) throw new ParquetError('CORRUPT', `ALP vectors must have 2^3 to 2^15 values, got 2^${log}`);
  list.leaf(position + 3, 'length', 'vector size', String(2 ** log), `2^${log} values per vector.`);
  const stated = readBits(bytes, 8 * list.position, 32);
  if (stated !== count) {
    throw new ParquetError('CORRUPT', `an ALP page has ${stated} values, but the page header has ${count}`);
  }
  list.leaf(
    position + pageHeaderBytes,
    'length',
    'number of values',
    String(count),
    '4 bytes, least significant first.',
  );
  const origin = list.position;
  const vectors = Math.ceil(count / 2 ** log);
  if (origin + 4 * vectors > end)
    throw new ParquetError('TRUNCATED', `the start offsets of ${vectors} ALP vectors are cut short`);
  list.share(1 / 4, () => {
    list.group('length', 'starts of vectors', (inner) => {
      inner.row(vectors, 32, 'length', (index, bit) => {
        const value = String(readBits(bytes, bit, 32));
        return {
          name: `start of vector ${index}`,
          value,
          meaning: 'A byte offset, counted from the field for the start of vector 0.',
        };
      });
    });
  });
  for (let vector = 0; vector < vectors; vector++) {
    if (list.to.left <= 0) {
      list.omit(vectors - vector, end);
      return;
    }
    const start = list.position;
    const first = vector * 2 ** log;
    const held = Math.min(2 ** log, count - first);
    const stated = origin + readBits(bytes, 8 * (origin + 4 * vector), 32);
    list.group('values', `vector ${vector}`, (inner) => {
      if (stated !== start)
        throw new ParquetError(
          'CORRUPT',
          `ALP vector ${vector} must start at ${start}, but its offset points to ${stated}`,
        );
      explainVector(inner, values, first, held);
    });
  }
};

function explainVector(list: FieldList, { leaf, text }: PageValues, first: number, count: number): void {
  const { bytes } = list.to;
  const isFloat = leaf.type === PhysicalType.FLOAT;
  const valueBytes = leaf.width;
  const start = list.position;
  const packedAt = start + 5 + valueBytes;
  if (packedAt > list.end) throw new ParquetError('TRUNCATED', 'the header of an ALP vector is cut short');
  const [exponent = 0, factor = 0] = bytes.subarray(start);
  const most = isFloat ? 10 : 18;
  if (exponent > most || factor > exponent) {
    const rule = `an ALP vector requires factor <= exponent <= ${most}`;
    throw new ParquetError('CORRUPT', `${rule}, got factor ${factor} and exponent ${exponent}`);
  }
  list.leaf(
    start + 1,
    'length',
    'exponent',
    String(exponent),
    `Integers are multiplied by 10^${factor}, and then by 10^-${exponent}.`,
  );
  list.leaf(
    start + 2,
    'length',
    'factor',
    String(factor),
    `Integers are multiplied by 10^${factor}, and then by 10^-${exponent}.`,
  );
  const exceptions = readBits(bytes, 8 * (start + 2), 16);
  if (exceptions > count) {
    throw new ParquetError('CORRUPT', `an ALP vector of ${count} values cannot have ${exceptions} exceptions`);
  }
  const rare = 'Exceptions are values that are not short decimals: they are stored unchanged.';
  list.leaf(start + 4, 'length', 'number of exceptions', String(exceptions), rare);
  const view = viewOf(bytes);
  const reference = isFloat ? BigInt(view.getInt32(start + 4, true)) : view.getBigInt64(start + 4, true);
  list.leaf(packedAt - 1, 'length', 'frame of reference', String(reference), 'The smallest integer of the vector.');
  const width = bytes[packedAt - 1] as number;
  if (width > 8 * valueBytes)
    throw new ParquetError('CORRUPT', `ALP integers must have at most ${8 * valueBytes} bits, got ${width}`);
  list.leaf(packedAt, 'length', 'bit width', String(width), 'Bits per packed integer.');
  const positionsAt = packedAt + Math.ceil((count * width) / 8);
  const exceptionsAt = positionsAt + 2 * exceptions;
  const end = exceptionsAt + valueBytes * exceptions;
  if (end > list.end) throw new ParquetError('TRUNCATED', `an ALP vector of ${end - start} bytes is cut short`);
  const positions = new Set<number>();
  for (let k = 0; k < exceptions; k++) positions.add(readBits(bytes, 8 * (positionsAt + 2 * k), 16));
  const value = new DataView(new ArrayBuffer(valueBytes));
  const power = Number(`1e${factor}`);
  const fraction = Number(`1e-${exponent}`);
  list.row(count, width, 'values', (index, bit) => {
    const stored = readWideBits(bytes, bit, width);
    if (positions.has(index)) {
      return {
        name: `placeholder ${first + index}`,
        value: String(stored),
        meaning: 'A placeholder that readers ignore: the value is stored as an exception.',
      };
    }
    const integer = BigInt.asIntN(8 * valueBytes, reference + stored);
    if (isFloat)
      value.setFloat32(0, Math.fround(Math.fround(Number(integer)) * Math.fround(power)) * Math.fround(fraction), true);
    else value.setFloat64(0, Number(integer) * power * fraction, true);
    const meaning = `(${reference} + ${stored}) × 10^${factor} × 10^-${exponent}.`;
    return { name: `value ${first + index}`, value: text(new Uint8Array(value.buffer)), meaning };
  });
  list.padding(8 * packedAt + count * width, positionsAt, 'values', 'Unused bits after the last integer.');
  list.row(exceptions, 16, 'indices', (index, bit) => {
    const position = readBits(bytes, bit, 16);
    if (position >= count)
      throw new ParquetError('CORRUPT', `ALP exception position must be below ${count}, got ${position}`);
    const meaning = `The exception is value ${position} of the vector.`;
    return { name: `position of exception ${index}`, value: String(position), meaning };
  });
  list.row(exceptions, 8 * valueBytes, 'values', (index, bit) => {
    const position = readBits(bytes, 8 * (positionsAt + 2 * index), 16);
    const exception = text(bytes.subarray(bit / 8, bit / 8 + valueBytes));
    return { name: `value ${first + position}`, value: exception, meaning: 'An exception, stored unchanged.' };
  });
}
