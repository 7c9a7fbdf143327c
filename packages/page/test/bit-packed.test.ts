/**
 * Tests BIT_PACKED levels, which are deprecated and defined only for v1
 * (Encodings.md#bit-packed-deprecated-bit_packed--4). No public file with such levels was found, so the expected bytes
 * were computed by hand.
 */
import { createLimits, EncodingId, type LeafColumn, type Nulls, noNulls, PhysicalType } from '@marquetry/core';
import { writePageHeader } from '@marquetry/metadata';
import { writeDataPage } from '@marquetry/page';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex, join } from '@marquetry/test-support/hex.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { opened, slots } from './open.js';

const junk = 'ff ff ff ff ff ff ff ff ff ff';
const optional = columnOf(PhysicalType.INT32, [1, 0]);

/** Returns the page that `writeDataPage` writes, without a checksum. */
function written(column: LeafColumn, nulls: Nulls, slotCount: number, rowCount: number, values: Uint8Array) {
  return writeDataPage({
    ...{ version: 1, column, encoding: EncodingId.PLAIN, values, slotCount, rowCount, nulls, checksum: false },
    levelEncoding: EncodingId.BIT_PACKED,
  });
}

/**
 * Builds a v1 page whose body consists of the given parts. `encodings` are the encodings of the definition and
 * repetition levels.
 */
function pageOf(slotCount: number, encodings: readonly [number, number], body: Uint8Array): Uint8Array {
  const header = writePageHeader({
    type: 0,
    uncompressedPageSize: body.length,
    compressedPageSize: body.length,
    dataPageHeader: {
      numValues: slotCount,
      encoding: EncodingId.PLAIN,
      definitionLevelEncoding: encodings[0],
      repetitionLevelEncoding: encodings[1],
    },
  });
  return join(header, body, hex(junk));
}

describe('reading BIT_PACKED levels of hand-encoded pages', () => {
  test('BIT_PACKED levels are read for 11 slots of a flat optional column', () => {
    const page = `
      15 00 15 1c 15 1c | DATA_PAGE, 14 bytes
      2c 15 16          |   11 slots
         15 00          |   PLAIN
         15 08 15 08    |   levels BIT_PACKED
         00 00
      20                | 0 0 1 0 0 0 0 0
      60                | 0 1 1, and five bits that are nobody's
      07 00 00 00       | 7
      f9 ff ff ff       | -7
      01 00 00 00       | 1`;
    const bytes = hex(`${page} \n ${junk}`);
    const bits = Uint8Array.of(0b00000100, 0b00000110);
    expect(opened(bytes, optional).nulls).toEqual({ kind: 'bitmap', bits, nullCount: 8 });
    expect(slots(bytes, optional)).toEqual([null, null, 7, null, null, null, null, null, null, -7, 1]);
    const nulls: Nulls = { kind: 'bitmap', bits, nullCount: 8 };
    expect(written(optional, nulls, 11, 11, hex('07000000 f9ffffff 01000000')).bytes).toEqual(hex(page));
  });

  test('the bits after the last slot of BIT_PACKED levels are ignored', () => {
    const bytes = hex(`
      15 00 15 12 15 12 2c 15 06 15 00 15 08 15 08 00 00
      bf                | 1 0 1, and 1 1 1 1 1
      07 00 00 00 f9 ff ff ff ${junk}`);
    expect(slots(bytes, optional)).toEqual([7, null, -7]);
    const { nulls } = opened(bytes, optional);
    expect(nulls.kind === 'bitmap' ? nulls.bits : undefined).toEqual(Uint8Array.of(0b101));
  });

  test('BIT_PACKED levels of a page without nulls yield nulls of the kind "none"', () => {
    const bytes = hex(`
      15 00 15 12 15 12 2c 15 04 15 00 15 08 15 08 00 00
      c0                | 1 1
      01 00 00 00 02 00 00 00 ${junk}`);
    expect(opened(bytes, optional).nulls).toEqual(noNulls);
    expect(written(optional, noNulls, 2, 2, hex('01000000 02000000')).bytes).toEqual(bytes.subarray(0, -10));
  });

  test('BIT_PACKED levels of lists of lists are read, with 2 bits per repetition level, 3 bits per definition level, and unused bits in the last byte', () => {
    const page = `
      15 00 15 22 15 22 | DATA_PAGE, 17 bytes
      2c 15 0e          |   7 slots
         15 00          |   PLAIN
         15 08 15 08    |   levels BIT_PACKED
         00 00
      24                | repetition levels: 00 10 01 00
      18                |   00 01 10, and two bits
      b2                | definition levels: 101 100 10
      87                |   1 000 011 1
      28                |   00 101, and three bits
      05 00 00 00       | [[5, null], [6]]
      06 00 00 00       | null
      07 00 00 00       | [[], [null, 7]]`;
    const column = columnOf(PhysicalType.INT32, [5, 2]);
    const bytes = hex(`${page} \n ${junk}`);
    const nulls: Nulls = {
      kind: 'levels',
      definition: Uint8Array.of(5, 4, 5, 0, 3, 4, 5),
      repetition: Uint8Array.of(0, 2, 1, 0, 0, 1, 2),
      nullCount: 4,
    };
    const { slotCount, valueCount, rowCount, ...read } = opened(bytes, column);
    expect(read.nulls).toEqual(nulls);
    expect([slotCount, valueCount, rowCount]).toEqual([7, 3, 3]);
    const values = hex('05000000 06000000 07000000');
    expect(written(column, nulls, 7, 3, values).bytes).toEqual(hex(page));
  });

  test('BIT_PACKED levels are read from a page in which levels and values are compressed', () => {
    const nulls: Nulls = { kind: 'bitmap', bits: Uint8Array.of(0b10110), nullCount: 2 };
    const { bytes } = writeDataPage({
      ...{ version: 1, column: optional, encoding: EncodingId.PLAIN, slotCount: 5, rowCount: 5, nulls, codec: snappy },
      values: hex('01000000 02000000 03000000'),
      levelEncoding: EncodingId.BIT_PACKED,
    });
    expect(slots(bytes, optional, { codec: snappy })).toEqual([null, 1, 2, null, 3]);
  });

  test('BIT_PACKED levels of zero slots take no bytes', () => {
    const page = pageOf(0, [4, 4], new Uint8Array(0));
    expect(slots(page, optional)).toEqual([]);
    expect(written(optional, noNulls, 0, 0, new Uint8Array(0)).header.uncompressedPageSize).toBe(0);
  });
});

