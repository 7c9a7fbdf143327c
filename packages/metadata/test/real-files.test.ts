import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apacheProtocol, apacheRead, apacheTypes } from '../../thrift/test/apache.js';
import {
  readColumnIndex,
  readFileCryptoMetaData,
  readFileMetaData,
  readOffsetIndex,
  readPageHeader,
  writeFileMetaData,
} from '../src/index.js';
import { readStruct } from './apache-structs.js';

const root = new URL('../../../../shared/parquet-testing/', import.meta.url);
const present = existsSync(root);
const state = present ? '' : ' (skipped: ../shared/parquet-testing is absent)';

/** Returns the files in a folder and its subfolders that end with the Parquet magic. */
function filesIn(folder: string): { name: string; bytes: Uint8Array }[] {
  if (!present) return [];
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.parquet(\.encrypted)?$/.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(`${folder}/${name}`, root))) }));
}

function footerOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 8;
  const length = new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true);
  return bytes.subarray(end - length, end);
}

describe.skipIf(!present)(`reading the files of parquet-testing${state}`, () => {
  test('every footer is parsed as Apache Thrift parses it, and is unchanged after being written and read again', () => {
    let count = 0;
    let compared = 0;
    for (const { name, bytes } of [...filesIn('data'), ...filesIn('variant'), ...filesIn('shredded_variant')]) {
      const footer = footerOf(bytes);
      if (String.fromCharCode(...bytes.subarray(-4)) === 'PARE') {
        expect(readFileCryptoMetaData(footer).metadata.encryptionAlgorithm.kind).toMatch(/^AES_GCM/);
        continue;
      }
      const metadata = readFileMetaData(footer);
      const judged = apacheRead(apacheProtocol(footer), apacheTypes['struct'] as number);
      const written = writeFileMetaData(metadata);
      const known = knownFields(footer);
      if (known !== undefined) {
        expect([name, metadata]).toStrictEqual([name, known]);
        compared++;
      }
      expect([name, readFileMetaData(written)]).toStrictEqual([name, metadata]);
      expect(judged.type).toBe('struct');
      count++;
    }
    expect(count).toBeGreaterThan(40);
    expect(compared).toBeGreaterThan(40);
  });

  test('the page headers and page indexes of every chunk can be read', () => {
    let pages = 0;
    let indexes = 0;
    for (const { bytes } of filesIn('data')) {
      if (String.fromCharCode(...bytes.subarray(-4)) === 'PARE') continue;
      const { rowGroups } = readFileMetaData(footerOf(bytes));
      for (const { columns } of rowGroups) {
        for (const chunk of columns) {
          const { metaData } = chunk;
          if (metaData === undefined || chunk.cryptoMetadata !== undefined) continue;
          const offsets = [metaData.dataPageOffset, metaData.dictionaryPageOffset ?? 0].filter((offset) => offset > 0);
          let position = Math.min(...offsets);
          let slots = 0;
          while (slots < metaData.numValues) {
            const { header, byteLength } = readPageHeader(bytes, position);
            slots += header.dataPageHeader?.numValues ?? header.dataPageHeaderV2?.numValues ?? 0;
            position += byteLength + header.compressedPageSize;
            pages++;
          }
          expect(slots).toBe(metaData.numValues);
          if (chunk.offsetIndexOffset !== undefined && chunk.columnIndexOffset !== undefined) {
            const offsetIndex = readOffsetIndex(bytes.subarray(chunk.offsetIndexOffset));
            const columnIndex = readColumnIndex(bytes.subarray(chunk.columnIndexOffset));
            expect(columnIndex.nullPages.length).toBe(offsetIndex.pageLocations.length);
            indexes++;
          }
        }
      }
    }
    expect(pages).toBeGreaterThan(1000);
    expect(indexes).toBeGreaterThan(10);
  });

  test('a value count that is negative or has the wrong wire type is rejected as CORRUPT: bad_data/ARROW-RS-GH-6229-DICTHEADER', () => {
    const file = filesIn('bad_data').find(({ name }) => name.includes('GH-6229-DICTHEADER'));
    const bytes = file?.bytes ?? new Uint8Array(0);
    const [first, second] = readFileMetaData(footerOf(bytes)).rowGroups[0]?.columns ?? [];
    // The data page header of the first column stores num_values as an I16.
    for (const [chunk, reason] of [
      [first, 'DataPageHeader.numValues has wire type I16, not I32'],
      [second, 'DictionaryPageHeader.numValues is negative: -26'],
    ] as const) {
      const { dataPageOffset, dictionaryPageOffset = dataPageOffset } = chunk?.metaData ?? { dataPageOffset: -1 };
      expect(() => readPageHeader(bytes, dictionaryPageOffset)).toThrow(
        expect.objectContaining({ code: 'CORRUPT', reason }),
      );
    }
  });
});

/**
 * Reads the footer through Apache Thrift with the table in `structs.ts`. Returns undefined if the footer has fields
 * that are not in the table.
 */
function knownFields(footer: Uint8Array): unknown {
  try {
    return readStruct(apacheProtocol(footer), 'FileMetaData');
  } catch {
    return undefined;
  }
}
