/** UTF-8 text in a growing buffer. */

export interface ByteText {
  /** Memory that contains the text. At least {@link slack} bytes are free after the text. */
  bytes: Uint8Array<ArrayBuffer>;
  /** A `DataView` of the memory of `bytes`. */
  view: DataView<ArrayBuffer>;
  length: number;
}

/** Number of bytes after the end of a text that may be read and overwritten when copying eight bytes at a time. */
const slack = 16;

const encoder = new TextEncoder();

/** Copies of more bytes than this use `Uint8Array.set`, which is faster for them. */
const shortBytes = 48;
/** Strings longer than this are encoded with `TextEncoder.encodeInto`, which is faster for them. */
const shortText = 64;

/** The digits of `00` to `99`, one pair after the other. */
const digitPairs = encoder.encode(Array.from({ length: 100 }, (_, i) => `${i}`.padStart(2, '0')).join(''));

/** Creates an empty text with room for `capacity` bytes. */
export function createByteText(capacity: number): ByteText {
  const bytes = new Uint8Array(capacity + slack);
  return { bytes, view: new DataView(bytes.buffer), length: 0 };
}

/** Encodes a string. */
export function byteTextOf(text: string): ByteText {
  const whole = createByteText(3 * text.length);
  appendText(whole, text);
  return whole;
}

/** Grows the buffer if it has no room for `more` additional bytes. */
export function reserve(to: ByteText, more: number): void {
  const needed = to.length + more + slack;
  if (needed <= to.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, 2 * to.bytes.length));
  grown.set(to.bytes.subarray(0, to.length));
  to.bytes = grown;
  to.view = new DataView(grown.buffer);
}

/** Appends `count` bytes of another text, starting at its byte `start`. */
export function appendPart(to: ByteText, from: ByteText, start: number, count: number): void {
  reserve(to, count);
  const { length } = to;
  if (count > shortBytes) to.bytes.set(from.bytes.subarray(start, start + count), length);
  else {
    const { view } = to;
    const source = from.view;
    // Copy eight bytes at a time. Accesses may be unaligned, and the last one may extend beyond the end of the text.
    for (let i = 0; i < count; i += 4) view.setInt32(length + i, source.getInt32(start + i, true), true);
  }
  to.length = length + count;
}

/** Appends the bytes `from[start, end)` to the text. */
export function appendBytes(to: ByteText, from: Uint8Array, start: number, end: number): void {
  const count = end - start;
  reserve(to, count);
  const { bytes, length } = to;
  if (count > shortBytes) bytes.set(from.subarray(start, end), length);
  else for (let i = 0; i < count; i++) bytes[length + i] = from[start + i] as number;
  to.length = length + count;
}

/** Appends a string. An unpaired surrogate becomes U+FFFD, as in TextEncoder. */
export function appendText(to: ByteText, text: string): void {
  const count = text.length;
  // Each UTF-16 unit needs at most three bytes of UTF-8.
  reserve(to, 3 * count);
  const { bytes, length } = to;
  if (count <= shortText) {
    let i = 0;
    for (; i < count; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      bytes[length + i] = unit;
    }
    if (i === count) {
      to.length = length + count;
      return;
    }
  }
  to.length = length + encoder.encodeInto(text, bytes.subarray(length)).written;
}

/** Appends an integer in decimal. Its magnitude must be less than 2^31. */
export function appendInteger(to: ByteText, value: number): void {
  reserve(to, 11);
  const { bytes } = to;
  let rest = value;
  if (rest < 0) {
    bytes[to.length++] = 0x2d;
    rest = -rest;
  }
  let digits = 1;
  for (let bound = 10; bound <= rest; bound *= 10) digits++;
  const end = to.length + digits;
  let at = end;
  for (; rest >= 100; at -= 2) {
    const hundredth = (rest / 100) | 0;
    const pair = 2 * (rest - 100 * hundredth);
    bytes[at - 1] = digitPairs[pair + 1] as number;
    bytes[at - 2] = digitPairs[pair] as number;
    rest = hundredth;
  }
  if (rest >= 10) bytes[at - 2] = digitPairs[2 * rest] as number;
  bytes[at - 1] = digitPairs[2 * rest + 1] as number;
  to.length = end;
}
