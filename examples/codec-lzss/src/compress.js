/**
 * Compresses bytes to LZSS. At each position, it takes the longest match among the last positions with the same four bytes.
 */

const hashBits = 15;
const shortest = 4;
const longest = 259;
const farthest = 65_536;
/** Maximum number of earlier positions that are compared to find the longest match. */
const tries = 16;

/**
 * Returns the compressed bytes, in new memory.
 * @param {Uint8Array} raw
 */
export function compress(raw) {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  // The worst case is one byte of flags per 8 bytes.
  const packed = new Uint8Array(raw.length + Math.ceil(raw.length / 8));
  /** The last position with each hash, and for each position the previous one with the same hash. Positions are stored plus 1; 0 means none. */
  const newest = new Int32Array(1 << hashBits);
  const older = new Int32Array(raw.length);
  let end = 0;
  let flagsAt = 0;
  let items = 0;

  /** @param {number} flag */
  function begin(flag) {
    if ((items & 7) === 0) flagsAt = end++;
    packed[flagsAt] = (packed[flagsAt] ?? 0) | (flag << (items++ & 7));
  }

  /** @param {number} at */
  function remember(at) {
    if (at + shortest > raw.length) return;
    const slot = Math.imul(view.getInt32(at, true), 0x9e3779b1) >>> (32 - hashBits);
    older[at] = newest[slot] ?? 0;
    newest[slot] = at + 1;
  }

  for (let at = 0; at < raw.length; ) {
    remember(at);
    let distance = 0;
    let length = shortest - 1;
    const most = Math.min(longest, raw.length - at);
    if (most >= shortest) {
      let place = (older[at] ?? 0) - 1;
      for (let k = 0; k < tries && place >= 0 && at - place <= farthest; k++) {
        let same = 0;
        while (same < most && raw[place + same] === raw[at + same]) same++;
        if (same > length) {
          length = same;
          distance = at - place;
        }
        place = (older[place] ?? 0) - 1;
      }
    }
    if (distance === 0) {
      begin(0);
      packed[end++] = raw[at++] ?? 0;
      continue;
    }
    begin(1);
    packed[end++] = distance - 1;
    packed[end++] = (distance - 1) >> 8;
    packed[end++] = length - shortest;
    for (const stop = at + length; ++at < stop; ) remember(at);
  }
  return packed.slice(0, end);
}
