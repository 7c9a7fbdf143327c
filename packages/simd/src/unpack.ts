/** Unpacks bit-packed integers, and for ALP converts them to floating point in the same pass. */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, inputAt, isInArena, outputAt, regionBytes, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Up to this many values, JavaScript is faster than copying to and from WebAssembly memory and calling the kernel. */
const fewValues = 256;
/** Up to this many values, JavaScript is faster if the target array is in WebAssembly memory and is not copied. */
const fewInPlace = 96;

/**
 * Number of values to process per call: as 32-bit words, they fill one region of {@link regionBytes} bytes. It is a
 * multiple of 8, so that each call starts at a byte.
 */
const pieceValues = regionBytes / 4;

/**
 * Returns true if all packed values are in `source`, and `target` has room for them: the WebAssembly module does not
 * check addresses.
 */
function fits(
  source: Uint8Array,
  position: number,
  width: number,
  target: Int32Array | Float32Array | Float64Array,
  from: number,
  count: number,
): boolean {
  const packed = Math.ceil((count * width) / 8);
  return position >= 0 && position + packed <= source.length && from >= 0 && from + count <= target.length;
}

/** Creates the `unpack` kernel, which uses the memory of an arena. */
export function createUnpack(arena: Arena, unpack: SimdModule['unpack']): Kernels['unpack'] {
  return (source, position, width, target, from, count, view) => {
    const isInPlace = isInArena(arena, target);
    const few = isInPlace ? fewInPlace : fewValues;
    if (!(count > few && width > 0 && width < 32) || !fits(source, position, width, target, from, count)) {
      javascriptKernels.unpack(source, position, width, target, from, count, view);
      return;
    }
    // The kernel writes whole groups, so JavaScript unpacks an incomplete last group if the array is used in place.
    const whole = isInPlace ? count & ~7 : count;
    for (let done = 0; done < whole; done += pieceValues) {
      const n = Math.min(pieceValues, whole - done);
      const at = addressOf(arena, source, position + (done / 8) * width, Math.ceil((n * width) / 8), inputAt);
      unpack(at, width, isInPlace ? target.byteOffset + 4 * (from + done) : outputAt, n);
      if (!isInPlace) target.set(arena.words.subarray(outputAt >> 2, (outputAt >> 2) + n), from + done);
    }
    if (whole < count) {
      const rest = position + (whole / 8) * width;
      javascriptKernels.unpack(source, rest, width, target, from + whole, count - whole, view);
    }
  };
}

type Scale = (
  source: Uint8Array,
  position: number,
  width: number,
  reference: number,
  power: number,
  fraction: number,
  target: Float64Array | Float32Array,
  from: number,
  count: number,
) => boolean;

/** Creates the kernels `scaleDoubles` and `scaleFloats`, which use the memory of an arena. */
export function createScale(
  arena: Arena,
  alpDoubles: SimdModule['alpDoubles'],
  alpFloats: SimdModule['alpFloats'],
): Scale {
  return (source, position, width, reference, power, fraction, target, from, count) => {
    const size = target.BYTES_PER_ELEMENT;
    if (!(count > fewInPlace && width >= 0 && width < 32) || !fits(source, position, width, target, from, count)) {
      return false;
    }
    const scale = size === 8 ? alpDoubles : alpFloats;
    const Numbers = size === 8 ? Float64Array : Float32Array;
    const piece = regionBytes / size;
    for (let done = 0; done < count; done += piece) {
      const n = Math.min(piece, count - done);
      const at = addressOf(arena, source, position + (done / 8) * width, Math.ceil((n * width) / 8), inputAt);
      scale(at, width, wordsAt, outputAt, n, reference, power, fraction);
      // Between arrays of one type, `set` copies bytes, so that it does not change a NaN.
      target.set(new Numbers(arena.bytes.buffer, outputAt, n), from + done);
    }
    return true;
  };
}
