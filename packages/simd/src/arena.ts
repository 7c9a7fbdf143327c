/**
 * The WebAssembly memory of a set of kernels, divided into regions:
 *
 *   0          state and tables, as in assembly/layout.ts
 *   inputAt    input, copied in                                             64 KiB
 *   outputAt   output, to be copied out                                     64 KiB
 *   sourceAt   the source of gathers: a dictionary                          64 KiB
 *   wordsAt    words from one step to the next, indices, ends               64 KiB
 *   scratchAt  memory that {@link Arena.scratch} returns; grows
 *
 * There is slack between the regions, because kernels read and write whole vectors. Bytes that they read after the input (zeros,
 * or data of an earlier call) never affect a value, and bytes that they write after the output are not copied out.
 *
 * Arrays in other memory are copied through the input and output regions, at most one region at a time, so that the arena does
 * not grow with the data, and its regions stay in the second-level cache. Arrays in scratch memory are used in place.
 */
import { ParquetError } from '@marquetry/core';

/** Size of each memory region in bytes. */
export const regionBytes: number = 65_536;
/**
 * Unused bytes between two regions, for reads and writes of whole vectors. With this size, every region starts 2048
 * bytes after a multiple of 4096. This avoids slow copies: arrays often start a few bytes after a multiple of 4096, and
 * AMD processors take 14 times as long to copy to an address that is 1 to 15 bytes after the source, both modulo 4096.
 */
export const slack = 4096;

const tablesEnd = 22_528;
export const inputAt: number = tablesEnd;
export const outputAt: number = inputAt + regionBytes + slack;
export const sourceAt: number = outputAt + regionBytes + slack;
export const wordsAt: number = sourceAt + regionBytes + slack;
export const scratchAt: number = wordsAt + regionBytes + slack;

const pageBytes = 65_536;
/** Index in {@link Arena.words} of the kernels' state, which assembly/layout.ts describes. */
export const stateAt = 16;

/** The WebAssembly memory that the kernels of one module use. */
export interface Arena {
  /** All of the memory. The array is replaced when the memory grows. */
  bytes: Uint8Array<ArrayBuffer>;
  words: Int32Array<ArrayBuffer>;
  /** The buffer of {@link bytes}: reading the `buffer` of an array takes as long as creating a view. */
  buffer: ArrayBuffer;
  /**
   * Returns `byteLength` bytes, which the caller may use until the next call.
   * @throws ParquetError LIMIT if the memory would exceed its limit.
   */
  scratch(byteLength: number): Uint8Array<ArrayBuffer>;
}

/** The number of 64 KiB pages that hold all regions except scratch memory. */
export const firstPages: number = Math.ceil(scratchAt / pageBytes);

/** Creates an arena over `memory`, which has {@link firstPages} pages and may grow to `limit` bytes. */
export function createArena(memory: WebAssembly.Memory, limit: number): Arena {
  const arena: Arena = {
    bytes: new Uint8Array(memory.buffer),
    words: new Int32Array(memory.buffer),
    buffer: memory.buffer,
    scratch(byteLength) {
      const end = scratchAt + byteLength + slack;
      if (end > arena.bytes.length) {
        try {
          // The memory was created with `limit` as its maximum.
          memory.grow(Math.ceil((end - arena.bytes.length) / pageBytes));
        } catch (cause) {
          const what = `the kernels need ${end} bytes, but memoryLimit is ${limit}`;
          throw new ParquetError('LIMIT', what, {}, { cause });
        }
        arena.bytes = new Uint8Array(memory.buffer);
        arena.words = new Int32Array(memory.buffer);
        arena.buffer = memory.buffer;
      }
      return arena.bytes.subarray(scratchAt, scratchAt + byteLength);
    },
  };
  return arena;
}

/** Returns true if the array is inside the arena. */
export function isInArena(arena: Arena, array: Uint8Array | Int32Array | Float64Array | Float32Array): boolean {
  return array.buffer === arena.buffer;
}

/**
 * Returns the address of `source[position, position + length)`: its own address if it is in the arena. Otherwise copies the bytes
 * to `at` and returns `at`.
 */
export function addressOf(arena: Arena, source: Uint8Array, position: number, length: number, at: number): number {
  if (isInArena(arena, source)) return source.byteOffset + position;
  arena.bytes.set(source.subarray(position, position + length), at);
  return at;
}

/** Like {@link addressOf}, but for 32-bit words. */
export function addressOfWords(arena: Arena, source: Int32Array, from: number, count: number, at: number): number {
  if (isInArena(arena, source)) return source.byteOffset + 4 * from;
  arena.words.set(source.subarray(from, from + count), at >> 2);
  return at;
}
