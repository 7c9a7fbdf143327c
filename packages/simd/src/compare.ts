/** Compares values with a constant and writes a bitmap. */
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOfWords, inputAt, outputAt, regionBytes } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Creates the kernel `compare`, which uses the memory of an arena. */
export function createCompare(arena: Arena, compare: SimdModule['compare']): NonNullable<Kernels['compare']> {
  return (type, comparison, constant, source, from, count, bits) => {
    const { bytes } = arena;
    const words = type.endsWith('64') || type === 'double' ? 2 : 1;
    const isFloat = type[0] === 'd' || type[0] === 'f';
    const isLess = comparison[0] === '<';
    // An integer is less than the constant if it is neither greater nor equal. A float is less if its negative is
    // greater than the negative of the constant.
    const isInverted = isLess && !isFloat;
    const sign = (isFloat ? isLess : type[0] === 'u') ? 1 << 31 : 0;
    const integer = BigInt(isFloat ? 0 : constant);
    const ifAbove = isLess || comparison[0] === '>' ? -1 : 0;
    const ifEqual = comparison.endsWith('=') === isInverted ? 0 : -1;
    const invert = isInverted || comparison[0] === '!' ? -1 : 0;
    const end = Math.min(count, Math.floor(source.length / words) - from, 8 * bits.length);
    const piece = regionBytes / 8;
    for (let done = 0; done < end; done += piece) {
      const n = Math.min(piece, end - done);
      const values = addressOfWords(arena, source, words * (from + done), words * n, inputAt);
      const kind = (isFloat ? 2 : 0) + words - 1;
      compare(values, kind, integer, Number(constant), sign, ifAbove, ifEqual, invert, outputAt, n);
      // If the last byte is full, this clears the byte after it, which is not copied out.
      (bytes[outputAt + (n >> 3)] as number) &= 0xff >> (8 - (n & 7));
      bits.set(bytes.subarray(outputAt, outputAt + Math.ceil(n / 8)), done >> 3);
    }
  };
}
