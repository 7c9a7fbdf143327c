/**
 * Decodes all kinds of runs that other writers may write: repeated runs of any length and packed runs of any number of
 * groups, in any order. The tests compare the result with the levels that they encoded.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { createLimits, EncodingId, isParquetError } from '@marquetry/core';
import { decodeLevels, levelWidth } from '@marquetry/levels';
import { describe, expect, test } from 'vitest';

interface Run {
  readonly bytes: readonly number[];
  readonly levels: readonly number[];
}

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

function repeat(length: number, level: number): Run {
  return { bytes: [...varint(length << 1), level], levels: new Array(length).fill(level) };
}

/** Packs groups of eight levels, least significant bit first. */
function packed(levels: readonly number[], width: number): Run {
  const bits = levels.flatMap((level) => Array.from({ length: width }, (_, k) => (level >> k) & 1));
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit, k) => byte | (bit << k), 0),
  );
  return { bytes: [...varint((levels.length / 8) * 2 + 1), ...bytes], levels };
}

/**
 * Decodes the levels of `runs` three times: without other bytes, with the bytes `behind` after the end of the levels,
 * and with `behind` as the last bytes of the levels.
 */
function decode(runs: readonly Run[], maxLevel: number, slotCount: number, behind: readonly number[] = []) {
  const body = runs.flatMap(({ bytes }) => bytes);
  const read = (bytes: readonly number[], end: number) =>
    decodeLevels({
      ...{ encoding: EncodingId.RLE, bytes: Uint8Array.from(bytes), position: 1, end, lengthPrefixed: false },
      ...{ maxLevel, slotCount, kernels: javascriptKernels, limits: createLimits() },
    }).levels;
  const outcome = (bytes: readonly number[], end: number): readonly number[] | string => {
    try {
      return [...read(bytes, end)];
    } catch (error) {
      if (isParquetError(error)) return error.code;
      throw error;
    }
  };
  const all = [0xaa, ...body];
  return {
    alone: outcome(all, all.length),
    beforeJunk: outcome([...all, ...behind], all.length),
    beforeSurplus: outcome([...all, ...behind], all.length + behind.length),
  };
}

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}

const maxima = [1, 2, 3, 5, 7, 12, 31, 100, 127, 128, 200, 255];
const junk = new Array(24).fill(0xff);
/** Runs that repeat a level zero times. Appended to the runs of a page, they add no level. */
const nothing = new Array(24).fill(0);

describe.each(maxima)('decoding runs of levels up to %i', (maxLevel) => {
  const width = levelWidth(maxLevel);
  const next = random(maxLevel);
  const anyLevels = (count: number): number[] => Array.from({ length: count }, () => next(maxLevel + 1));
  const anyRun = (): Run => {
    switch (next(5)) {
      case 0:
        return repeat(next(20), next(maxLevel + 1));
      case 1:
        return repeat(next(200), next(maxLevel + 1));
      case 2:
        return packed(anyLevels(8 * next(70)), width);
      default:
        return packed(anyLevels(8 * next(4)), width);
    }
  };

  test('decoding any mix of runs returns exactly as many levels as requested, whatever bytes follow', () => {
    for (let round = 0; round < 4; round++) {
      const runs = Array.from({ length: 1 + next(14) }, anyRun);
      const levels = runs.flatMap((run) => run.levels);
      for (const slotCount of [levels.length, levels.length - next(20), next(levels.length + 1)]) {
        const wanted = Math.max(slotCount, 0);
        const expected = levels.slice(0, wanted);
        const { alone, beforeJunk, beforeSurplus } = decode(runs, maxLevel, wanted, junk);
        expect(alone).toEqual(expected);
        expect(beforeJunk).toEqual(expected);
        expect(beforeSurplus).toEqual(expected);
        expect(decode(runs, maxLevel, wanted, nothing).beforeSurplus).toEqual(expected);
      }
    }
  });

  test('a level above the maximum is rejected as CORRUPT at any position in a run', () => {
    if (maxLevel === 2 ** width - 1) return;
    const tooHigh = 2 ** width - 1;
    for (const bad of new Set([maxLevel + 1, tooHigh])) {
      for (let place = 0; place < 16; place++) {
        const levels = anyLevels(16);
        levels[place] = bad;
        const runs = [repeat(9, 1), packed(levels, width), repeat(40, 0), repeat(40, 1)];
        expect(decode(runs, maxLevel, 105, nothing).beforeSurplus).toBe('CORRUPT');
        expect(decode([packed(levels, width)], maxLevel, 16).alone).toBe('CORRUPT');
        // A level above the maximum causes no error if it is not read.
        expect(decode([packed(levels, width)], maxLevel, place).alone).toEqual(levels.slice(0, place));
      }
      expect(decode([repeat(9, 1), repeat(3, bad), repeat(40, 0)], maxLevel, 52, nothing).beforeSurplus).toBe(
        'CORRUPT',
      );
    }
  });

  test('levels are rejected as TRUNCATED if the bytes end within a packed run', () => {
    for (const groups of [1, 3, 10, 63, 64]) {
      const whole = packed(anyLevels(8 * groups), width);
      const cut: Run = { bytes: whole.bytes.slice(0, -1), levels: [] };
      const lead = repeat(20, 0);
      const { alone, beforeJunk } = decode([lead, cut], maxLevel, 20 + 8 * groups, junk);
      expect([alone, beforeJunk]).toEqual(['TRUNCATED', 'TRUNCATED']);
    }
  });
});
