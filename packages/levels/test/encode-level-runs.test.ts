/** Compares the encoder for narrow levels with the general encoder of runs. */
import { encodeRuns } from '@marquetry/rle';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeLevels } from '../src/index.js';

/**
 * Generates sequences of equal levels and of random levels, so that a run can start and end anywhere in a group of
 * eight.
 */
function levelsUpTo(maxLevel: number): fc.Arbitrary<Uint8Array> {
  const level = fc.integer({ min: 0, max: maxLevel });
  const stretch = fc.oneof(
    fc.array(level, { maxLength: 30 }),
    fc.tuple(level, fc.integer({ min: 1, max: 40 })).map(([same, times]) => Array<number>(times).fill(same)),
    fc
      .tuple(fc.array(level, { minLength: 8, maxLength: 9 }), fc.integer({ min: 60, max: 66 }))
      .map(([group, times]) => Array<number[]>(times).fill(group).flat()),
  );
  return fc.array(stretch, { maxLength: 12 }).map((stretches) => Uint8Array.from(stretches.flat()));
}

test.each([1, 2, 3, 4, 7, 8, 15, 16, 200])(
  'encodeLevelRuns writes the same bytes as encodeRuns for levels up to %i',
  (maxLevel) => {
    const width = 32 - Math.clz32(maxLevel);
    const property = fc.property(levelsUpTo(maxLevel), fc.nat({ max: 3 }), (levels, offset) => {
      const moved = new Uint8Array(levels.length + offset).subarray(offset);
      moved.set(levels);
      const runs = encodeRuns(new Int32Array(levels), 0, levels.length, width);
      expect(encodeLevels(moved, maxLevel, { lengthPrefixed: false })).toEqual(runs);
      const prefixed = encodeLevels(moved, maxLevel, { lengthPrefixed: true });
      expect(prefixed.subarray(4)).toEqual(runs);
      expect(new DataView(prefixed.buffer, prefixed.byteOffset).getUint32(0, true)).toBe(runs.length);
    });
    fc.assert(property);
  },
);

test('encodeLevels ends a packed run after 63 groups', () => {
  const levels = Uint8Array.from({ length: 8 * 130 }, (_, i) => i % 3);
  const bytes = encodeLevels(levels, 2, { lengthPrefixed: false });
  expect([bytes[0], bytes[127], bytes[254]]).toEqual([127, 127, (4 << 1) | 1]);
  expect(bytes.length).toBe(3 + 2 * 130);
});
