/**
 * Tests the kernels that read whole delta blocks: when they are called, with which arguments, and that the decoder
 * reads the blocks that they do not read.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { createDeltaBinaryPacked } from '@marquetry/delta';
import { describe, expect, test } from 'vitest';
import { encodeStream, writeStream } from './reference.js';
import { context, int32, int32Values, int64, int64Values, numbers } from './values.js';

/**
 * Returns a delta stream of 1 + 128 * `blocks` values. The values rise by 1 in the first block, by 2 in the second, and
 * so on. All widths are 0.
 */
function risingBlocks(blocks: number): Uint8Array {
  const miniblock = { width: 0, packed: new Array(128).fill(0n) };
  const shape = { blockSize: 128, miniblocks: 1 };
  const all = Array.from({ length: blocks }, (_, k) => ({ minDelta: BigInt(k + 1), miniblocks: [miniblock] }));
  return writeStream(1 + 128 * blocks, 5n, all, shape);
}

function expected(blocks: number): number[] {
  const values = [5];
  for (let i = 0; i < 128 * blocks; i++) values.push(values[i]! + 1 + (i >> 7));
  return values;
}

/** Returns kernels that read up to `most` blocks of width 0 in total, and record their arguments. */
function noting(calls: string[], most: number): Kernels {
  let taken = 0;
  return {
    ...javascriptKernels,
    readDeltaBlocks: (source, cursor, end, miniblocks, miniblockSize, words, state, target, from, count) => {
      calls.push(`${count} values of ${words} words from ${from}, bytes ${cursor.position} to ${end}`);
      expect([miniblocks, miniblockSize]).toEqual([1, 128]);
      let done = 0;
      for (; taken < most && count - done >= 128; taken++) {
        const delta = (source[cursor.position] as number) >> 1;
        for (let k = 0; k < 128; k++, done++) {
          state[2] = (state[2] as number) + delta;
          target[words * (from + done)] = state[2] as number;
          if (words === 2) target[words * (from + done) + 1] = 0;
        }
        cursor.position += 2;
      }
      return done;
    },
  };
}

describe('kernels that read blocks', () => {
  test('after the decoder has read a block, the block kernel is called again for the remaining values', () => {
    for (const [column, words] of [
      [int32, 1],
      [int64, 2],
    ] as const) {
      const calls: string[] = [];
      const bytes = risingBlocks(4);
      const { decoder } = createDeltaBinaryPacked(noting(calls, 1));
      const values = decoder(bytes, context(column, 513)).read(513);
      expect(numbers(values).map(Number)).toEqual(expected(4));
      const header = bytes.length - 8;
      // The kernel reads one block, then none, so the decoder reads the second block. Two blocks remain for the last
      // call.
      expect(calls).toEqual([
        `512 values of ${words} words from 1, bytes ${header} to ${bytes.length}`,
        `384 values of ${words} words from 129, bytes ${header + 2} to ${bytes.length}`,
        `256 values of ${words} words from 257, bytes ${header + 4} to ${bytes.length}`,
      ]);
    }
  });

  test('block kernels are called only for 256 values or more, and only at block boundaries', () => {
    const counts = (...reads: number[]): number => {
      const calls: string[] = [];
      const decoder = createDeltaBinaryPacked(noting(calls, 100)).decoder(risingBlocks(4), context(int32, 513));
      const all = reads.flatMap((count) => numbers(decoder.read(count)));
      expect(all).toEqual(expected(4).slice(0, all.length));
      return calls.length;
    };
    // The first value is in the header.
    expect(counts(256)).toBe(0);
    expect(counts(257)).toBe(1);
    // Of the 400 values, 56 are in the current block, and the kernel is called for the other 344. With 311 values, the
    // other 255 are too few.
    expect(counts(73, 400)).toBe(1);
    expect(counts(73, 311)).toBe(0);
  });

  test('block kernels are never called for more values than the stream has', () => {
    const calls: string[] = [];
    const decoder = createDeltaBinaryPacked(noting(calls, 1)).decoder(risingBlocks(2), context(int32, 257));
    expect(numbers(decoder.read(257))).toEqual(expected(2));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(/^256 values/);
  });
});