describe('reading BIT_PACKED levels of every width', () => {
  /** Packs levels, most significant bit first, and fills the last byte with ones. */
  const packed = (levels: readonly number[], width: number): Uint8Array => {
    const bits = levels.map((level) => level.toString(2).padStart(width, '0')).join('');
    return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '1'), 2));
  };
  const maxima = [1, 2, 3, 4, 7, 8, 15, 20, 31, 40, 63, 64, 127, 200, 255];

  test.each(maxima)('BIT_PACKED levels with a maximum of %i are read for 0 to 40 slots', (maximum) => {
    const width = maximum.toString(2).length;
    for (let slotCount = 0; slotCount <= 40; slotCount++) {
      const definition = Array.from({ length: slotCount }, (_, i) => (i % 3 === 0 ? maximum : (i * 7) % (maximum + 1)));
      const repetition = Array.from({ length: slotCount }, (_, i) => (i === 0 ? 0 : (i * 5) % (maximum + 1)));
      const column = columnOf(PhysicalType.INT32, [maximum, maximum]);
      const valueCount = definition.filter((level) => level === maximum).length;
      const values = new Uint8Array(Int32Array.from({ length: valueCount }, (_, i) => i + 1000).buffer);
      const body = join(packed(repetition, width), packed(definition, width), values);
      const page = opened(pageOf(slotCount, [4, 4], body), column);
      expect(page.nulls).toEqual({
        kind: 'levels',
        definition: Uint8Array.from(definition),
        repetition: Uint8Array.from(repetition),
        nullCount: slotCount - valueCount,
      });
      const read = page.values().read(valueCount);
      expect(read.layout === 'fixed' ? [...(read.data as Int32Array)].at(-1) : 0).toBe(
        valueCount === 0 ? undefined : 999 + valueCount,
      );
      const rowCount = repetition.filter((level) => level === 0).length;
      const again = written(column, page.nulls, slotCount, rowCount, values);
      expect(again.header.uncompressedPageSize).toBe(body.length);
      expect(opened(again.bytes, column).nulls).toEqual(page.nulls);
    }
  });

  test('levels are read if only the repetition levels or only the definition levels are BIT_PACKED', () => {
    const column = columnOf(PhysicalType.INT32, [2, 1]);
    const expected = {
      kind: 'levels',
      definition: Uint8Array.of(2, 1, 0),
      repetition: Uint8Array.of(0, 1, 0),
      nullCount: 2,
    };
    const mixed = [
      pageOf(3, [3, 4], hex('40 | 010 \n 03000000 03 0600 | 2 1 0 \n 2a000000')),
      pageOf(3, [4, 3], hex('02000000 03 02 | 0 1 0 \n 90 | 10 01 00 \n 2a000000')),
    ];
    for (const bytes of mixed) {
      expect(opened(bytes, column).nulls).toEqual(expected);
      expect(slots(bytes, column)).toEqual([42, null, null]);
    }
  });
});

