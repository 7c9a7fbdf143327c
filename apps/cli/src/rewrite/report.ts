/** Reports how `rewrite` changed each column. */
import { nameOfCodec, nameOfEncoding, PageType } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ColumnChunk, ColumnMetaData, FileMetaData } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { openedChunk } from '../keys/locked-columns.js';
import type { PlugIns } from '../plug-ins.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';

/** A column in the original and in the new file. Sizes are in bytes, summed over all row groups. */
interface ColumnReport {
  readonly column: string;
  readonly encodings: readonly string[];
  readonly codec: string;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly previousEncodings: readonly string[];
  readonly previousCodec: string;
  readonly previousCompressedSize: number;
}

/**
 * Prints each column before and after the rewrite, as a table or as one JSON object per line. `written` contains the
 * chunks of each column in the new file.
 */
export async function report(
  file: ParquetFile,
  footer: FileMetaData,
  written: readonly (readonly (ColumnChunk | undefined)[])[],
  json: boolean,
  { output, plugIns }: Context,
): Promise<void> {
  const records = file.schema.leaves.map((leaf): ColumnReport => {
    const before = summed(chunksOf(file, leaf), plugIns);
    const after = summed(written[leaf.index] ?? [], plugIns);
    return {
      column: formatPath(leaf.path),
      encodings: after.encodings,
      codec: after.codec,
      compressedSize: after.compressedSize,
      uncompressedSize: after.uncompressedSize,
      previousEncodings: before.encodings,
      previousCodec: before.codec,
      previousCompressedSize: before.compressedSize,
    };
  });
  if (json) {
    await output.writeRecords(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return;
  }
  const { colors } = output;
  const table = createTable(
    [
      { header: 'column' },
      { header: 'was' },
      { header: 'bytes', align: 'right' },
      { header: 'is' },
      { header: 'bytes', align: 'right' },
      { header: 'ratio', align: 'right' },
    ],
    output,
  );
  let text = '';
  for (const record of records) {
    text += table.row([
      { text: printable(record.column) },
      { text: [...record.previousEncodings, record.previousCodec].join(' '), paint: colors.dim },
      { text: grouped(record.previousCompressedSize), paint: colors.dim },
      { text: [...record.encodings, record.codec].join(' '), paint: colors.cyan },
      { text: grouped(record.compressedSize) },
      { text: ratioText(record.compressedSize, record.previousCompressedSize) },
    ]);
  }
  const total = (size: (record: ColumnReport) => number): number =>
    records.reduce((sum, record) => sum + size(record), 0);
  const after = total((record) => record.compressedSize);
  const before = total((record) => record.previousCompressedSize);
  const counts = `${counted(footer.numRows, 'row')}, ${counted(footer.rowGroups.length, 'row group')}`;
  const sizes = `${counted(after, 'byte')} of pages, ${ratioText(after, before)} of the previous size`;
  await output.write(`${text}${table.end()}\n${colors.dim(`${counts}, ${sizes}`)}\n`);
}

/** Returns the chunks of a column. If the column is encrypted, its key must have been fetched beforehand. */
export function chunksOf(file: ParquetFile, leaf: LeafNode): readonly (ColumnChunk | undefined)[] {
  return file.metadata.rowGroups.map((_, rowGroup) => openedChunk(file, rowGroup, leaf));
}

interface Summed {
  readonly encodings: readonly string[];
  readonly codec: string;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

/**
 * Returns the totals of a column over all row groups. `encodings` contains only those of data pages if the footer lists
 * these separately.
 */
function summed(stored: readonly (ColumnChunk | undefined)[], plugIns: PlugIns): Summed {
  const chunks = stored.flatMap((chunk) => chunk?.metaData ?? []);
  return {
    encodings: [...new Set(chunks.flatMap(dataEncodings))].map((id) => nameOfEncoding(id, plugIns.encodings)),
    codec: [...new Set(chunks.map(({ codec }) => nameOfCodec(codec, plugIns.codecs)))].join(' '),
    compressedSize: chunks.reduce((sum, { totalCompressedSize }) => sum + totalCompressedSize, 0),
    uncompressedSize: chunks.reduce((sum, { totalUncompressedSize }) => sum + totalUncompressedSize, 0),
  };
}

function dataEncodings({ encodings, encodingStats }: ColumnMetaData): readonly number[] {
  if (encodingStats === undefined) return encodings;
  return encodingStats
    .filter(({ pageType }) => pageType === PageType.DATA_PAGE || pageType === PageType.DATA_PAGE_V2)
    .map(({ encoding }) => encoding);
}

function ratioText(now: number, before: number): string {
  return before === 0 ? '-' : `${((100 * now) / before).toFixed(0)} %`;
}
