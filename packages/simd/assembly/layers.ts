/**
 * Layers of nested columns: converts levels, one byte per slot, to offsets, to validity bits, and to the levels of the
 * next layer. The slots to keep are copied to consecutive positions, eight slots at a time, with a table: its entry `m`
 * lists the positions of the bits of `m` that are 1.
 */
import { PLACES, STATE } from './layout';

/** Fills the table of indices. Unused indices are 255, which a swizzle turns into 0. */
export function startLayers(): void {
  for (let mask: usize = 0; mask < 256; mask++) {
    const at = PLACES + (mask << 3);
    store<i64>(at, -1);
    let to = at;
    for (let place: usize = 0; place < 8; place++) {
      if ((mask >> place) & 1) store<u8>(to++, <u8>place);
    }
  }
}

/**
 * Finds lists: writes the index of the first entry of each to `target`. Returns how many lists begin. It reads and
 * updates this state, at offsets from `STATE`:
 *
 *    8   number of entries so far
 *   12   1 if the last slot belongs to an entry, otherwise 0
 *   16   number of slots that belong to entries
 *   20   nonzero if a slot continues a list that has no entry
 *   24   nonzero if a definition level is below that of an empty list
 */
export function lists(
  definition: usize,
  repetition: usize,
  count: i32,
  entryLevel: i32,
  repetitionLevel: i32,
  target: usize,
): u32 {
  const entryLevels = i8x16.splat(<i8>entryLevel);
  const emptyLevels = i8x16.splat(<i8>(entryLevel - 1));
  const repetitionLevels = i8x16.splat(<i8>repetitionLevel);
  let entries = load<i32>(STATE, 8);
  let before = load<i32>(STATE, 12);
  let slots = load<i32>(STATE, 16);
  let broken = load<i32>(STATE, 20);
  let below = load<i32>(STATE, 24);
  const first = target;
  for (let left = count; left > 0; left -= 16) {
    const d = v128.load(definition);
    const r = v128.load(repetition);
    const there = left < 16 ? (1 << left) - 1 : 0xffff;
    const isEntry = i8x16.bitmask(i8x16.ge_u(d, entryLevels)) & there;
    const continues = i8x16.bitmask(i8x16.ge_u(r, repetitionLevels)) & there;
    const isNew = isEntry & ~i8x16.bitmask(i8x16.gt_u(r, repetitionLevels));
    broken |= continues & ~(isEntry & ((isEntry << 1) | before));
    before = isEntry >> 15;
    below |= i8x16.bitmask(i8x16.lt_u(d, emptyLevels)) & there;
    slots += popcnt(isEntry);
    for (let begins = ~continues & there; begins !== 0; begins &= begins - 1) {
      store<i32>(target, entries + popcnt(isNew & ((begins & -begins) - 1)));
      target += 4;
    }
    entries += popcnt(isNew);
    definition += 16;
    repetition += 16;
  }
  store<i32>(STATE, entries, 8);
  store<i32>(STATE, before, 12);
  store<i32>(STATE, slots, 16);
  store<i32>(STATE, broken, 20);
  store<i32>(STATE, below, 24);
  return <u32>(target - first) >> 2;
}

/**
 * Copies both levels of the slots whose definition level is at least `level`. Returns the number of these slots. Writes
 * up to 7 bytes beyond the copies.
 */
export function keep(
  definition: usize,
  repetition: usize,
  count: i32,
  level: i32,
  keptDefinition: usize,
  keptRepetition: usize,
): u32 {
  const levels = i8x16.splat(<i8>level);
  let kept: usize = 0;
  for (let left = count; left > 0; left -= 8) {
    const d = v128.load64_zero(definition);
    const there = left < 8 ? (1 << left) - 1 : 0xff;
    const mask = i8x16.bitmask(i8x16.ge_u(d, levels)) & there;
    const places = v128.load64_zero(PLACES + ((<usize>mask) << 3));
    v128.store64_lane(keptDefinition + kept, i8x16.swizzle(d, places), 0);
    v128.store64_lane(keptRepetition + kept, i8x16.swizzle(v128.load64_zero(repetition), places), 0);
    kept += <usize>popcnt(mask);
    definition += 8;
    repetition += 8;
  }
  return <u32>kept;
}

/**
 * Writes the validity of entries, which begin where the repetition level is at most `repetitionLevel`, to `target`: one
 * bit each, 1 if the definition level is at least `level`. Returns the number of entries. Bits that do not fill a byte
 * are kept for the next call at `STATE + 8`, and their number at `STATE + 16`. `STATE + 20` counts the ones. Writes up
 * to 7 bytes beyond the bits.
 */
export function nulls(
  definition: usize,
  repetition: usize,
  count: i32,
  level: i32,
  repetitionLevel: i32,
  target: usize,
): u32 {
  const levels = i8x16.splat(<i8>level);
  const repetitionLevels = i8x16.splat(<i8>repetitionLevel);
  let bits = load<u64>(STATE, 8);
  let waiting = load<i32>(STATE, 16);
  let ones = load<i32>(STATE, 20);
  let entries = 0;
  for (let left = count; left > 0; left -= 8) {
    const there = left < 8 ? (1 << left) - 1 : 0xff;
    const begins = i8x16.bitmask(i8x16.le_u(v128.load64_zero(repetition), repetitionLevels)) & there;
    const isValid = i8x16.ge_u(v128.load64_zero(definition), levels);
    const places = v128.load64_zero(PLACES + ((<usize>begins) << 3));
    const added = popcnt(begins);
    const valid = i8x16.bitmask(i8x16.swizzle(isValid, places)) & ((1 << added) - 1);
    ones += popcnt(valid);
    entries += added;
    bits |= (<u64>valid) << (<u64>waiting);
    waiting += added;
    if (waiting >= 32) {
      store<u32>(target, <u32>bits);
      target += 4;
      bits >>= 32;
      waiting -= 32;
    }
    definition += 8;
    repetition += 8;
  }
  for (; waiting >= 8; waiting -= 8) {
    store<u8>(target++, <u8>bits);
    bits >>= 8;
  }
  store<u64>(STATE, bits, 8);
  store<i32>(STATE, waiting, 16);
  store<i32>(STATE, ones, 20);
  return <u32>entries;
}
