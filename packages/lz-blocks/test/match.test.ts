import { copyMatch } from '@marquetry/lz-blocks';
import { describe, expect, it } from 'vitest';

/** Copies a match byte by byte, as the formats define it. */
function reference(into: Uint8Array, at: number, offset: number, length: number): Uint8Array {
  for (let i = 0; i < length; i++) into[at + i] = into[at + i - offset] as number;
  return into.subarray(0, at + length);
}

describe('copyMatch', () => {
  it('copyMatch repeats earlier output at every offset and length, including at the end of the array', () => {
    const before = 20;
    const after = 8;
    for (let offset = 1; offset <= before; offset++) {
      for (let length = 0; length <= 30; length++) {
        for (let room = 0; room <= after; room++) {
          // The bytes before the match must stay unchanged.
          const all = Uint8Array.from({ length: before + length + after + 8 }, (_, i) => i + 1);
          const into = all.subarray(4, 4 + before + length + room);
          const expected = reference(into.slice(), before, offset, length);
          const view = new DataView(into.buffer, into.byteOffset, into.length);
          expect(copyMatch(into, view, before, offset, length)).toBe(before + length);
          expect(into.subarray(0, before + length)).toEqual(expected);
          // Up to 3 bytes after the end may be overwritten.
          let changed = all.length - 1;
          while (changed >= 0 && all[changed] === ((changed + 1) & 255)) changed--;
          expect(changed).toBeLessThan(4 + before + length + Math.min(3, room));
        }
      }
    }
  });
});
