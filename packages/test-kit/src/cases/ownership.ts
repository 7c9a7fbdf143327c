/**
 * Conformance cases for memory ownership: inputs are not changed, memory that the caller may change is not referenced
 * later, and decoders do not share state.
 */
import {
  bytesOf,
  copyValues,
  createColumnBuffer,
  type EncoderOptions,
  type Encoding,
  type Values,
} from '@marquetry/core';
import { sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import type { SamplePage } from '../sample-pages.js';
import { limits, openPage } from './open.js';

export function ownershipCases(encoding: Encoding, page: SamplePage, options?: EncoderOptions): ConformanceCase[] {
  const { bytes, values, column, dictionary } = page;
  const { length } = values;
  const cases: ConformanceCase[] = [
    {
      name: 'decoding does not change the bytes or the dictionary',
      run: () => {
        const before = bytes.slice();
        const entries = dictionary === undefined ? undefined : copyValues(dictionary);
        openPage(encoding, page, bytes, limits).read(length);
        openPage(encoding, page, bytes, limits).readInto(createColumnBuffer(column, { limits }), length);
        openPage(encoding, page, bytes, limits).skip(length);
        const changed = bytes.findIndex((byte, i) => byte !== before[i]);
        if (changed >= 0) throw new Error(`byte ${changed} of the page was changed`);
        if (dictionary !== undefined && entries !== undefined) sameValues(dictionary, entries);
      },
    },
    {
      name: 'decoders of the same page are independent',
      run: () => {
        const decoders = [0, 1].map(() => openPage(encoding, page, bytes, limits));
        for (let at = 0; at < length; at += 10) {
          for (const decoder of decoders) sameValues(decoder.read(Math.min(10, length - at)), values, at);
        }
      },
    },
  ];
  if (encoding.encoder === undefined) return cases;
  const create = encoding.encoder.bind(encoding);
  cases.push(
    {
      name: 'an encoder does not change written values, nor refer to them after the write',
      run: () => {
        const given = copyValues(values);
        const encoder = create(column, options);
        encoder.write(given, 0, length);
        sameValues(given, values);
        for (const memory of memoryOf(given)) memory.fill(0);
        sameValues(openPage(encoding, page, encoder.finish(), limits).read(length), values);
      },
    },
    {
      name: 'encoders are independent',
      run: () => {
        const encoders = [0, 1].map(() => create(column, options));
        for (let at = 0; at < length; at += 10) {
          for (const encoder of encoders) encoder.write(values, at, Math.min(at + 10, length));
        }
        const pages = encoders.map((encoder) => encoder.finish());
        for (const written of pages) sameValues(openPage(encoding, page, written, limits).read(length), values);
      },
    },
  );
  return cases;
}

/**
 * Returns the arrays in which the values are stored, except the dictionary, which the caller must not change while a
 * chunk is read.
 */
function memoryOf(values: Values): Uint8Array[] {
  switch (values.layout) {
    case 'bytes':
      return [bytesOf(values.offsets), values.data];
    case 'dictionary':
      return [bytesOf(values.indices)];
    default:
      return [bytesOf(values.data)];
  }
}
