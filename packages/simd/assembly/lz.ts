/**
 * Decompresses Snappy and LZ4 blocks (google/snappy, format_description.txt; lz4, doc/lz4_Block_format.md).
 *
 * A call reads from `source` to `end` and writes from `target` to `limit`. It stops at either bound, and before a
 * truncated or invalid element. Matches must not refer to bytes before `base`. `STATE` receives the positions at which
 * the call stopped, and the rest of an element for the next call:
 *
 *   source, target, literal bytes left, and for LZ4: 16 | match code once a token is read, match bytes left, their offset
 *
 * Reads up to 31 bytes after `end`, and writes up to 95 bytes after `limit`. Some of these may be output, because a
 * Snappy copy is never split.
 */
import { copy } from './gather';
import { STATE } from './layout';

/**
 * Writes `length` bytes, each equal to the byte `offset` bytes before it. Also overwrites up to 31 bytes after them.
 */
function repeat(target: usize, offset: usize, length: usize): void {
  const end = target + length;
  const from = target - offset;
  // A step of 16 bytes would read bytes that it also writes. Only the first `offset` bytes of such a step are correct,
  // so each step advances by `offset`, which then doubles.
  for (; offset < 16; offset += offset) {
    v128.store(target, v128.load(from));
    target += offset;
  }
  for (; target < end; target += 16) v128.store(target, v128.load(target - offset));
}

/** Decompresses Snappy elements. The caller must have read the uncompressed size, which precedes the elements. */
export function snappy(source: usize, end: usize, target: usize, limit: usize, base: usize): void {
  let literal = load<u32>(STATE, 8);
  while (target < limit) {
    if (literal === 0) {
      // Most elements are short and not near a bound, so one copy of 32 bytes is enough for them.
      if (target - base >= 16) {
        const last = end - 33;
        while (<isize>source <= <isize>last && target < limit) {
          const word = load<u32>(source);
          const kind = word & 3;
          let length = ((word >> 2) & 63) + 1;
          if (kind === 0) {
            if (length > 32) break;
            v128.store(target, v128.load(source, 1));
            v128.store(target, v128.load(source, 17), 16);
            target += length;
            source += length + 1;
            continue;
          }
          const ifShort = 0 - <u32>(kind === 1);
          length = ((word >> 2) & (63 ^ (56 & ifShort))) + 1 + (3 & ifShort);
          const offset = ((word << 3) & 0x700 & ifShort) | ((word >> 8) & (0xffff ^ (0xff00 & ifShort)));
          if (kind === 3 || length > 32 || offset - 16 > <u32>(target - base) - 16) break;
          v128.store(target, v128.load(target - offset));
          v128.store(target, v128.load(target - offset, 16), 16);
          target += length;
          source += kind + 1;
        }
        if (target >= limit) break;
      }
      if (source >= end) break;
      const tag = <u32>load<u8>(source);
      const word = load<u32>(source, 1);
      const kind = tag & 3;
      let length = (tag >> 2) + 1;
      if (kind !== 0) {
        let offset = word & 0xffff;
        let next = source + 3;
        if (kind === 1) {
          length = ((tag >> 2) & 7) + 4;
          offset = ((tag >> 5) << 8) | (word & 0xff);
          next = source + 2;
        } else if (kind === 3) {
          offset = word;
          next = source + 5;
        }
        // An offset of 0 wraps around to the largest number, so it is rejected, too.
        if (next > end || offset - 1 >= <u32>(target - base)) break;
        repeat(target, offset, length);
        target += length;
        source = next;
        continue;
      }
      let next = source + 1;
      if (length > 60) {
        next += length - 60;
        length = (word & (<u32>-1 >> ((64 - length) << 3))) + 1;
      }
      // A length of 2^32 appears as 0 here.
      if (next > end || length === 0) break;
      literal = length;
      source = next;
    }
    const n = min(literal, <u32>min(end - source, limit - target));
    if (n === 0) break;
    copy(source, target, n);
    source += n;
    target += n;
    literal -= n;
  }
  store<usize>(STATE, source);
  store<usize>(STATE, target, 4);
  store<u32>(STATE, literal, 8);
}

/** Decompresses LZ4 sequences until one is truncated or invalid, or the output is full. */
export function lz4(source: usize, end: usize, target: usize, limit: usize, base: usize): void {
  let literal = load<u32>(STATE, 8);
  let code = load<u32>(STATE, 12);
  let match = load<u32>(STATE, 16);
  let offset = load<u32>(STATE, 20);
  while (target < limit) {
    if (match === 0) {
      let next = source;
      let byte: u32 = 0;
      if (code === 0) {
        if (next >= end) break;
        const token = <u32>load<u8>(next++);
        let length = token >> 4;
        if (length === 15) {
          do {
            if (next >= end) byte = 256;
            else length += byte = load<u8>(next++);
          } while (byte === 255);
          if (byte > 255) break;
        }
        code = 16 | (token & 15);
        literal = length;
        source = next;
      }
      if (literal !== 0) {
        const n = min(literal, <u32>min(end - source, limit - target));
        if (n === 0) break;
        copy(source, target, n);
        source += n;
        target += n;
        literal -= n;
        if (literal !== 0) break;
      }
      next = source + 2;
      if (next > end) break;
      offset = load<u16>(source);
      let length = (code & 15) + 4;
      if (length === 19) {
        do {
          if (next >= end) byte = 256;
          else length += byte = load<u8>(next++);
        } while (byte === 255);
        if (byte > 255) break;
      }
      if (offset - 1 >= <u32>(target - base)) break;
      match = length;
      code = 0;
      source = next;
    }
    const n = min(match, <u32>(limit - target));
    repeat(target, offset, n);
    target += n;
    match -= n;
  }
  store<usize>(STATE, source);
  store<usize>(STATE, target, 4);
  store<u32>(STATE, literal, 8);
  store<u32>(STATE, code, 12);
  store<u32>(STATE, match, 16);
  store<u32>(STATE, offset, 20);
}
