/**
 * Creates the footer that a split contains for a file: the footer of the file, reduced to the columns and row groups
 * that a worker reads, and to the fields that reading needs.
 */

import type { ByteRange, ParquetFile } from '@marquetry/file';
import { type ColumnChunk, type FileMetaData, type RowGroup, writeFileMetaData } from '@marquetry/metadata';
import { type LeafNode, schemaElements } from '@marquetry/schema';
import type { SplitPart } from '../split.js';
import { fetchRanges } from './fetch-ranges.js';
import type { FileToPlan, Unit } from './file-units.js';
import { base64Of } from './json-where.js';

/**
 * Returns the part of a split that reads `units`: row groups of a file, or parts of row groups, in ascending order.
 * `units` may be empty.
 */
export function partOf(from: FileToPlan, units: readonly Unit[]): SplitPart {
  const { file, gap, isSealed, source } = from;
  const rows: [number, number][] = [];
  let start = 0;
  for (const unit of units) {
    for (const [first, end] of unit.rows) {
      const last = rows.at(-1);
      if (last !== undefined && last[1] === start + first) last[1] = start + end;
      else rows.push([start + first, start + end]);
    }
    start += unit.rowCount;
  }
  return {
    source,
    ...(!isSealed && { footer: base64Of(writeFileMetaData(prunedMetadata(from, units))) }),
    rowGroups: units.map(({ rowGroup }) => rowGroup),
    rows,
    ranges: fetchRanges([...units.flatMap(({ ranges }) => ranges), ...(isSealed ? [footerRange(file)] : [])], gap),
  };
}

/** When a file is opened, this many bytes at its end are read first. */
const tailBytes = 2 ** 16;

/** Returns the range of bytes that are read when a file is opened. */
function footerRange({ footer, source: { byteLength } }: ParquetFile): ByteRange {
  const offset = Math.max(0, Math.min(footer.offset, byteLength - tailBytes));
  return { offset, length: byteLength - offset };
}

function prunedMetadata({ chosen, file }: FileToPlan, units: readonly Unit[]): FileMetaData {
  const { columnOrders, createdBy, keyValueMetadata, version } = file.metadata;
  const rowGroups = units.map((unit) => prunedGroup(unit));
  // Key-value metadata may describe all columns, as an Arrow schema does, so it is kept only if all columns are.
  const isWhole = chosen.output.length === file.schema.leaves.length;
  return {
    version,
    schema: schemaElements(chosen.schema),
    numRows: rowGroups.reduce((sum, { numRows }) => sum + numRows, 0),
    rowGroups,
    ...(isWhole && keyValueMetadata !== undefined && { keyValueMetadata }),
    ...(createdBy !== undefined && { createdBy }),
    ...(columnOrders !== undefined && {
      columnOrders: chosen.stored.map(({ index }) => columnOrders[index] ?? { kind: 'TYPE_ORDER' }),
    }),
  };
}

function prunedGroup({ from, indexed, rowCount, rowGroup }: Unit): RowGroup {
  const { chosen } = from;
  const columns = chosen.stored.map((leaf) => prunedChunk(from, rowGroup, leaf, indexed.has(leaf)));
  return {
    columns,
    totalByteSize: columns.reduce((sum, { metaData }) => sum + (metaData?.totalUncompressedSize ?? 0), 0),
    numRows: rowCount,
  };
}

function prunedChunk({ chosen, file }: FileToPlan, rowGroup: number, leaf: LeafNode, isIndexed: boolean): ColumnChunk {
  const { chunk, metaData } = file.chunk({ rowGroup, column: leaf });
  const { statistics } = metaData;
  const { codec, dataPageOffset, dictionaryPageOffset, encodings, numValues, pathInSchema, type } = metaData;
  const { totalCompressedSize, totalUncompressedSize } = metaData;
  const { offsetIndexLength, offsetIndexOffset } = chunk;
  return {
    fileOffset: 0,
    metaData: {
      ...{
        type,
        encodings,
        pathInSchema,
        codec,
        numValues,
        totalUncompressedSize,
        totalCompressedSize,
        dataPageOffset,
      },
      ...(dictionaryPageOffset !== undefined && { dictionaryPageOffset }),
      // A worker uses these statistics to recognize that all rows pass.
      ...(statistics !== undefined && chosen.tested.has(leaf) && { statistics }),
    },
    ...(isIndexed &&
      offsetIndexOffset !== undefined &&
      offsetIndexLength !== undefined && { offsetIndexOffset, offsetIndexLength }),
  };
}
