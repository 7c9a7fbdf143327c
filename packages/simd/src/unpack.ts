/**
 * Bit-unpacking, and what is computed from unpacked integers at once.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, inputAt, isInArena, outputAt, regionBytes, wordsAt } from './arena.js';

/** Up to this many values, JavaScript is done before two copies and a call are. */
const fewValues = 256;
/** Where nothing is copied. */
const fewInPlace = 96;

/** Values of a piece: their words fill a region. A multiple of 8: each piece starts at a byte. */
const pieceValues = regionBytes / 4;
const pieceDoubles = regionBytes / 8;

/** True when the packed values are all in `source`, and `target` has room: the module checks no address. */
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

/** `unpack` over an arena. */
export function createUnpack(arena: Arena): Kernels['unpack'] {
  return (source, position, width, target, from, count, view) => {
    const isInPlace = isInArena(arena, target);
    const few = isInPlace ? fewInPlace : fewValues;
    if (!(count > few && width > 0 && width < 32) || !fits(source, position, width, target, from, count)) {
      javascriptKernels.unpack(source, position, width, target, from, count, view);
      return;
    }
    // Whole groups are written, so that the last, begun one of an array that is used in place is left over.
    const whole = isInPlace ? count & ~7 : count;
    for (let done = 0; done < whole; done += pieceValues) {
      const n = Math.min(pieceValues, whole - done);
      const at = addressOf(arena, source, position + (done / 8) * width, Math.ceil((n * width) / 8), inputAt);
      if (isInPlace) {
        arena.module.unpack(at, width, target.byteOffset + 4 * (from + done), n);
      } else {
        arena.module.unpack(at, width, outputAt, n);
        target.set(arena.words.subarray(outputAt >> 2, (outputAt >> 2) + n), from + done);
      }
    }
    if (whole < count) {
      const rest = position + (whole / 8) * width;
      javascriptKernels.unpack(source, rest, width, target, from + whole, count - whole, view);
    }
  };
}

/** `scaleDoubles` over an arena. */
export function createScaleDoubles(arena: Arena): NonNullable<Kernels['scaleDoubles']> {
  return (source, position, width, reference, power, fraction, target, from, count) => {
    if (!(count > fewInPlace && width >= 0 && width < 32) || !fits(source, position, width, target, from, count)) {
      return false;
    }
    const { module } = arena;
    for (let done = 0; done < count; done += pieceDoubles) {
      const n = Math.min(pieceDoubles, count - done);
      const at = addressOf(arena, source, position + (done / 8) * width, Math.ceil((n * width) / 8), inputAt);
      module.alpDoubles(at, width, wordsAt, outputAt, n, reference, power, fraction);
      target.set(arena.doubles.subarray(outputAt / 8, outputAt / 8 + n), from + done);
    }
    return true;
  };
}

/** `scaleFloats` over an arena. */
export function createScaleFloats(arena: Arena): NonNullable<Kernels['scaleFloats']> {
  return (source, position, width, reference, power, fraction, target, from, count) => {
    if (!(count > fewValues && width >= 0 && width < 32) || !fits(source, position, width, target, from, count)) {
      return false;
    }
    const words = new Int32Array(target.buffer, target.byteOffset, target.length);
    const { module } = arena;
    for (let done = 0; done < count; done += pieceValues) {
      const n = Math.min(pieceValues, count - done);
      const at = addressOf(arena, source, position + (done / 8) * width, Math.ceil((n * width) / 8), inputAt);
      module.alpFloats(at, width, outputAt, n, reference, power, fraction);
      // As words: an engine may change NaNs that pass as numbers.
      words.set(arena.words.subarray(outputAt >> 2, (outputAt >> 2) + n), from + done);
    }
    return true;
  };
}
