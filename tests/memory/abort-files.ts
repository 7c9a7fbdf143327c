/**
 * Files that take seconds to read, with many pages of up to 8 MiB.
 */
import { CodecId, EncodingId } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { packedZeros } from './packed-zeros.js';
import {
  asStored,
  BYTE_ARRAY,
  dataPage,
  dictionaryPage,
  flatColumns,
  hostileFile,
  INT64,
  runs,
  zeroIndices,
} from './wire.js';

const pageBytes = 2 ** 23;

/** Returns a file with two columns, each of 128 pages of 2^20 INT64 values. */
function numbers(): Uint8Array {
  const codec = CodecId.ZSTD;
  const slots = pageBytes / 8;
  const page = dataPage({ slots, values: { bytes: packedZeros(codec, pageBytes), byteLength: pageBytes } });
  const pages = Array<Uint8Array>(128).fill(page);
  const column = { codec, numValues: pages.length * slots, pages };
  return hostileFile(flatColumns(2, INT64), [{ numRows: column.numValues, columns: [column, column] }]);
}

/** Returns a file of 128 pages, each of 2^20 texts of four letters. */
function texts(): Uint8Array {
  const slots = pageBytes / 8;
  const page = dataPage({ slots, encoding: EncodingId.RLE_DICTIONARY, values: zeroIndices(slots) });
  const entry = dictionaryPage(1, asStored(Uint8Array.of(4, 0, 0, 0, 0x74, 0x65, 0x78, 0x74)));
  const pages = Array<Uint8Array>(128).fill(page);
  const column = { numValues: pages.length * slots, pages: [entry, ...pages], hasDictionary: true };
  const schema = [
    { name: 'schema', numChildren: 1 },
    { name: 'c0', type: BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED, convertedType: 0 },
  ];
  return hostileFile(schema, [{ numRows: column.numValues, columns: [column] }]);
}

/** Returns a file of 64 pages of 2^15 rows. Each row is a list of 32 INT64 values. */
function lists(): Uint8Array {
  const rows = 2 ** 15;
  const slots = 32 * rows;
  const row = runs([1, 0], [31, 1]);
  const repetition = new Uint8Array(rows * row.length);
  for (let i = 0; i < rows; i++) repetition.set(row, i * row.length);
  const levels = { repetition, definition: runs([slots, 1]) };
  const page = dataPage({ slots, rows, encoding: EncodingId.RLE_DICTIONARY, values: zeroIndices(slots), ...levels });
  const entry = dictionaryPage(1, asStored(new Uint8Array(8)));
  const pages = Array<Uint8Array>(64).fill(page);
  const column = { numValues: pages.length * slots, pages: [entry, ...pages], hasDictionary: true };
  const { REQUIRED, REPEATED } = FieldRepetitionType;
  const schema = [
    { name: 'schema', numChildren: 1 },
    { name: 'c0', repetitionType: REQUIRED, numChildren: 1, convertedType: 3 },
    { name: 'list', repetitionType: REPEATED, numChildren: 1 },
    { name: 'element', type: INT64, repetitionType: REQUIRED },
  ];
  return hostileFile(schema, [{ numRows: pages.length * rows, columns: [column] }]);
}

export const slowFiles: Readonly<Record<string, () => Uint8Array>> = { numbers, texts, lists };
