import { crc32 as zlibCrc32 } from 'node:zlib';
import {
  type Codec,
  createLimits,
  createRegistry,
  type DirectValues,
  type Encoding,
  EncodingId,
  PageType,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import {
  crc32,
  isDataPage,
  isDictionaryPage,
  openDictionaryPage,
  openPage,
  readPageFrame,
  writeDataPage,
  writeDictionaryPage,
} from '@marquetry/page';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { dictionaryOf, opened } from './open.js';

const column = columnOf(PhysicalType.INT32);
const { PLAIN } = EncodingId;
const four = valuesOf(column, [1, 2, 3, 4]);

describe('crc32', () => {
  test('crc32 of the digits 1 to 9 is the published check value of CRC-32', () => {
    expect(crc32(new TextEncoder().encode('123456789')) >>> 0).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  test('crc32 returns the same value as zlib, for every length up to 70 bytes and every alignment', () => {
    const memory = Uint8Array.from({ length: 90 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
    for (let length = 0; length <= 70; length++) {
      const bytes = memory.subarray(length % 17, (length % 17) + length);
      expect([length, crc32(bytes)]).toEqual([length, zlibCrc32(bytes) | 0]);
    }
  });
});

describe('reading page frames', () => {
  test('isDataPage and isDictionaryPage check the type of a page', () => {
    const headers = [PageType.DATA_PAGE, PageType.DATA_PAGE_V2, PageType.DICTIONARY_PAGE, PageType.INDEX_PAGE].map(
      (type) => ({ type, uncompressedPageSize: 0, compressedPageSize: 0 }),
    );
    expect(headers.map(isDataPage)).toEqual([true, true, false, false]);
    expect(headers.map(isDictionaryPage)).toEqual([false, false, true, false]);
  });

  test('readPageFrame parses the statistics of the header unless `statistics` is false', () => {
    const statistics = { nullCount: 0, minValue: Uint8Array.of(1, 0, 0, 0), maxValue: Uint8Array.of(4, 0, 0, 0) };
    const values = new Uint8Array(16);
    const nulls = { kind: 'none', nullCount: 0 } as const;
    const { bytes } = writeDataPage({
      ...{ version: 1, column, encoding: PLAIN, values, slotCount: 4, rowCount: 4, nulls, statistics },
    });
    const headerOf = (options?: object) => readPageFrame(bytes, 0, options).header.dataPageHeader;
    expect(headerOf()?.statistics).toMatchObject(statistics);
    expect(headerOf({ statistics: true })?.statistics).toMatchObject(statistics);
    expect(headerOf({ statistics: false })?.statistics).toBeUndefined();
  });

  test('readPageFrame throws TRUNCATED for a truncated body, and the error states the offset of the body', () => {
    const bytes = buildDataPage({ column, encoding: PLAIN, values: four });
    const { headerSize } = readPageFrame(bytes, 0);
    const error = thrownBy(() => readPageFrame(bytes.subarray(0, bytes.length - 1), 0));
    expect([error.code, error.at.offset]).toEqual(['TRUNCATED', headerSize]);
  });

  test('readPageFrame throws LIMIT for a header longer than limits.headerBytes', () => {
    const bytes = buildDataPage({ column, encoding: PLAIN, values: four });
    const error = thrownBy(() => readPageFrame(bytes, 0, { limits: createLimits({ headerBytes: 4 }) }));
    expect(error.code).toBe('LIMIT');
  });
});

describe('size checks for the body of a page', () => {
  const page = (version: 1 | 2, codec?: Codec): Uint8Array =>
    buildDataPage({ version, column, encoding: PLAIN, values: four, ...(codec && { codec }) });

  test('opening a page throws INVALID_ARGUMENT if the body does not have the length stated in the header', () => {
    const { header, body } = readPageFrame(page(1), 0);
    const shared = { header, column, encodings: standardEncodings };
    const reason = 'the body has 15 bytes, but the header states 16';
    expect(thrownBy(() => openPage({ ...shared, body: body.subarray(1) }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason,
    });
    const dictionary = readPageFrame(buildDictionaryPage({ column, values: four }), 0);
    const options = { ...shared, header: dictionary.header, body: dictionary.body.subarray(1) };
    expect(thrownBy(() => openDictionaryPage(options))).toMatchObject({ code: 'INVALID_ARGUMENT', reason });
  });

  test('a body is rejected as CORRUPT if its levels are longer than the page as stored or than the uncompressed page', () => {
    const { header, body } = readPageFrame(page(2), 0);
    const withSizes = (definitionLevelsByteLength: number, uncompressedPageSize: number) => {
      const dataPageHeaderV2 = { ...header.dataPageHeaderV2!, definitionLevelsByteLength };
      const { crc: _, ...rest } = header;
      const forged = { ...rest, uncompressedPageSize, dataPageHeaderV2 };
      return thrownBy(() => openPage({ header: forged, body, column, encodings: standardEncodings })).reason;
    };
    expect(withSizes(17, 100)).toBe('the levels take 17 bytes, but the page has 16 bytes, 100 uncompressed');
    expect(withSizes(10, 9)).toBe('the levels take 10 bytes, but the page has 16 bytes, 9 uncompressed');
  });

  test('a body may be exactly as large as limits.pageBytes and the maximum expansion of the codec allow', () => {
    const limits = createLimits({ pageBytes: 16 });
    expect(opened(page(1, snappy), column, { codec: snappy, limits }).valueCount).toBe(4);
    const { header } = readPageFrame(page(1, snappy), 0);
    const expansion = header.uncompressedPageSize / header.compressedPageSize;
    const exact: Codec = { ...snappy, maxExpansion: expansion };
    expect(opened(page(1, snappy), column, { codec: exact }).valueCount).toBe(4);
    const less: Codec = { ...snappy, maxExpansion: expansion * 0.99 };
    expect(thrownBy(() => opened(page(1, snappy), column, { codec: less })).code).toBe('CORRUPT');
    const unbounded = { contract: 1, id: snappy.id, name: snappy.name, decompress: snappy.decompress } as const;
    expect(opened(page(1, snappy), column, { codec: unbounded }).valueCount).toBe(4);
  });

  test('reading a page calls the codec unless the body is empty both as stored and uncompressed', () => {
    const calls: [number, number][] = [];
    const noting: Codec = {
      ...{ contract: 1, id: snappy.id, name: 'NOTING' },
      decompress: (packed, into) => void calls.push([packed.length, into.length]),
    };
    const unpack = (stored: number, uncompressed: number): void => {
      const { header } = readPageFrame(page(1), 0);
      const { crc: _, ...rest } = header;
      const dataPageHeader = { ...header.dataPageHeader!, numValues: 0 };
      const sizes = { compressedPageSize: stored, uncompressedPageSize: uncompressed };
      const forged = { ...rest, ...sizes, dataPageHeader };
      openPage({ header: forged, body: new Uint8Array(stored), column, encodings: standardEncodings, codec: noting });
    };
    unpack(0, 0);
    unpack(1, 0);
    unpack(0, 8);
    expect(calls).toEqual([
      [1, 0],
      [0, 8],
    ]);
  });
});

describe('dictionary entries', () => {
  const memory = new Uint8Array(64);
  const allocateBody = (byteLength: number): Uint8Array => memory.subarray(0, byteLength);

  test('dictionary entries do not alias the memory that `allocateBody` returned, so it may be reused', () => {
    const packed = buildDictionaryPage({ column, values: four, codec: snappy });
    const entries = dictionaryOf(packed, column, { codec: snappy, allocateBody });
    memory.fill(0xee);
    expect(plainOf(entries)).toEqual([1, 2, 3, 4]);
    expect(entries.layout !== 'bits' && entries.layout !== 'bytes' && entries.data.buffer === memory.buffer).toBe(
      false,
    );
  });

  test('dictionary entries alias the page if it is not compressed, with and without `allocateBody`', () => {
    const stored = buildDictionaryPage({ column, values: four });
    const { header, headerSize } = readPageFrame(stored, 0);
    const body = new Uint8Array(new ArrayBuffer(16));
    body.set(stored.subarray(headerSize));
    for (const more of [{}, { allocateBody }]) {
      const entries = openDictionaryPage({ header, body, column, encodings: standardEncodings, ...more });
      expect([plainOf(entries), entries.data.buffer === body.buffer]).toEqual([[1, 2, 3, 4], true]);
    }
  });

  test('a dictionary may have exactly as many entries as limits.dictionaryValues allows', () => {
    const page = buildDictionaryPage({ column, values: four });
    expect(plainOf(dictionaryOf(page, column, { limits: createLimits({ dictionaryValues: 4 }) }))).toHaveLength(4);
    const limits = createLimits({ dictionaryValues: 3 });
    expect(thrownBy(() => dictionaryOf(page, column, { limits })).code).toBe('LIMIT');
  });

  test('dictionary entries of BYTE_ARRAY are unchanged when the memory of the page is reused', () => {
    const bytes = columnOf(PhysicalType.BYTE_ARRAY);
    const { bytes: page } = writeDictionaryPage({
      ...{ column: bytes, dictionary: valuesOf(bytes, ['a', '', 'bc']), encodings: standardEncodings, codec: snappy },
    });
    const entries = dictionaryOf(page, bytes, { codec: snappy, allocateBody });
    memory.fill(0xee);
    expect(plainOf(entries)).toEqual(plainOf(valuesOf(bytes, ['a', '', 'bc'])));
  });
});

test('errors thrown by a decoder in read, readInto and skip state the ordinal of the page', () => {
  const { header, body } = readPageFrame(buildDataPage({ column, encoding: PLAIN, values: four }), 0);
  const { resolve } = standardEncodings;
  const plain = resolve(PLAIN, column);
  const failing = {
    ...plain,
    decoder: () => {
      const fail = (): never => {
        throw thrownBy(() => openPage({ header, body: new Uint8Array(0), column, encodings: standardEncodings }));
      };
      return { remaining: 4, read: fail, readInto: fail, skip: fail };
    },
  };
  const encodings = standardEncodings.replace(failing);
  const page = openPage({ header, body, column, encodings, at: { page: 7 } });
  const decoder = page.values();
  for (const action of [
    () => decoder.read(1),
    () => decoder.skip(1),
    () => page.readInto({} as Parameters<typeof page.readInto>[0]),
  ]) {
    expect(thrownBy(action).at.page).toBe(7);
  }
});

test('opening a dictionary page throws UNSUPPORTED if the encoding returns indices instead of dictionary entries', () => {
  const indices = { layout: 'dictionary', type: column.type, length: 4, indices: new Int32Array(4), dictionary: four };
  const plain = standardEncodings.resolve(PLAIN, column);
  const decoder = (...args: Parameters<Encoding['decoder']>) => ({
    ...{ remaining: 4, readInto: () => {}, skip: () => {} },
    // This decoder violates its contract by returning dictionary indices for PLAIN.
    read: () => (args.length > 0 ? indices : four) as Values,
  });
  const bytes = buildDictionaryPage({ column, values: four as DirectValues });
  const error = thrownBy(() => dictionaryOf(bytes, column, { encodings: createRegistry([{ ...plain, decoder }]) }));
  expect([error.code, error.reason]).toEqual(['UNSUPPORTED', 'PLAIN returned indices instead of dictionary entries']);
});

test.each([1, 2] as const)(
  'writing a v%i page without values calls the codec if the version is 1, but not if it is 2',
  (version) => {
    const none: Codec = {
      ...snappy,
      compress: () => {
        throw new Error('asked');
      },
    };
    const nulls = { kind: 'none', nullCount: 0 } as const;
    const values = new Uint8Array(0);
    const write = (codec: Codec) =>
      writeDataPage({ version, column, encoding: PLAIN, values, slotCount: 0, rowCount: 0, nulls, codec });
    if (version === 1) expect(() => write(none)).toThrow('asked');
    else expect(write(none).header.compressedPageSize).toBe(0);
  },
);

describe('levels of a v2 page', () => {
  const optional = columnOf(PhysicalType.INT32, [1, 0]);
  const values = valuesOf(optional, [1, 2]);
  const definition = [1, 0, 1, 0];

  test('levels of a v2 page are read as RLE, even if the header also contains a v1 header that states BIT_PACKED', () => {
    const bytes = buildDataPage({ version: 2, column: optional, encoding: PLAIN, values, definition });
    const { header, body } = readPageFrame(bytes, 0);
    const dataPageHeader = {
      ...{ numValues: 4, encoding: PLAIN },
      ...{ definitionLevelEncoding: EncodingId.BIT_PACKED, repetitionLevelEncoding: EncodingId.BIT_PACKED },
    };
    const page = openPage({
      header: { ...header, dataPageHeader },
      body,
      column: optional,
      encodings: standardEncodings,
    });
    expect([page.nulls.nullCount, plainOf(page.values().read(2))]).toEqual([2, [1, 2]]);
  });

  test('levels of a v2 page end at the length stated in the header, not at the end of their last run', () => {
    const list = columnOf(PhysicalType.INT32, [1, 1]);
    const whole = { version: 2, column: list, encoding: PLAIN, values: four, repetition: [0, 1, 0, 1] } as const;
    const stated = readPageFrame(buildDataPage(whole), 0).header.dataPageHeaderV2;
    // According to the forged lengths, the repetition levels end after the first byte of their run.
    const definitionLevelsByteLength = (stated?.definitionLevelsByteLength ?? 0) + 1;
    const forged = { repetitionLevelsByteLength: 1, definitionLevelsByteLength };
    expect(stated?.repetitionLevelsByteLength).toBe(2);
    const error = thrownBy(() => opened(buildDataPage({ ...whole, header: { data: forged } }), list));
    expect([error.code, error.at.part]).toEqual(['TRUNCATED', 'repetition levels']);
  });
});
