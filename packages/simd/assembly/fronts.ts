/**
 * Front-coded values (Encodings.md#delta-strings-delta_byte_array--7): each value is the first `prefix` bytes of the
 * previous value, followed by its own suffix.
 */
import { STATE } from './layout';

/**
 * Builds at most `count` values, one after another, in the `room` bytes at `target`, from suffixes in `[source, end)`.
 * Value `i` has `ends[i + 1] - ends[i]` bytes, of which the first `prefixes[i]` are those of the previous value; the
 * `previous` bytes before `target` are the value before the first. Stops at a value that is invalid or does not fit.
 * Writes the next suffix's position and the start of the last value to `STATE`. Returns the number of values built.
 * Reads and writes up to 31 bytes beyond the values.
 */
export function fronts(
  source: usize,
  end: usize,
  prefixes: usize,
  ends: usize,
  count: u32,
  previous: u32,
  target: usize,
  room: u32,
): u32 {
  const limit = target + room;
  let before = target - previous;
  let i: u32 = 0;
  for (; i < count; i++) {
    const prefix = load<u32>(prefixes);
    const length = load<u32>(ends, 4) - load<u32>(ends);
    const suffix = length - prefix;
    if (length > <u32>(limit - target) || prefix > length || prefix > <u32>(target - before)) break;
    if (suffix > <u32>(end - source)) break;
    v128.store(target, v128.load(before));
    v128.store(target, v128.load(before, 16), 16);
    for (let done: u32 = 32; done < prefix; done += 16) v128.store(target + done, v128.load(before + done));
    const middle = target + prefix;
    v128.store(middle, v128.load(source));
    v128.store(middle, v128.load(source, 16), 16);
    for (let done: u32 = 32; done < suffix; done += 16) v128.store(middle + done, v128.load(source + done));
    source += suffix;
    before = target;
    target += length;
    prefixes += 4;
    ends += 4;
  }
  store<usize>(STATE, source);
  store<usize>(STATE, before, 4);
  return i;
}
