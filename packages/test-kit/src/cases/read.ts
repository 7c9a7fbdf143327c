/** Conformance cases that read valid pages with every method of a decoder. */
import { bytesOf, copyValues, createColumnBuffer, type Encoding, type ValueDecoder } from '@marquetry/core';
import { checkValues, sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import { createRandom } from '../random.js';
import type { SamplePage } from '../sample-pages.js';
import { bytesMoved } from '../sample-values.js';
import { limits, openPage } from './open.js';

const chunkSizes: readonly number[] = [1, 3, 7, 8, 13, 31, 32, 33, 64, 100, 256];

export function readCases(
  encoding: Encoding,
  page: SamplePage,
  seed: number,
  endsByItself: boolean,
): ConformanceCase[] {
  const { bytes, values, column } = page;
  const open = (from: Uint8Array = bytes): ValueDecoder => openPage(encoding, page, from, limits);

  function readAll(from: Uint8Array): void {
    const decoder = open(from);
    const actual = decoder.read(values.length);
    checkValues(actual, column, values.length);
    sameValues(actual, values);
    if (decoder.remaining !== 0) throw new Error(`\`remaining\` is ${decoder.remaining} after the last value`);
  }

  const cases: ConformanceCase[] = [
    { name: 'one read returns all values', run: () => readAll(bytes) },
    {
      name: 'bytes may start at any address, and surrounding bytes are not read',
      run: () => {
        for (let shift = 1; shift <= 8; shift++) readAll(bytesMoved(bytes, shift, shift & 1 ? 0xff : 0));
      },
    },
    {
      name: 'reading in chunks of any size returns the same values as one read',
      run: () => {
        const random = createRandom(seed);
        for (const size of [...chunkSizes, 0]) {
          const decoder = open();
          for (let at = 0; at < values.length; ) {
            const count = Math.min(size === 0 ? random(40) : size, values.length - at);
            const actual = decoder.read(count);
            checkValues(actual, column, count);
            sameValues(actual, values, at);
            at += count;
            if (decoder.remaining !== values.length - at) throw new Error(`${decoder.remaining} values remain`);
          }
        }
      },
    },
    {
      name: 'the result of a read does not change afterwards',
      run: () => {
        const decoder = open();
        const half = values.length >> 1;
        const first = decoder.read(half);
        const copy = copyValues(first);
        decoder.read(values.length - half);
        sameValues(first, copy);
      },
    },
    {
      name: 'reading after skips returns the values after the skipped ones',
      run: () => {
        const random = createRandom(seed + 1);
        for (let attempt = 0; attempt < 40; attempt++) {
          const decoder = open();
          let at = 0;
          while (at < values.length) {
            const skipped = Math.min(random([4, 40, 400][attempt % 3] ?? 4), values.length - at);
            decoder.skip(skipped);
            at += skipped;
            const count = Math.min(random(20), values.length - at);
            sameValues(decoder.read(count), values, at);
            at += count;
          }
          if (decoder.remaining !== 0) throw new Error(`\`remaining\` is ${decoder.remaining} after the last value`);
        }
      },
    },
    {
      name: 'readInto appends copies of the values that read returns',
      run: () => {
        const taken = bytes.slice();
        const decoder = open(taken);
        const target = createColumnBuffer(column, { limits });
        const head = values.length >> 2;
        const skipped = values.length >> 3;
        decoder.readInto(target, head);
        const copy = copyValues(target.values);
        decoder.skip(skipped);
        decoder.readInto(target, values.length - head - skipped);
        taken.fill(0x55);
        checkValues(target.values, column, values.length - skipped);
        sameValues(copy, values);
        const both = target.values;
        sameValues({ ...both, length: head }, values);
        checkTail(target.data, both.layout === 'bits' ? both.length : undefined);
        const rest = open();
        const again = createColumnBuffer(column, { limits });
        rest.skip(head + skipped);
        again.reserve(1);
        rest.readInto(again, values.length - head - skipped);
        sameValues(again.values, values, head + skipped);
      },
    },
    {
      name: 'readInto can fill a reused buffer',
      run: () => {
        const target = createColumnBuffer(column, { limits });
        // First fill the buffer with the same number of different values.
        const half = values.length >> 1;
        const back = open();
        back.skip(half);
        back.readInto(target, values.length - half);
        open().readInto(target, half);
        target.clear();
        open().readInto(target, values.length);
        checkValues(target.values, column, values.length);
        sameValues(target.values, values);
      },
    },
  ];
  if (endsByItself) {
    cases.push({
      name: 'junk after the values is not read',
      run: () => {
        for (const junk of [0, 0x7f, 0xff]) {
          const longer = new Uint8Array(bytes.length + 40).fill(junk);
          longer.set(bytesOf(bytes));
          readAll(longer);
        }
      },
    });
  }
  return cases;
}

function checkTail(data: Uint8Array, length: number | undefined): void {
  if (length === undefined) return;
  for (let bit = length; bit < data.length * 8; bit++) {
    if ((((data[bit >> 3] ?? 0) >> (bit & 7)) & 1) !== 0)
      throw new Error(`bit ${bit}, after the ${length} values, must be 0`);
  }
}
