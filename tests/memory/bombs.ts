/**
 * Pages that decompress to many times their size: with every codec, as data and dictionary pages, in one column and in 16.
 */
import { EncodingId, type PhysicalType } from '@marquetry/core';
import type { HostileFile } from './files.js';
import { bombCodecs, packedZeros } from './packed-zeros.js';
import {
  BYTE_ARRAY,
  dataPage,
  dictionaryPage,
  flatColumns,
  type HostileColumn,
  hostileFile,
  INT64,
  type Stored,
  zeroIndices,
} from './wire.js';

/** Bytes of the page of a single column, and of each page if 16 columns have their own pages. */
const oneBytes = 2 ** 28;
const manyBytes = 2 ** 26;
const hugeBytes = 2 ** 31 - 8;
/** Number of rows in files whose bomb is a dictionary. */
const dictionaryRows = 1000;

function zeros(codec: number, byteLength: number): Stored {
  return { bytes: packedZeros(codec, byteLength), byteLength };
}

/** A page of INT64 zeros. */
function dataColumn(codec: number, byteLength: number): HostileColumn {
  const slots = byteLength / 8;
  return { codec, numValues: slots, pages: [dataPage({ slots, values: zeros(codec, byteLength) })] };
}

/** A dictionary of INT64 zeros; all rows use the first entry. */
function dictionaryColumn(codec: number, byteLength: number): HostileColumn {
  const slots = dictionaryRows;
  const indices = dataPage({ slots, encoding: EncodingId.RLE_DICTIONARY, values: zeroIndices(slots) });
  const dictionary = dictionaryPage(byteLength / 8, zeros(codec, byteLength));
  return { codec, numValues: slots, hasDictionary: true, pages: [dictionary, indices] };
}

/** A dictionary of empty strings: four bytes each. */
function stringsColumn(codec: number, byteLength: number): HostileColumn {
  const slots = dictionaryRows;
  const indices = dataPage({ slots, encoding: EncodingId.RLE_DICTIONARY, values: zeroIndices(slots) });
  const dictionary = dictionaryPage(byteLength / 4, zeros(codec, byteLength));
  return { codec, numValues: slots, hasDictionary: true, pages: [dictionary, indices] };
}

function file(columns: readonly HostileColumn[], type: PhysicalType = INT64): Uint8Array {
  return hostileFile(flatColumns(columns.length, type), [{ numRows: columns[0]?.numValues ?? 0, columns }]);
}

/** 16 chunks at the same place in the file. */
function shared(column: HostileColumn): HostileColumn[] {
  const copy = { ...column, pages: [], shares: 0 };
  return [column, ...Array.from({ length: 15 }, () => copy)];
}

export const bombs: readonly HostileFile[] = Object.entries(bombCodecs).flatMap(([name, codec]): HostileFile[] => [
  { name: `bomb-${name}-data`, make: () => file([dataColumn(codec, oneBytes)]) },
  { name: `bomb-${name}-dictionary`, make: () => file([dictionaryColumn(codec, oneBytes)]) },
  { name: `bomb-${name}-data-16`, make: () => file(Array(16).fill(dataColumn(codec, manyBytes))) },
  { name: `bomb-${name}-dictionary-16`, make: () => file(Array(16).fill(dictionaryColumn(codec, manyBytes))) },
  { name: `bomb-${name}-data-shared`, make: () => file(shared(dataColumn(codec, oneBytes))) },
  { name: `bomb-${name}-dictionary-shared`, make: () => file(shared(dictionaryColumn(codec, oneBytes))) },
  { name: `bomb-${name}-strings`, make: () => file([stringsColumn(codec, oneBytes)], BYTE_ARRAY) },
  ...(name === 'snappy' || name === 'lz4'
    ? []
    : [{ name: `bomb-${name}-huge`, make: () => file([dictionaryColumn(codec, hugeBytes - (hugeBytes % 8))]) }]),
]);
