/**
 * Opens the output that a result names, and checks that it is the file that the result describes.
 */
import { type CodecRegistry, type EncodingRegistry, type Limits, ParquetError, withPlace } from '@marquetry/core';
import { type FileDecryption, type FileEncryption, openFile, type ParquetFile } from '@marquetry/file';
import type { SplitOutput } from '../split.js';
import type { SplitStore } from '../store/store.js';

/** The store, plug-ins and limits that a commit uses to read and write files. */
export interface CommitContext {
  readonly target: SplitStore;
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  readonly limits: Limits;
  readonly decryption: FileDecryption | undefined;
  readonly encryption: FileEncryption | undefined;
  /** True to publish the values of encrypted outputs in plaintext. */
  readonly decrypt: boolean;
  readonly signal: AbortSignal | undefined;
  /**
   * Outputs of the manifest that this commit creates: they are open because they were checked. {@link openOutput} takes
   * them from here.
   */
  readonly opened: Map<string, ParquetFile>;
}

/**
 * Opens the output and reads its footer, unless it is already open. The caller must close it.
 * @throws ParquetError CORRUPT, naming the file, if its size, rows or row groups differ from those of the result; the
 *   error of the store if the file does not exist.
 */
export async function openOutput(
  { uri, byteLength, rows, rowGroups }: SplitOutput,
  { target, encodings, codecs, limits, decryption, signal, opened }: CommitContext,
): Promise<ParquetFile> {
  const before = opened.get(uri);
  opened.delete(uri);
  if (before !== undefined) return before;
  try {
    const source = await target.source(uri, { signal });
    if (source.byteLength !== byteLength) {
      throw new ParquetError(
        'CORRUPT',
        `the output has ${source.byteLength} bytes, but its result states ${byteLength}`,
      );
    }
    const file = await openFile(source, {
      encodings,
      codecs,
      limits,
      decryption,
      ...(signal !== undefined && { signal }),
    });
    const found = file.metadata.rowGroups.length;
    if (file.rowCount === rows && found === rowGroups) return file;
    await file.close();
    throw new ParquetError(
      'CORRUPT',
      `the output has ${file.rowCount} rows in ${found} row groups, but its result states ${rows} in ${rowGroups}`,
    );
  } catch (error) {
    throw withPlace(error, { file: uri });
  }
}
