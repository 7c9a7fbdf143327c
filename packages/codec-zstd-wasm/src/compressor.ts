/**
 * The compressor of zstd 1.5.7 in WebAssembly, from the library `@hpcc-js/wasm-zstd`.
 *
 * The `compress` of the library copies its result element by element (8 MB/s on random bytes instead of 650), writes to
 * the console when zstd fails, and does not check whether an allocation failed. This file therefore calls the functions
 * of the WebAssembly module directly. Because these are private to the library, its version is pinned exactly, and
 * {@link startCompressor} checks that the functions exist.
 */
import { Zstd } from '@hpcc-js/wasm-zstd';
import { ParquetError } from '@marquetry/core';

/** Compresses `raw` into one frame that includes its content size. The caller owns the result. */
export type Compress = (raw: Uint8Array) => Uint8Array;

/**
 * The functions of the library that this file calls. Addresses are byte offsets in the module's memory, and sizes are
 * in bytes.
 */
interface Library {
  readonly _mainModule: {
    readonly _module: {
      /** The memory of the module. When it grows, this property becomes a new array. */
      readonly HEAPU8: Uint8Array;
      /** Allocates memory, and returns its address, or 0 if there is not enough memory. */
      _malloc(byteLength: number): number;
      _free(address: number): void;
    };
  };
  readonly _zstdClass: {
    compressBound(byteLength: number): number;
    /** Compresses the bytes at `raw`, and returns the number of bytes written at `into`, or an error code. */
    compress(into: number, room: number, raw: number, byteLength: number, level: number): number;
    /** Returns a number other than 0 if a result of `compress` is an error code. */
    isError(result: number): number;
  };
}

/** The compression level: zstd's default, which `node:zlib`, pyarrow and DuckDB also use. */
const level = 3;

/**
 * The size of the largest page that can be compressed. The module has at most 2 GiB of memory, which it never releases,
 * for the page, its compressed form and 5 MB of tables.
 */
const largest = 2 ** 29;

/**
 * Starts the compressor. Rejects if the runtime forbids WebAssembly or does not have it, or if the library does not
 * have the required version.
 */
export async function startCompressor(): Promise<Compress> {
  const { _mainModule: main, _zstdClass: zstd } = (await Zstd.load()) as unknown as Library;
  const memory = main._module;
  const called = [memory._malloc, memory._free, zstd.compressBound, zstd.compress, zstd.isError];
  if (!called.every((member) => typeof member === 'function') || !(memory.HEAPU8 instanceof Uint8Array)) {
    throw new ParquetError(
      'UNSUPPORTED',
      'the library @hpcc-js/wasm-zstd must be version 1.12.5: its private functions differ in other versions',
    );
  }
  return (raw) => {
    const room = zstd.compressBound(raw.length);
    if (raw.length > largest) throw tooLarge(raw.length);
    // One byte more is requested, because malloc(0) may return 0, which otherwise means that there is not enough
    // memory.
    const from = memory._malloc(raw.length + 1);
    const into = from === 0 ? 0 : memory._malloc(room);
    try {
      if (into === 0) throw tooLarge(raw.length);
      memory.HEAPU8.set(raw, from);
      const size = zstd.compress(into, room, from, raw.length, level);
      if (zstd.isError(size) !== 0) throw tooLarge(raw.length);
      return memory.HEAPU8.slice(into, into + size);
    } finally {
      memory._free(into);
      memory._free(from);
    }
  };
}

/**
 * Returns the error of a failed compression. The output always has enough room, so zstd fails only if it does not have
 * enough memory.
 */
function tooLarge(byteLength: number): ParquetError {
  const reason = `ZSTD in WebAssembly does not have enough memory for a page of ${byteLength} bytes: set a smaller \`pageBytes\``;
  return new ParquetError('LIMIT', reason);
}
