/** Opens Parquet files. The first call loads the code that does so. */
import { onDemand } from '@marquetry/core';
import type { OpenedFooter, OpenFileOptions, OpenFooterOptions, ParquetFile } from './parquet-file.js';
import type { ByteSource } from './source/byte-source.js';

const footers = /* @__PURE__ */ onDemand(() => import('./opened-footer.js'));
const opening = /* @__PURE__ */ onDemand(() => import('./opened-file.js'));

/**
 * Opens a file, reading only its footer.
 * @throws ParquetError if the source is not a Parquet file, if its footer or schema is invalid, or if the kernels
 * implement a different version of the kernel contract. Throws errors from the source unchanged.
 */
export async function openFile(source: ByteSource, options: OpenFileOptions): Promise<ParquetFile> {
  return (await opening.load()).openFile(source, options);
}

/**
 * Reads the footer and checks it, like {@link openFile}, for programs that read only metadata.
 * @throws ParquetError if the source is not a Parquet file, or if its footer or schema is invalid; errors from the
 * source, unchanged.
 */
export async function openFooter(source: ByteSource, options: OpenFooterOptions = {}): Promise<OpenedFooter> {
  return (await (await footers.load()).openFooter(source, options)).opened;
}
