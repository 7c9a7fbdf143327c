import { describe, expect, it } from 'vitest';
import { joinStreams, splitStreams } from '../src/index.js';
import { noise, widths } from './reference.js';

describe('joinStreams', () => {
  it("joinStreams joins the specification's example of three FLOATs", () => {
    const streams = Uint8Array.of(0xaa, 0x00, 0xa3, 0xbb, 0x11, 0xb4, 0xcc, 0x22, 0xc5, 0xdd, 0x33, 0xd6);
    const target = new Uint8Array(12);
    joinStreams(streams, 0, 3, 4, target, 0, 3);
    expect([...target]).toEqual([0xaa, 0xbb, 0xcc, 0xdd, 0x00, 0x11, 0x22, 0x33, 0xa3, 0xb4, 0xc5, 0xd6]);
  });

  it.each(widths(20))(
    'joinStreams and splitStreams convert values of width %i, at any count, alignment and stride',
    (width) => {
      for (const count of [0, 1, 3, 4, 5, 8, 11, 33]) {
        for (const at of [0, 1, 2]) {
          const stride = count + 3;
          const source = noise(at + stride * width, width + 1);
          const values = new Uint8Array(at + count * width + 2).fill(0xee);
          joinStreams(source, at, stride, width, values, at, count);
          const expected = new Uint8Array(values.length).fill(0xee);
          for (let i = 0; i < count; i++) {
            for (let k = 0; k < width; k++) expected[at + i * width + k] = source[at + k * stride + i]!;
          }
          expect(values).toEqual(expected);

          const split = new Uint8Array(source.length).fill(0xee);
          splitStreams(values, at, width, split, at, stride, count);
          for (let k = 0; k < width; k++) {
            const start = at + k * stride;
            expect(split.subarray(start, start + count)).toEqual(source.subarray(start, start + count));
            expect([...split.subarray(start + count, start + stride)]).toEqual([0xee, 0xee, 0xee]);
          }
        }
      }
    },
  );
});

describe('splitStreams', () => {
  it.each(widths(20))(
    'splitStreams splits hundreds of values of width %i within larger arrays, aligned or not',
    (width) => {
      for (const [count, stride] of [
        [257, 260],
        [523, 524],
        [523, 529],
      ] as const) {
        for (const [at, position] of [
          [4, 8],
          [8, 4],
          [0, 3],
          [5, 4],
        ] as const) {
          const source = noise(12 + at + width * count, width + count).subarray(12);
          const memory = new Uint8Array(position + width * stride + 32).fill(0xee);
          splitStreams(source, at, width, memory.subarray(12), position, stride, count);
          const expected = new Uint8Array(memory.length).fill(0xee);
          for (let k = 0; k < width; k++) {
            for (let i = 0; i < count; i++) {
              expected[12 + position + k * stride + i] = source[at + i * width + k]!;
            }
          }
          expect(memory).toEqual(expected);
        }
      }
    },
  );
});
