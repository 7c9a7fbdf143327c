import type { SourceInput } from '@marquetry/file';
import { type OpenParquetOptions, openOver, type Parquet } from './open-parquet.js';

/**
 * Opens a file: a path (Node) or URL, a Blob or File, bytes, or a `ByteSource` of one's own. Reads the footer only.
 * Nothing stays open, but for what a source of one's own holds.
 * @throws ParquetError when it is no Parquet file or a broken one; errors of the file system or network, unchanged.
 *
 * The kernels are JavaScript's unless `kernels` are given: trying WebAssembly under a content-security policy that forbids it
 * would be reported, so it is the application that asks, with `kernels: await loadSimdKernels()` of `@marquetry/simd`.
 */
export async function openParquet(input: SourceInput, options: OpenParquetOptions = {}): Promise<Parquet> {
  return openOver(options.kernels, input, options);
}
