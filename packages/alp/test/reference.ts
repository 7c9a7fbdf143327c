/**
 * A simple, slow decoder of ALP pages. Tests compare its values with those of the real decoder. It reads bit by bit and
 * computes with BigInt.
 */
export interface ReferencePage {
  /** The bits of each value, as an integer. */
  readonly values: readonly bigint[];
  /** Size of the page in bytes. */
  readonly size: number;
}

function little(bytes: Uint8Array, at: number, count: number): bigint {
  let value = 0n;
  for (let k = count - 1; k >= 0; k--) value = (value << 8n) | BigInt(bytes[at + k]!);
  return value;
}

function bitsOf(number: number, isDouble: boolean): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (isDouble) {
    view.setFloat64(0, number);
    return view.getBigUint64(0);
  }
  view.setFloat32(0, number);
  return BigInt(view.getUint32(0));
}

/** Decodes a value by the format's rule. `Number(bigint)` rounds to nearest, as the rule requires. */
function decode(integer: bigint, exponent: number, factor: number, isDouble: boolean): number {
  const power = Number(`1e${factor}`);
  const fraction = Number(`1e-${exponent}`);
  if (isDouble) return Number(integer) * power * fraction;
  const scaled = Math.fround(Math.fround(Number(integer)) * Math.fround(power));
  return Math.fround(scaled * Math.fround(fraction));
}

/** Reads a valid ALP page. */
export function readReference(bytes: Uint8Array, isDouble: boolean): ReferencePage {
  const wide = isDouble ? 8 : 4;
  const vectorSize = 2 ** bytes[2]!;
  const count = Number(little(bytes, 3, 4));
  const values: bigint[] = [];
  let end = 7;
  for (let i = 0; i < Math.ceil(count / vectorSize); i++) {
    const start = 7 + Number(little(bytes, 7 + 4 * i, 4));
    const n = Math.min(vectorSize, count - i * vectorSize);
    const exceptions = Number(little(bytes, start + 2, 2));
    const reference = little(bytes, start + 4, wide);
    const width = bytes[start + 4 + wide]!;
    const packed = start + 5 + wide;
    const positions = packed + Math.ceil((n * width) / 8);
    const first = values.length;
    for (let k = 0; k < n; k++) {
      let delta = 0n;
      for (let b = 0; b < width; b++) {
        const bit = k * width + b;
        delta |= BigInt((bytes[packed + (bit >> 3)]! >> (bit & 7)) & 1) << BigInt(b);
      }
      const integer = BigInt.asIntN(8 * wide, reference + delta);
      values.push(bitsOf(decode(integer, bytes[start]!, bytes[start + 1]!, isDouble), isDouble));
    }
    for (let k = 0; k < exceptions; k++) {
      const position = Number(little(bytes, positions + 2 * k, 2));
      values[first + position] = little(bytes, positions + 2 * exceptions + wide * k, wide);
    }
    end = positions + (2 + wide) * exceptions;
  }
  return { values, size: end };
}
