/**
 * Decompresses Snappy and LZ4 blocks in a window that slides over the output. The window has room for 64 KiB of earlier output,
 * the longest match distance that common compressors produce, and for 128 KiB of new output, so the arena does not grow with
 * the page.
 *
 *   window    | 64 KiB of history | up to 128 KiB of output |
 *   output    .......-------------==========================     copied out; its end becomes the next history
 */
import type { Kernels } from '@marquetry/core';
import {
  type Arena,
  addressOf,
  inputAt,
  isInArena,
  outputAt,
  regionBytes,
  scratchAt,
  slack,
  sourceAt,
  stateAt,
} from './arena.js';
import type { SimdModule } from './webassembly.js';

const history = 65_536;
/**
 * The end of the window, which covers the regions of WebAssembly memory for output, source and words. Kernels may write
 * a few bytes beyond the window, to the {@link slack} after it.
 */
const windowEnd = scratchAt - slack;
/** For fewer bytes than this, JavaScript is just as fast. */
const least = 256;

/**
 * Returns false for a short output, and for a block that is not smaller than its output: such a block consists of long
 * literals, which JavaScript copies just as fast.
 */
function isWorthIt(packed: Uint8Array, into: Uint8Array): boolean {
  return into.length >= least && packed.length < into.length;
}

/** The indices in `words` of the state of an element that is split between two calls; see assembly/lz.ts. */
const literalLeft = stateAt + 2;
const matchCode = stateAt + 3;
const matchLeft = stateAt + 4;

/** Creates the `snappyDecompress` kernel, which uses the memory of an arena. */
export function createSnappyDecompress(
  arena: Arena,
  snappy: SimdModule['snappy'],
): NonNullable<Kernels['snappyDecompress']> {
  return (packed, position, into) =>
    isWorthIt(packed, into) && unpackPieces(arena, snappy, packed, position, into) && arena.words[literalLeft] === 0;
}

/** Creates the `lz4Decompress` kernel, which uses the memory of an arena. */
export function createLz4Decompress(arena: Arena, lz4: SimdModule['lz4']): NonNullable<Kernels['lz4Decompress']> {
  return (packed, into) =>
    isWorthIt(packed, into) &&
    unpackPieces(arena, lz4, packed, 0, into) &&
    arena.words[literalLeft] === 0 &&
    arena.words[matchLeft] === 0 &&
    // The last LZ4 sequence consists of literals only.
    arena.words[matchCode] !== 0;
}

/**
 * Decompresses `packed`, from `position` on, to `into`. Returns false if the kernel stops before the end of `packed`,
 * or if the number of decompressed bytes is not the length of `into`.
 */
function unpackPieces(
  arena: Arena,
  kernel: SimdModule['snappy' | 'lz4'],
  packed: Uint8Array,
  position: number,
  into: Uint8Array,
): boolean {
  const { bytes, words } = arena;
  // Assign each word, because `fill` takes as long as decompressing a small page.
  words[literalLeft] = 0;
  words[matchCode] = 0;
  words[matchLeft] = 0;
  const isInPlace = isInArena(arena, into);
  const base = isInPlace ? into.byteOffset : outputAt;
  let target = base;
  let written = 0;
  while (position < packed.length || written < into.length) {
    const n = Math.min(regionBytes, packed.length - position);
    const source = addressOf(arena, packed, position, n, inputAt);
    kernel(source, source + n, target, isInPlace ? base + into.length : windowEnd, base);
    const taken = (words[stateAt] as number) - source;
    const end = words[stateAt + 1] as number;
    if (end - target > into.length - written || (taken === 0 && end === target)) return false;
    if (!isInPlace) into.set(bytes.subarray(target, end), written);
    position += taken;
    written += end - target;
    target = end;
    if (!isInPlace && target >= windowEnd) {
      bytes.copyWithin(outputAt, end - history, end);
      target = outputAt + history;
    }
  }
  return true;
}

/** Size of the table that {@link SimdModule.pack} uses, in bytes. */
const tableBytes = 32_768;
const tableAt = scratchAt - slack - tableBytes;
/**
 * The address of the fragment that is being compressed, which follows the bytes of the previous fragment. A fragment
 * has {@link regionBytes} bytes of input.
 */
const fragmentAt = inputAt + history;
/**
 * Maximum number of literal bytes that LZ4 leaves to be written with the next fragment. Together with that fragment,
 * they fit in the memory before {@link tableAt}.
 */
const mostLeft = 32_768;

/**
 * Compresses all of `raw`. Returns the end of the output in `packed`, or 0 if LZ4 finds no match for more than
 * {@link mostLeft} bytes.
 */
function packFragments(
  arena: Arena,
  pack: SimdModule['pack'],
  isLz4: boolean,
  raw: Uint8Array,
  packed: Uint8Array,
  position: number,
): number {
  const { bytes, words } = arena;
  let end = position;
  /** The start of the literals that LZ4 has not written yet. */
  let literal = 0;
  for (let from = 0; from < raw.length; from += regionBytes) {
    const origin = fragmentAt - from;
    const left = isLz4 ? from - literal : 0;
    if (left > mostLeft) return 0;
    if (from === 0 || !isLz4) bytes.fill(0, tableAt, tableAt + tableBytes);
    bytes.copyWithin(inputAt, fragmentAt, fragmentAt + history);
    const piece = raw.subarray(from, from + regionBytes);
    bytes.set(piece, fragmentAt);
    const stop = fragmentAt + piece.length;
    const isLast = isLz4 && from + piece.length === raw.length;
    const packedEnd = pack(fragmentAt, stop, sourceAt, tableAt, fragmentAt - left, origin, isLz4, isLast);
    packed.set(bytes.subarray(sourceAt, packedEnd), end);
    end += packedEnd - sourceAt;
    literal = (words[stateAt] as number) - origin;
  }
  return end;
}

/** Creates the `snappyCompress` kernel, which uses the memory of an arena. */
export function createSnappyCompress(arena: Arena, pack: SimdModule['pack']): NonNullable<Kernels['snappyCompress']> {
  return (raw, packed, position) => packFragments(arena, pack, false, raw, packed, position);
}

/** Creates the `lz4Compress` kernel, which uses the memory of an arena. */
export function createLz4Compress(arena: Arena, pack: SimdModule['pack']): NonNullable<Kernels['lz4Compress']> {
  return (raw, packed) => packFragments(arena, pack, true, raw, packed, 0);
}
