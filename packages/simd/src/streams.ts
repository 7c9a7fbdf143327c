/** Joins and splits the streams of BYTE_STREAM_SPLIT with WebAssembly. */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { type Arena, inputAt, isInArena, outputAt, regionBytes } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Up to this many values, JavaScript is faster than copying to WebAssembly memory and calling the kernel. */
const fewValues = 256;

/** Above this width in bytes, each stream would have too few bytes per call to be worth a copy. */
const widest = 32;

/** Returns the number of values to process per call: a multiple of 16, whose streams fit in {@link regionBytes}. */
function pieceOf(width: number): number {
  return Math.floor(regionBytes / width) & ~15;
}

/** Creates the `joinStreams` kernel, which uses the memory of an arena. */
export function createJoinStreams(
  arena: Arena,
  join4: SimdModule['join4'],
  join8: SimdModule['join8'],
  join4Apart: SimdModule['join4Apart'],
  copyApart: SimdModule['copyApart'],
): Kernels['joinStreams'] {
  return (source, position, stride, width, target, at, count) => {
    const end = position + (width - 1) * stride + count;
    const isWorthIt = count > fewValues && width > 1 && width <= widest;
    if (!isWorthIt || !(position >= 0 && end <= source.length && at >= 0 && at + count * width <= target.length)) {
      javascriptKernels.joinStreams(source, position, stride, width, target, at, count);
      return;
    }
    const { bytes } = arena;
    const isSourceHere = isInArena(arena, source);
    const isTargetHere = isInArena(arena, target);
    // The kernel writes whole vectors, so JavaScript joins the last values if the array is used in place.
    const whole = isTargetHere ? count & ~15 : count;
    const piece = isSourceHere && isTargetHere ? whole : pieceOf(width);
    for (let done = 0; done < whole; done += piece) {
      const n = Math.min(piece, whole - done);
      let from = source.byteOffset + position + done;
      let apart = stride;
      if (!isSourceHere) {
        from = inputAt;
        apart = piece;
        for (let k = 0; k < width; k++) {
          const start = position + k * stride + done;
          bytes.set(source.subarray(start, start + n), inputAt + k * piece);
        }
      }
      const to = isTargetHere ? target.byteOffset + at + done * width : outputAt;
      if (width === 4) join4(from, apart, to, n);
      else if (width === 8) join8(from, apart, to, n);
      else {
        let k = 0;
        for (; k + 4 <= width; k += 4) join4Apart(from + k * apart, apart, to + k, width, n);
        for (; k < width; k++) copyApart(from + k * apart, 1, to + k, width, n);
      }
      if (!isTargetHere) target.set(bytes.subarray(outputAt, outputAt + n * width), at + done * width);
    }
    if (whole < count) {
      javascriptKernels.joinStreams(source, position + whole, stride, width, target, at + whole * width, count - whole);
    }
  };
}

/** Creates the `splitStreams` kernel, which uses the memory of an arena. */
export function createSplitStreams(
  arena: Arena,
  split4: SimdModule['split4'],
  copyApart: SimdModule['copyApart'],
): Kernels['splitStreams'] {
  return (source, at, width, target, position, stride, count) => {
    const end = position + (width - 1) * stride + count;
    const isWorthIt = count > fewValues && width > 1 && width <= widest;
    if (!isWorthIt || !(position >= 0 && end <= target.length && at >= 0 && at + count * width <= source.length)) {
      javascriptKernels.splitStreams(source, at, width, target, position, stride, count);
      return;
    }
    const { bytes } = arena;
    const piece = pieceOf(width);
    for (let done = 0; done < count; done += piece) {
      const n = Math.min(piece, count - done);
      const start = at + done * width;
      bytes.set(source.subarray(start, start + n * width), inputAt);
      let k = 0;
      for (; k + 4 <= width; k += 4) split4(inputAt + k, width, outputAt + k * piece, piece, n);
      for (; k < width; k++) copyApart(inputAt + k, width, outputAt + k * piece, 1, n);
      for (k = 0; k < width; k++) {
        const from = outputAt + k * piece;
        target.set(bytes.subarray(from, from + n), position + k * stride + done);
      }
    }
  };
}
