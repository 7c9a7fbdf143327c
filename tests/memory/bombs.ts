/**
 * Decompression bombs: pages that decompress to many times their size. They exist for every codec, as data and dictionary pages, in one
 * column and in 16 columns.
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

/** Decompressed size of the page in bytes: in a file of one column, and in a file of 16 columns with a page each. */
const oneBytes = 2 ** 28;
const manyBytes = 2 ** 26;
const hugeBytes = 2 ** 31 - 8;
/** Number of rows in files whose bomb is a dictionary. */
const dictionaryRows = 1000;

function zeros(codec: number, byteLength: number): Stored {
  return { bytes: packedZeros(codec, byteLength), byteLength };
}

/** Returns a column with one page of INT64 zeros. */
function dataColumn(codec: number, byteLength: number): HostileColumn {
  const slots = byteLength / 8;
  return { codec, numValues: slots, pages: [dataPage({ slots, values: zeros(codec, byteLength) })] };
}

/** Returns a column with a dictionary of INT64 zeros. All rows refer to the first entry. */
function dictionaryColumn(codec: number, byteLength: number): HostileColumn {
  const slots = dictionaryRows;
  const indices = dataPage({ slots, encoding: EncodingId.RLE_DICTIONARY, values: zeroIndices(slots) });
  const dictionary = dictionaryPage(byteLength / 8, zeros(codec, byteLength));
  return { codec, numValues: slots, hasDictionary: true, pages: [dictionary, indices] };
}

/** Returns a column with a dictionary of empty strings, which take four bytes each. */
function stringsColumn(codec: number, byteLength: number): HostileColumn {
  const slots = dictionaryRows;
  const indices = dataPage({ slots, encoding: EncodingId.RLE_DICTIONARY, values: zeroIndices(slots) });
  const dictionary = dictionaryPage(byteLength / 4, zeros(codec, byteLength));
  return { codec, numValues: slots, hasDictionary: true, pages: [dictionary, indices] };
}

function file(columns: readonly HostileColumn[], type: PhysicalType = INT64): Uint8Array {
  return hostileFile(flatColumns(columns.length, type), [{ numRows: columns[0]?.numValues ?? 0, columns }]);
}

/** Returns 16 column chunks that all refer to the same bytes of the file. */
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
