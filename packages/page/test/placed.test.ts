/**
 * Tests the optional members of a page's decoder: they exist if the encoding's decoder has them, and their errors state
 * the ordinal of the page.
 */
import {
  createColumnBuffer,
  createRegistry,
  type Encoding,
  EncodingId,
  PhysicalType,
  type ValueDecoder,
} from '@marquetry/core';
import { openPage, readPageFrame } from '@marquetry/page';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';

const column = columnOf(PhysicalType.INT32);
const { PLAIN } = EncodingId;
const bytes = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, [10, 20, 30, 40]) });
const plain = standardEncodings.resolve(PLAIN, column);

/** Returns the decoder of a page whose PLAIN encoding uses the given decoder. */
function decoderOf(change: (decoder: ValueDecoder) => ValueDecoder): ValueDecoder {
  const decoder: Encoding['decoder'] = (...args) => change(plain.decoder(...args));
  const { header, body } = readPageFrame(bytes, 0);
  return openPage({
    header,
    body,
    column,
    encodings: createRegistry([{ ...plain, decoder }]),
    at: { page: 3 },
  }).values();
}

/** The members that every decoder must have. */
const required = (decoder: ValueDecoder): ValueDecoder => ({
  remaining: decoder.remaining,
  read: (count) => decoder.read(count),
  readInto: (target, count) => decoder.readInto(target, count),
  skip: (count) => decoder.skip(count),
});

test('`readKept` and `readIndices` are undefined if the decoder of the encoding does not have them', () => {
  const decoder = decoderOf(required);
  expect(decoder.readKept).toBeUndefined();
  expect(decoder.readIndices).toBeUndefined();
});

test('`readKept` passes the bitmap of kept values on to the decoder of the encoding', () => {
  const target = createColumnBuffer(column);
  const decoder = decoderOf((inner) => ({
    ...required(inner),
    readKept: (into, bits, from, count) => {
      for (let i = from; i < from + count; i++) {
        if (((bits[i >> 3] as number) >> (i & 7)) & 1) inner.readInto(into, 1);
        else inner.skip(1);
      }
    },
  }));
  decoder.readKept?.(target, Uint8Array.of(0b1010), 0, 4);
  expect(plainOf(target.values)).toEqual([20, 40]);
});

test('an error that `readKept` throws states the ordinal of the page', () => {
  const decoder = decoderOf((inner) => ({ ...required(inner), readKept: () => inner.skip(5) }));
  const target = createColumnBuffer(column);
  expect(thrownBy(() => decoder.readKept?.(target, Uint8Array.of(1), 0, 4)).at).toMatchObject({ page: 3 });
});
