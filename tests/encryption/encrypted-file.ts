/**
 * Builds encrypted files with several row groups, columns and pages. All their modules (encrypted parts) have the same
 * lengths, so tests can swap them.
 */
import { CodecId, EncodingId } from '@marquetry/core';
import { type EncryptionOptions, encryption } from '@marquetry/encryption';
import { memorySink, type ParquetFile } from '@marquetry/file';
import { createParquetWriter, type ParquetReader } from 'marquetry';

export const footerKey = { bytes: new Uint8Array(16).fill(7), metadata: 'kf' };

const schema = { a: 'INT32', b: 'INT32' } as const;
export const columns = ['a', 'b'] as const;
export const rowGroupCount = 2;
export const pageCount = 3;
const rowsPerPage = 8;

/** Returns the values of a column in a row group. No two pages have the same values. */
function valuesOf(column: number, rowGroup: number, seed: number): Int32Array {
  const first = 2 ** 20 + seed + 1000 * column + 100 * rowGroup;
  return Int32Array.from({ length: pageCount * rowsPerPage }, (_, i) => first + i);
}

/**
 * Returns a file with two row groups of two columns. Each column chunk has three pages of PLAIN values.
 * @param seed changes the values.
 */
export async function writeFile(options: Partial<EncryptionOptions> = {}, seed = 0): Promise<Uint8Array> {
  const sink = memorySink();
  // Checksums are left out: as varints, they would make the length of page headers random.
  const layout = {
    codec: CodecId.UNCOMPRESSED,
    encoding: EncodingId.PLAIN,
    dictionary: false,
    pageRows: rowsPerPage,
    checksums: false,
  };
  const writer = await createParquetWriter(sink, {
    schema,
    columns: { a: layout, b: layout },
    encryption: encryption({ footerKey, ...options }),
  });
  for (let rowGroup = 0; rowGroup < rowGroupCount; rowGroup++) {
    await writer.writeRowGroup({ a: valuesOf(0, rowGroup, seed), b: valuesOf(1, rowGroup, seed) });
  }
  await writer.finish();
  return sink.bytes;
}

/** The byte range of a module (an encrypted part of the file). */
export interface ModuleRange {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the byte ranges of the encrypted modules of a chunk: header and body of each page, and the two page indexes.
 */
export async function modulesOf(
  file: ParquetFile | ParquetReader,
  bytes: Uint8Array,
  rowGroup: number,
  column: string,
): Promise<ModuleRange[]> {
  await file.unlock([column]);
  const { chunk, end, start = 0 } = file.chunk({ rowGroup, column });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const ranges: ModuleRange[] = [];
  for (let at = start, i = 0; at < end; i++) {
    const next = at + 4 + view.getUint32(at, true);
    ranges.push({ name: `${i % 2 === 0 ? 'header' : 'body'} ${i >> 1}`, start: at, end: next });
    at = next;
  }
  const { columnIndexLength = 0, columnIndexOffset = 0, offsetIndexLength = 0, offsetIndexOffset = 0 } = chunk;
  ranges.push({ name: 'column index', start: columnIndexOffset, end: columnIndexOffset + columnIndexLength });
  ranges.push({ name: 'offset index', start: offsetIndexOffset, end: offsetIndexOffset + offsetIndexLength });
  return ranges;
}
