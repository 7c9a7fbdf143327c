/** Conformance cases that read parts of a page. */
import { createColumnBuffer, type Encoding, sliceValues, type ValueDecoder } from '@marquetry/core';
import { checkValues, sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import { createRandom } from '../random.js';
import type { SamplePage } from '../sample-pages.js';
import { limits, openPage } from './open.js';

/** The positions at which ranges start and end: at, or next to, multiples of common block sizes. */
const ends: readonly number[] = [0, 1, 8, 33, 64, 128, 255];

export function rangeCases(encoding: Encoding, page: SamplePage, seed: number): ConformanceCase[] {
  const { bytes, values, column } = page;
  const open = (): ValueDecoder => openPage(encoding, page, bytes, limits);
  const { length } = values;
  const points = [...new Set([...ends.map((end) => Math.min(end, length)), Math.max(length - 1, 0), length])];

  return [
    {
      name: 'any range of values can be read or appended',
      run: () => {
        for (const from of points) {
          for (const to of points.filter((point) => point >= from)) {
            const reading = open();
            reading.skip(from);
            const read = reading.read(to - from);
            checkValues(read, column, to - from);
            sameValues(read, values, from);
            const appending = open();
            const target = createColumnBuffer(column, { limits });
            appending.skip(from);
            appending.readInto(target, to - from);
            checkValues(target.values, column, to - from);
            sameValues(target.values, values, from);
            for (const decoder of [reading, appending]) {
              if (decoder.remaining !== length - to)
                throw new Error(`${decoder.remaining} values remain after value ${to}, instead of ${length - to}`);
              decoder.skip(decoder.remaining);
            }
          }
        }
      },
    },
    {
      name: 'readKept appends exactly the selected values',
      run: () => {
        const random = createRandom(seed + 4);
        if (open().readKept === undefined) return;
        for (const share of [0, 1, 3, 40]) {
          const decoder = open();
          const target = createColumnBuffer(column, { limits });
          for (let at = 0; at < length; ) {
            const count = Math.min(random([3, 20, length][at % 3] ?? 3) + 1, length - at);
            const first = random(12);
            const bits = new Uint8Array(Math.ceil((first + count) / 8));
            const kept: number[] = [];
            for (let i = 0; i < count; i++) {
              if (share === 0 || random(share) > 0) continue;
              bits[(first + i) >> 3] = (bits[(first + i) >> 3] ?? 0) | (1 << ((first + i) & 7));
              kept.push(at + i);
            }
            target.clear();
            decoder.readKept?.(target, bits, first, count);
            checkValues(target.values, column, kept.length);
            for (const [i, place] of kept.entries()) sameValues(sliceValues(target.values, i, i + 1), values, place);
            at += count;
            if (decoder.remaining !== length - at)
              throw new Error(`${decoder.remaining} values remain after value ${at}`);
            if (random(4) > 0 || at === length) continue;
            sameValues(decoder.read(1), values, at++);
          }
        }
      },
    },
    {
      name: 'read, readInto and skip can be called in any order',
      run: () => {
        const random = createRandom(seed + 3);
        for (let attempt = 0; attempt < 12; attempt++) {
          const decoder = open();
          const target = createColumnBuffer(column, { limits });
          for (let at = 0; at < length; ) {
            const count = Math.min(random([3, 20, 140][attempt % 3] ?? 3) + 1, length - at);
            switch (random(3)) {
              case 0:
                sameValues(decoder.read(count), values, at);
                break;
              case 1: {
                target.clear();
                decoder.readInto(target, count);
                checkValues(target.values, column, count);
                sameValues(target.values, values, at);
                break;
              }
              default:
                decoder.skip(count);
            }
            at += count;
            if (decoder.remaining !== length - at)
              throw new Error(`${decoder.remaining} values remain after value ${at}`);
          }
        }
      },
    },
  ];
}