describe('rejecting invalid BIT_PACKED levels', () => {
  const nested = columnOf(PhysicalType.INT32, [3, 1]);
  const at = { column: 'c', page: 2 };

  test.each([
    ['truncated definition levels', 9, optional, 'ff', 'TRUNCATED', 'definition levels'],
    ['missing levels', 1, optional, '', 'TRUNCATED', 'definition levels'],
    ['truncated repetition levels', 17, nested, 'ff ff', 'TRUNCATED', 'repetition levels'],
    ['definition levels truncated after repetition levels', 8, nested, '00 ff', 'TRUNCATED', 'definition levels'],
    ['a forged count', 2 ** 27, optional, 'ff ff ff ff', 'TRUNCATED', 'definition levels'],
  ] as const)(
    'opening a BIT_PACKED page with %s throws TRUNCATED, and the error names the kind of levels',
    (_, slotCount, column, body, code, part) => {
      const error = thrownBy(() => opened(pageOf(slotCount, [4, 4], hex(body)), column, { at }));
      expect([error.code, error.at.part, error.at.column, error.at.page]).toEqual([code, part, 'c', 2]);
    },
  );

  test('a BIT_PACKED level above the maximum is rejected as CORRUPT, even in the last slot, but bits after the last slot are ignored', () => {
    const column = columnOf(PhysicalType.INT32, [2, 0]);
    const read = (bits: string) => opened(pageOf(3, [4, 4], hex(bits)), column);
    expect(thrownBy(() => read('c0')).code).toBe('CORRUPT');
    expect(thrownBy(() => read('0c')).code).toBe('CORRUPT');
    expect(read('03').nulls).toEqual({ kind: 'levels', definition: new Uint8Array(3), nullCount: 3 });
  });

  test('BIT_PACKED levels that exceed limits.decodedBytes when decoded throw LIMIT', () => {
    const limits = createLimits({ decodedBytes: 15 });
    const error = thrownBy(() => opened(pageOf(16, [4, 4], hex('ffff')), nested, { limits }));
    expect([error.code, error.at.part]).toEqual(['LIMIT', 'repetition levels']);
  });

  test('opening a page whose levels are neither RLE nor BIT_PACKED throws UNSUPPORTED, and the error names the encoding', () => {
    const error = thrownBy(() => opened(pageOf(1, [5, 3], hex('80 2a000000')), optional, { at }));
    expect([error.code, error.at.part, error.at.column]).toEqual(['UNSUPPORTED', 'definition levels', 'c']);
    expect(error.reason).toContain('DELTA_BINARY_PACKED (5)');
  });

  test('opening a BIT_PACKED page with a body of random bytes yields a page or a ParquetError', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(100),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 0, max: 255 }),
        (body, slotCount, maxDefinition, maxRepetition) => {
          const column = columnOf(PhysicalType.INT32, [maxDefinition, maxRepetition]);
          const read = () => {
            const page = opened(pageOf(slotCount, [4, 4], body), column);
            return page.values().read(page.valueCount);
          };
          try {
            expect(read().length).toBeLessThanOrEqual(slotCount);
          } catch (error) {
            expect((error as { code?: string }).code).toMatch(/TRUNCATED|CORRUPT/);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test('writing a v2 page with BIT_PACKED levels throws INVALID_ARGUMENT', () => {
  const error = thrownBy(() =>
    writeDataPage({
      ...{ version: 2, column: optional, encoding: EncodingId.PLAIN, slotCount: 1, rowCount: 1, nulls: noNulls },
      values: hex('01000000'),
      levelEncoding: EncodingId.BIT_PACKED,
    }),
  );
  expect(error.code).toBe('INVALID_ARGUMENT');
  expect(error.reason).toBe('`levelEncoding` of a v2 page must be RLE, got BIT_PACKED');
});
