/**
 * Builds large valid files like those of real writers, but full of zeros. All of them must be readable, however large
 * their row groups are.
 */
import { CodecId, type PhysicalType } from '@marquetry/core';
import type { HostileFile } from './files.js';
import { packedZeros } from './packed-zeros.js';
import { asStored, DOUBLE, dataPage, flatColumns, type HostileColumn, hostileFile, INT64 } from './wire.js';

/** Returns a column of `pages` pages, each with `byteLength` bytes of INT64 or DOUBLE zeros. */
function zeroColumn(pages: number, byteLength: number): HostileColumn {
  const codec = CodecId.ZSTD;
  const slots = byteLength / 8;
  const page = dataPage({ slots, values: { bytes: packedZeros(codec, byteLength), byteLength } });
  const uncompressedSize = pages * (byteLength + 100);
  return { codec, numValues: pages * slots, pages: Array<Uint8Array>(pages).fill(page), uncompressedSize };
}

function zeroFile(columns: number, pages: number, byteLength: number, type: PhysicalType = INT64): Uint8Array {
  const column = zeroColumn(pages, byteLength);
  const group = { numRows: column.numValues, columns: Array<HostileColumn>(columns).fill(column) };
  return hostileFile(flatColumns(columns, type), [group]);
}

/** Returns a file of `count` pages with one value each. */
function tinyPagesFile(count: number): Uint8Array {
  const page = dataPage({ slots: 1, values: asStored(new Uint8Array(8)) });
  const column = { numValues: count, pages: Array<Uint8Array>(count).fill(page) };
  return hostileFile(flatColumns(1, INT64), [{ numRows: count, columns: [column] }]);
}

/**
 * Legal files that are large when decoded. With `mustRead`, a LIMIT error is a fault, except for calls that return the whole result at
 * once.
 */
export const legalFiles: readonly HostileFile[] = [
  { name: 'legal-wide', mustRead: true, make: () => zeroFile(2000, 1, 2 ** 20) },
  { name: 'legal-group-2g', mustRead: true, make: () => zeroFile(16, 128, 2 ** 20, DOUBLE) },
  { name: 'legal-pages-8m', mustRead: true, make: () => zeroFile(2, 128, 2 ** 23) },
  { name: 'legal-tiny-pages', mustRead: true, make: () => tinyPagesFile(500_000) },
];