describe('kernels that write blocks', () => {
  const shape = { blockSize: 256, miniblocks: 2 };
  const series = Array.from({ length: 20_000 }, (_, i) => BigInt((i * i) % 1009));
  const values = int32Values(Int32Array.from(series, Number));

  /**
   * Returns kernels that record their arguments, and write one byte per block, unless they get more than `most` values.
   */
  function noting(calls: string[], most: number): Kernels {
    return {
      ...javascriptKernels,
      writeDeltaBlocks: (source, from, count, words, miniblocks, miniblockSize, target, position) => {
        calls.push(`${count} values of ${words} words from ${from}, position ${position}`);
        expect([miniblocks, miniblockSize]).toEqual([2, 128]);
        expect(source.length).toBe(20_000 * words);
        expect(target.length - position).toBeGreaterThanOrEqual((count / 256) * (12 + 1024 * words));
        if (count > most) return position;
        target.fill(0xee, position, position + count / 256);
        return position + count / 256;
      },
    };
  }

  test('block kernels receive whole blocks, at most 8192 values per call, and never the first value of a write', () => {
    for (const [column, words] of [
      [int32, 1],
      [int64, 2],
    ] as const) {
      const calls: string[] = [];
      const encoder = createDeltaBinaryPacked(noting(calls, 8192)).encoder(column, shape);
      const data = words === 1 ? values : int64Values(BigInt64Array.from(series));
      encoder.write(data, 0, 9000);
      const size = encoder.byteLength;
      // 8999 deltas are 35 blocks and 39 deltas.
      expect(calls.splice(0)).toEqual([
        `8192 values of ${words} words from 1, position 0`,
        `768 values of ${words} words from 8193, position 32`,
      ]);
      // The encoder does not call the kernel for a block whose deltas are added by several writes.
      encoder.write(data, 9000, 9216);
      expect(calls).toEqual([]);
      encoder.write(data, 9216, 9218);
      expect(calls).toEqual([]);
      encoder.write(data, 9218, 9730);
      expect(calls.splice(0)).toHaveLength(1);
      expect(encoder.finish().length).toBeGreaterThan(35 + 256);
      expect(size).toBe(25 + 35 + 10 + 2 + 128 * 4 * words);
    }
  });

  test('the encoder writes the blocks that a kernel does not write, and the deltas after the blocks that a kernel writes', () => {
    const calls: string[] = [];
    const plain = createDeltaBinaryPacked(noting(calls, 0)).encoder(int32, shape);
    plain.write(values, 0, 1000);
    expect(calls).toHaveLength(3);
    expect(plain.finish()).toEqual(encodeStream(series.slice(0, 1000), 32, shape));
    for (const [column, bits] of [
      [int32, 32],
      [int64, 64],
    ] as const) {
      const encoder = createDeltaBinaryPacked(noting([], 8192)).encoder(column, shape);
      encoder.write(bits === 32 ? values : int64Values(BigInt64Array.from(series)), 0, 1000);
      const expected = encodeStream(series.slice(0, 1000), bits, shape);
      const tail = encodeStream(series.slice(768, 1000), bits, shape);
      // The kernel writes three blocks as one byte each. The encoder writes the last block, as in `expected`.
      const bytes = encoder.finish();
      const headerSize = 6;
      expect([...bytes.subarray(headerSize, headerSize + 3)]).toEqual([0xee, 0xee, 0xee]);
      expect(bytes.subarray(headerSize + 3)).toEqual(
        expected.subarray(expected.length - (bytes.length - headerSize - 3)),
      );
      expect(bytes.length - headerSize - 3).toBeLessThan(tail.length);
    }
  });

  test('the encoder does not use a kernel for the first block of a write, even if the write starts at a block boundary', () => {
    const calls: string[] = [];
    const encoder = createDeltaBinaryPacked(noting(calls, 0)).encoder(int32, shape);
    encoder.write(values, 0, 257);
    calls.length = 0;
    encoder.write(values, 257, 257 + 256 + 255);
    expect(calls).toEqual([]);
    encoder.write(values, 768, 769);
    encoder.write(values, 769, 769 + 512);
    expect(calls).toEqual([expect.stringMatching(/^256 values of 1 words from 1025/)]);
    expect(encoder.finish()).toEqual(encodeStream(series.slice(0, 1281), 32, shape));
  });
});
