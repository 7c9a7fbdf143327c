/**
 * A simple ALP encoder (Encodings.md#ALP). It writes vectors of eight values with exponent 2 and factor 0, and an exception for every value
 * that these do not restore bit for bit.
 */
import { join } from '@marquetry/test-support/hex.js';
import { packBits } from './reference-bits.js';

const logVectorSize = 3;
const exponent = 2;

/** Returns the ALP encoding of `items`; `width` is 4 bytes for FLOAT and 8 for DOUBLE. */
export function referenceAlp(items: readonly Uint8Array[], width: number): Uint8Array {
  const vectors: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += 1 << logVectorSize) {
    vectors.push(vector(items.slice(from, from + (1 << logVectorSize)), width));
  }
  let offset = 4 * vectors.length;
  const offsets = new DataView(new ArrayBuffer(offset));
  for (const [i, { length }] of vectors.entries()) {
    offsets.setUint32(4 * i, offset, true);
    offset += length;
  }
  const header = new DataView(new ArrayBuffer(7));
  header.setUint8(2, logVectorSize);
  header.setInt32(3, items.length, true);
  return join(new Uint8Array(header.buffer), new Uint8Array(offsets.buffer), ...vectors);
}

function vector(items: readonly Uint8Array[], width: number): Uint8Array {
  const round = width === 4 ? Math.fround : (value: number) => value;
  const encoded = items.map((item) => {
    const value = numberOf(item, width);
    // -0 is an exception, because integers cannot represent it.
    const integer = Math.round(round(value * 100)) + 0;
    if (!(Math.abs(integer) < 2 ** 24)) return undefined;
    const back = bytesOf(round(round(integer) * round(0.01)), width);
    return back.every((byte, i) => byte === item[i]) ? BigInt(integer) : undefined;
  });
  const placeholder = encoded.find((integer) => integer !== undefined) ?? 0n;
  const integers = encoded.map((integer) => integer ?? placeholder);
  const reference = integers.reduce((a, b) => (b < a ? b : a));
  const deltas = integers.map((integer) => integer - reference);
  const most = deltas.reduce((a, b) => (b > a ? b : a));
  const bits = most === 0n ? 0 : most.toString(2).length;
  const exceptions = encoded.flatMap((integer, i) => (integer === undefined ? [i] : []));
  return join(
    Uint8Array.of(exponent, 0, exceptions.length, 0),
    packBits([reference], 8 * width),
    Uint8Array.of(bits),
    packBits(deltas, bits),
    packBits(exceptions.map(BigInt), 16),
    ...exceptions.map((i) => items[i] as Uint8Array),
  );
}

function numberOf(item: Uint8Array, width: number): number {
  const view = new DataView(item.buffer, item.byteOffset);
  return width === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

function bytesOf(value: number, width: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(width));
  if (width === 4) view.setFloat32(0, value, true);
  else view.setFloat64(0, value, true);
  return new Uint8Array(view.buffer);
}
