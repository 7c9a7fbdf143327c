/** Small files whose footer or indexes need a lot of memory when parsed: many columns, row groups, statistics, or page bounds. */
import { type ColumnChunk, writeColumnIndex, writeOffsetIndex } from '@marquetry/metadata';
import type { HostileFile } from './files.js';
import { asStored, dataPage, flatColumns, type HostileColumn, hostileFile, INT32, INT64 } from './wire.js';

const onePage = dataPage({ slots: 1, values: asStored(new Uint8Array(8)) });
const oneValue: HostileColumn = { numValues: 1, pages: [onePage], uncompressedSize: 64 };
const oneRow = (columns: number, column = oneValue) => ({
  numRows: 1,
  columns: Array<HostileColumn>(columns).fill(column),
});

/** Returns a file with row groups of one row, whose statistics have a minimum and maximum of `byteLength` bytes for each column. */
function statisticsFile(groups: number, columns: number, byteLength: number): Uint8Array {
  const bound = new Uint8Array(byteLength);
  const column = { ...oneValue, statistics: { minValue: bound, maxValue: bound, nullCount: 0 } };
  return hostileFile(flatColumns(columns, INT64), Array(groups).fill(oneRow(columns, column)));
}

/** Returns a file with `count` row groups of a few bytes each, without column chunks. */
function emptyGroupsFile(count: number): Uint8Array {
  const rowGroups = Array(count).fill({ columns: [], totalByteSize: 0, numRows: 0 });
  return hostileFile(flatColumns(1, INT64), [], { rowGroups });
}

function sortingFile(count: number): Uint8Array {
  const sortingColumns = Array(count).fill({ columnIdx: 0, descending: false, nullsFirst: false });
  return hostileFile(flatColumns(1, INT64), [], {
    rowGroups: [{ columns: [], totalByteSize: 0, numRows: 0, sortingColumns }],
  });
}

function pairsFile(count: number): Uint8Array {
  return hostileFile(flatColumns(1, INT64), [oneRow(1)], { keyValueMetadata: Array(count).fill({ key: '' }) });
}

const indexEntries = 2 ** 22;

function columnIndexFile(): Uint8Array {
  const empty = new Uint8Array(0);
  const bytes = writeColumnIndex({
    nullPages: Array(indexEntries).fill(true),
    minValues: Array(indexEntries).fill(empty),
    maxValues: Array(indexEntries).fill(empty),
    boundaryOrder: 0,
  });
  return hostileFile(flatColumns(1, INT64), [oneRow(1)], {}, (position) => ({
    bytes,
    chunk: { columnIndexOffset: position, columnIndexLength: bytes.length } satisfies Partial<ColumnChunk>,
  }));
}

function offsetIndexFile(): Uint8Array {
  const pageLocations = Array(indexEntries).fill({ offset: 4, compressedPageSize: 1, firstRowIndex: 0 });
  const bytes = writeOffsetIndex({ pageLocations });
  return hostileFile(flatColumns(1, INT64), [oneRow(1)], {}, (position) => ({
    bytes,
    chunk: { offsetIndexOffset: position, offsetIndexLength: bytes.length } satisfies Partial<ColumnChunk>,
  }));
}

export const footerFiles: readonly HostileFile[] = [
  { name: 'columns-100000', make: () => hostileFile(flatColumns(100_000, INT64), [oneRow(100_000)]) },
  { name: 'columns-1000000', make: () => hostileFile(flatColumns(1_000_000, INT32), []) },
  { name: 'groups-10000', make: () => hostileFile(flatColumns(10, INT64), Array(10_000).fill(oneRow(10))) },
  { name: 'groups-empty', make: () => emptyGroupsFile(2 ** 23) },
  { name: 'sorting-columns', make: () => sortingFile(2 ** 23) },
  { name: 'key-values', make: () => pairsFile(2 ** 23) },
  { name: 'statistics-many', make: () => statisticsFile(1000, 20, 2 ** 10) },
  { name: 'statistics-long', make: () => statisticsFile(1, 1, 100 * 2 ** 20) },
  { name: 'column-index', make: columnIndexFile, calls: ['open', 'columnIndex', 'rows'] },
  { name: 'offset-index', make: offsetIndexFile, calls: ['open', 'offsetIndex', 'rows'] },
];
