import { javascriptKernels } from '@marquetry/bit-io';
import { concat, createRowReader } from '@marquetry/column';
import { defineEncoding, EncodingId, PhysicalType } from '@marquetry/core';
import { readPageFrame } from '@marquetry/page';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, type Plain, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { readAll, readPortions, readRuns, type SelectionForm, selectionIn, sequenceOf, slotsOfAll } from './reading.js';

const { PLAIN, RLE_DICTIONARY, DELTA_BYTE_ARRAY, DELTA_BINARY_PACKED } = EncodingId;
const forms: readonly SelectionForm[] = ['runs', 'bits'];

describe('reading rows of a flat optional column', () => {
  const column = columnOf(PhysicalType.BYTE_ARRAY, [1, 0]);
  const rows = Array.from({ length: 100 }, (_, i) =>
    i % 5 === 1 || i === 0 || (i > 60 && i < 75) ? null : `v${i % 13}`,
  );
  const dictionary = valuesOf(column, [...new Set(rows.filter((row) => row !== null))]);
  const names = plainOf(dictionary);
  const page = (from: number, to: number, encoding: number, version: 1 | 2): Uint8Array => {
    const slots = rows.slice(from, to);
    const present = slots.filter((slot) => slot !== null);
    const values =
      encoding === RLE_DICTIONARY
        ? indicesOf(
            dictionary,
            present.map((v) => names.indexOf(v)),
          )
        : valuesOf(column, present);
    return buildDataPage({
      version,
      column,
      encoding,
      values,
      definition: slots.map((slot) => (slot === null ? 0 : 1)),
    });
  };
  const pages = [
    buildDictionaryPage({ column, values: dictionary }),
    page(0, 7, RLE_DICTIONARY, 1),
    page(7, 8, RLE_DICTIONARY, 2),
    page(8, 30, RLE_DICTIONARY, 2),
    page(30, 55, PLAIN, 1),
    page(55, 80, DELTA_BYTE_ARRAY, 2),
    page(80, 100, RLE_DICTIONARY, 1),
  ];

  test('a column piece spans pages, and ends where pages start or stop using the dictionary', () => {
    const pieces = readAll(column, pages);
    expect(pieces.map(({ values, slotCount, rowCount }) => [values.layout, slotCount, rowCount])).toEqual([
      ['dictionary', 30, 30],
      ['bytes', 50, 50],
      ['dictionary', 20, 20],
    ]);
    expect(slotsOfAll(pieces, column)).toEqual(rows);
  });

  test('with `decodeDictionaries`, one column piece spans pages with and without a dictionary', () => {
    const pieces = readAll(column, pages, { decodeDictionaries: true });
    expect(pieces.map(({ values }) => values.layout)).toEqual(['bytes']);
    expect(slotsOfAll(pieces, column)).toEqual(rows);
  });

  test.each([1, 2, 3, 7, 8, 9, 33])(
    'reads of %i rows at a time return the same slots as one read, as indices and as plain values, whether or not nulls have an entry in the values',
    (size) => {
      const portions = Array.from({ length: Math.ceil(100 / size) }, (_, i) => Math.min(size, 100 - size * i));
      for (const spaced of [false, true]) {
        for (const flat of [false, true]) {
          const parts = readPortions(column, pages, portions, { spaced, decodeDictionaries: flat });
          expect(parts.map((pieces) => slotsOfAll(pieces, column).length)).toEqual(portions);
          expect(slotsOfAll(parts.flat(), column)).toEqual(rows);
        }
      }
    },
  );

  test('every range of rows can be read after skipping the rows before it', () => {
    for (let from = 0; from < 100; from += 3) {
      for (let to = from + 1; to <= 100; to += 11) {
        const portions = from === 0 ? [to] : [-from, to - from];
        const pieces = readPortions(column, pages, portions).at(-1)!;
        expect(slotsOfAll(pieces, column)).toEqual(rows.slice(from, to));
      }
    }
  });

  test('in the null bitmap of a column piece, the bits after the last slot are 0; a piece without nulls has no bitmap', () => {
    const [first] = readPortions(column, pages, [5]);
    expect(first?.[0]?.nulls).toEqual({ kind: 'bitmap', bits: Uint8Array.of(0b11100), nullCount: 2 });
    const [, second] = readPortions(column, pages, [-2, 4]);
    expect(second?.[0]?.nulls).toEqual({ kind: 'none', nullCount: 0 });
  });

  test('pages that contain only nulls are read, whether they come before or after pages with values', () => {
    const nothing = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, []), definition: [0, 0, 0] });
    const something = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, ['x']), definition: [1] });
    for (const spaced of [false, true]) {
      expect(slotsOfAll(readAll(column, [nothing, something, nothing], { spaced }), column)).toEqual([
        null,
        null,
        null,
        'x',
        null,
        null,
        null,
      ]);
      expect(slotsOfAll(readAll(column, [something, nothing], { spaced }), column)).toEqual(['x', null, null, null]);
    }
  });
});

describe('reading rows of optional structs, which have levels but no lists', () => {
  const column = columnOf(PhysicalType.INT32, [3, 0]);
  const definition = Array.from({ length: 60 }, (_, i) => (i < 20 ? 3 : [3, 0, 1, 2, 3, 3][i % 6]!));
  const rows = definition.map((level, i) => (level === 3 ? i : null));
  const page = (from: number, to: number): Uint8Array =>
    buildDataPage({
      column,
      encoding: DELTA_BINARY_PACKED,
      values: valuesOf(
        column,
        rows.slice(from, to).filter((row) => row !== null),
      ),
      definition: definition.slice(from, to),
    });
  const pages = [page(0, 20), page(20, 41), page(41, 60)];

  test('a column piece has levels even if some of its pages have none', () => {
    const [piece] = readAll(column, pages);
    expect(piece?.nulls).toEqual({
      kind: 'levels',
      definition: Uint8Array.from(definition),
      nullCount: rows.filter((r) => r === null).length,
    });
    expect(piece?.rowCount).toBe(60);
  });

  test('a column piece without nulls has no levels, even if other slots of its page are null', () => {
    expect(readPortions(column, pages, [-22, 2])[1]?.[0]?.nulls).toEqual({ kind: 'none', nullCount: 0 });
  });

  test.each([1, 4, 7])(
    'reads of %i rows at a time return the same slots of optional structs as one read, whether or not nulls have an entry in the values',
    (size) => {
      const portions = Array.from({ length: Math.ceil(60 / size) }, (_, i) => Math.min(size, 60 - size * i));
      for (const spaced of [false, true]) {
        expect(slotsOfAll(readPortions(column, pages, portions, { spaced }).flat(), column)).toEqual(rows);
      }
    },
  );

  test('reading a page row by row decodes each value once, and skips none', () => {
    const count = 60_000;
    const levels = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 3 : 1));
    const values = valuesOf(
      column,
      Array.from({ length: count / 2 }, (_, i) => i),
    );
    const wide = [buildDataPage({ column, encoding: PLAIN, values, definition: levels })];
    const work = { decoders: 0, read: 0, skipped: 0 };
    const plain = standardEncodings.resolve(PLAIN, column);
    const counted = defineEncoding({
      ...plain,
      decoder: (bytes, context) => {
        work.decoders++;
        const decoder = plain.decoder(bytes, context);
        return {
          get remaining() {
            return decoder.remaining;
          },
          read: (n) => decoder.read(n),
          readInto: (target, n) => {
            work.read += n;
            decoder.readInto(target, n);
          },
          skip: (n) => {
            work.skipped += n;
            decoder.skip(n);
          },
        };
      },
    });
    const encodings = standardEncodings.replace(counted);
    const parts = readPortions(column, wide, Array(count).fill(1), { spaced: true, encodings });
    expect(slotsOfAll(parts[59_998]!, column)).toEqual([29_999]);
    expect(work).toEqual({ decoders: 1, read: count / 2, skipped: 0 });
  });
});

describe("reading lists: records r1 and r2 of the Dremel paper's Document", () => {
  // The example from Melnik et al., VLDB 2010, figure 3.
  const cases: readonly (readonly [
    string,
    readonly [number, number],
    PhysicalType,
    readonly Plain[],
    number[],
    number[],
  ])[] = [
    ['Name.Url', [2, 1], 6, ['http://A', 'http://B', 'http://C'], [2, 2, 1, 2], [0, 1, 1, 0]],
    ['Links.Forward', [2, 1], 2, [20n, 40n, 60n, 80n], [2, 2, 2, 2], [0, 1, 1, 0]],
    ['Links.Backward', [2, 1], 2, [10n, 30n], [1, 2, 2], [0, 0, 1]],
    ['Name.Language.Code', [2, 2], 6, ['en-us', 'en', 'en-gb'], [2, 2, 1, 2, 1], [0, 2, 1, 1, 0]],
    ['Name.Language.Country', [3, 2], 6, ['us', 'gb'], [3, 2, 1, 3, 1], [0, 2, 1, 1, 0]],
  ];

  test.each(cases)(
    'the row reader reads the rows of the column %s',
    (_, levels, type, items, definition, repetition) => {
      const column = columnOf(type, levels);
      for (const version of [1, 2] as const) {
        const bytes = buildDataPage({
          version,
          column,
          encoding: PLAIN,
          values: valuesOf(column, items),
          definition,
          repetition,
        });
        const [piece] = readAll(column, [bytes]);
        expect(piece?.nulls).toEqual({
          kind: 'levels',
          definition: Uint8Array.from(definition),
          repetition: Uint8Array.from(repetition),
          nullCount: definition.filter((level) => level < levels[0]).length,
        });
        expect(plainOf(piece!.values)).toEqual(items);
        expect([piece?.slotCount, piece?.rowCount]).toEqual([definition.length, 2]);

        const [r1, r2] = readPortions(column, [bytes], [1, 1]);
        const split = repetition.lastIndexOf(0);
        expect(r1?.[0]?.nulls).toMatchObject({ repetition: Uint8Array.from(repetition.slice(0, split)) });
        expect(r2?.[0]?.nulls).toMatchObject({ definition: Uint8Array.from(definition.slice(split)) });
        expect([...plainOf(r1![0]!.values), ...plainOf(r2![0]!.values)]).toEqual(items);
      }
    },
  );
});

describe('v1 pages that start inside a row', () => {
  const column = columnOf(PhysicalType.INT32, [1, 1]);
  // Rows: [0 1 2] [3] [4 5 6 7] [] [8 9]
  const definition = [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1];
  const repetition = [0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1];
  const values = (from: number, to: number): Plain[] => {
    const valid = (end: number): number => definition.slice(0, end).filter((level) => level === 1).length;
    return Array.from({ length: valid(to) - valid(from) }, (_, i) => valid(from) + i);
  };
  const split = (...ends: number[]): Uint8Array[] =>
    ends.map((end, i) => {
      const from = i === 0 ? 0 : ends[i - 1]!;
      return buildDataPage({
        column,
        encoding: PLAIN,
        values: valuesOf(column, values(from, end)),
        definition: definition.slice(from, end),
        repetition: repetition.slice(from, end),
      });
    });
  const expected = [[0, 1, 2], [3], [4, 5, 6, 7], [null], [8, 9]];

  const splits = Array.from({ length: 2 ** 10 }, (_, mask) => [
    ...Array.from({ length: 10 }, (_, i) => i + 1).filter((i) => (mask >> (i - 1)) & 1),
    11,
  ]).filter((_, mask) => isFull || mask % 9 === 0);

  test('rows that continue in the next page are complete, wherever pages end and however many rows are read at a time', () => {
    for (const ends of splits) {
      const pages = split(...ends);
      for (const portions of [[5], [1, 1, 1, 1, 1], [2, 3], [3, 2], [4, 1]]) {
        const parts = readPortions(column, pages, portions);
        let row = 0;
        for (const [i, pieces] of parts.entries()) {
          expect(slotsOfAll(pieces, column)).toEqual(expected.slice(row, row + portions[i]!).flat());
          expect(pieces.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(portions[i]);
          row += portions[i]!;
        }
      }
    }
  });

  test('leastByteLength includes the levels of the slots in the current page that continue the unfinished row', () => {
    const [first, second] = split(2, 11);
    const sequence = sequenceOf(column, { slotCount: 11 });
    const pageOf = (bytes: Uint8Array) => {
      const { header, body } = readPageFrame(bytes, 0);
      return sequence.accept(header, body)!;
    };
    const reader = createRowReader({ column });
    reader.begin(5);
    reader.supply(pageOf(first!));
    // The next slot starts a new row, so no more bytes are needed.
    expect(reader.leastByteLength).toBe(reader.byteLength);
    reader.fill();
    reader.supply(pageOf(second!));
    // The first slot of this page continues the row.
    expect(reader.leastByteLength).toBe(reader.byteLength + 2);
  });

  test("skipping a row also skips the row's slots in the next page", () => {
    for (const ends of splits) {
      for (let skip = 1; skip < 5; skip++) {
        const pieces = readPortions(column, split(...ends), [-skip, 5 - skip])[1]!;
        expect(slotsOfAll(pieces, column)).toEqual(expected.slice(skip).flat());
      }
    }
  });

  test('selected rows are read correctly, wherever pages end', () => {
    const every = fullOr(7, 13);
    for (let chosen = 1; chosen < 2 ** 5; chosen++) {
      const rows = [0, 1, 2, 3, 4].filter((row) => (chosen >> row) & 1);
      const runs: [number, number][] = [];
      for (const row of rows) {
        const last = runs.at(-1);
        if (last?.[1] === row) last[1] = row + 1;
        else runs.push([row, row + 1]);
      }
      for (const ends of splits.filter((_, i) => i % every === chosen % every)) {
        for (const portion of [1, 2, 5]) {
          for (const form of forms) {
            const pieces = readRuns(column, split(...ends), runs, portion, { rowCount: 5, form });
            expect(slotsOfAll(pieces, column)).toEqual(rows.flatMap((row) => expected[row]!));
            expect(pieces.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(rows.length);
          }
        }
      }
    }
  });

  test('v2 pages without selected rows are skipped without being opened', () => {
    const page = (items: Plain[], data: object = {}): Uint8Array =>
      buildDataPage({
        version: 2,
        column,
        encoding: PLAIN,
        values: valuesOf(column, items),
        repetition: [0, 1, 0],
        header: { data },
      });
    // The header of the second page names an encoding that does not exist, so opening the page would fail.
    const pages = [page([1, 2, 3]), page([4, 5, 6], { encoding: 99 }), page([7, 8, 9])];
    const runs = [
      [0, 1],
      [4, 5],
    ] as const;
    for (const portion of [1, 2]) {
      expect(slotsOfAll(readRuns(column, pages, runs, portion, { rowCount: 6 }), column)).toEqual([1, 2, 7, 8]);
    }
  });

  test('v2 pages are skipped without being opened, because their headers have a row count', () => {
    const page = (data: object): Uint8Array =>
      buildDataPage({
        version: 2,
        column,
        encoding: PLAIN,
        values: valuesOf(column, [1, 2, 3]),
        repetition: [0, 1, 0],
        header: { data },
      });
    // The page header names an encoding that does not exist, and the checksum is wrong, so opening the page would fail.
    const closed = page({ encoding: 99 });
    const [, pieces] = readPortions(column, [closed, page({}), page({})], [-3, 1]);
    expect(slotsOfAll(pieces!, column)).toEqual([3]);
  });

  test('a v2 page that states more rows than slots is opened instead of skipped, and throws an error', () => {
    const forged = buildDataPage({
      version: 2,
      column,
      encoding: PLAIN,
      values: valuesOf(column, [1, 2]),
      header: { data: { numRows: 3 } },
    });
    expect(() => readPortions(column, [forged, forged], [-4, 1])).toThrow(/header states 3 rows/);
  });

  test('a v2 page of a flat column is skipped by its number of slots, even if its header states a different number of rows', () => {
    const flat = columnOf(PhysicalType.INT32);
    const page = (numRows: number, ...items: number[]): Uint8Array =>
      buildDataPage({
        version: 2,
        column: flat,
        encoding: PLAIN,
        values: valuesOf(flat, items),
        header: { data: { numRows } },
      });
    const [, pieces] = readPortions(flat, [page(1, 1, 2), page(2, 3, 4)], [-3, 1]);
    expect(slotsOfAll(pieces!, flat)).toEqual([4]);
  });
});

describe('joining the results of several reads', () => {
  test('concat joins the levels of repeated columns that were read in several parts', () => {
    const column = columnOf(PhysicalType.INT32, [1, 1]);
    const repetition = [0, 1, 0, 0, 1, 1];
    const definition = [1, 1, 0, 1, 1, 1];
    const pages = [
      buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, [1, 2, 3, 4, 5]), definition, repetition }),
    ];
    const parts = readPortions(column, pages, [1, 1, 1]).flat();
    const joined = concat(parts, column);
    expect(joined.nulls).toEqual({
      kind: 'levels',
      definition: Uint8Array.from(definition),
      repetition: Uint8Array.from(repetition),
      nullCount: 1,
    });
    expect([joined.slotCount, joined.rowCount]).toEqual([6, 3]);
    expect(plainOf(joined.values)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe.each(forms)('reading selected rows, given as %s', (form) => {
  const count = 6000;
  const every = (run: number, gap: number): [number, number][] =>
    Array.from({ length: Math.floor(count / (run + gap)) }, (_, i) => [i * (run + gap) + gap, (i + 1) * (run + gap)]);
  const rowsIn = (runs: readonly [number, number][]): number[] =>
    runs.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
  const { DELTA_LENGTH_BYTE_ARRAY, BYTE_STREAM_SPLIT } = EncodingId;
  const kinds: readonly (readonly [string, PhysicalType, number, (row: number) => Plain])[] = [
    ['PLAIN', PhysicalType.INT64, PLAIN, (row) => BigInt(row)],
    ['PLAIN booleans', PhysicalType.BOOLEAN, PLAIN, (row) => row % 3 === 0],
    ['PLAIN byte arrays', PhysicalType.BYTE_ARRAY, PLAIN, (row) => 'x'.repeat(row % 30) + row],
    ['wide PLAIN', PhysicalType.FIXED_LEN_BYTE_ARRAY, PLAIN, (row) => String(row).padStart(20, '0')],
    ['DELTA_BINARY_PACKED', PhysicalType.INT32, DELTA_BINARY_PACKED, (row) => row * row],
    ['DELTA_LENGTH_BYTE_ARRAY', PhysicalType.BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY, (row) => `v${row}`],
    ['BYTE_STREAM_SPLIT', PhysicalType.DOUBLE, BYTE_STREAM_SPLIT, (row) => row / 3],
    ['DELTA_BYTE_ARRAY', PhysicalType.BYTE_ARRAY, DELTA_BYTE_ARRAY, (row) => `v${row * 7}`],
    ['RLE_DICTIONARY', PhysicalType.BYTE_ARRAY, RLE_DICTIONARY, (row) => `entry ${row % 50}`],
  ];

  test.each(kinds)(
    'selected rows of %s are read, whether they are close together or far apart',
    (_, type, encoding, itemOf) => {
      for (const hasNulls of [false, true]) {
        const column = columnOf(type, [hasNulls ? 1 : 0, 0], 20);
        const rows = Array.from({ length: count }, (_, row) => (hasNulls && row % 5 === 2 ? null : itemOf(row)));
        const present = rows.filter((row) => row !== null);
        const entries = valuesOf(column, [...new Set(present)]);
        const place = new Map(plainOf(entries).map((entry, i) => [entry, i]));
        const isIndexed = encoding === RLE_DICTIONARY;
        const values = isIndexed
          ? indicesOf(
              entries,
              present.map((row) => place.get(row)!),
            )
          : valuesOf(column, present);
        const page = buildDataPage({ column, encoding, values, definition: rows.map((row) => (row === null ? 0 : 1)) });
        const pages = isIndexed ? [buildDictionaryPage({ column, values: entries }), page] : [page];
        for (const runs of [every(1, 1), every(3, 9), every(3, 500), every(40, 3), every(5000, 700)]) {
          for (const wanted of [
            {},
            { spaced: true },
            { decodeDictionaries: true },
            { decodeDictionaries: true, spaced: true },
          ]) {
            const pieces = readRuns(column, pages, runs, 700, { ...wanted, rowCount: count, form });
            expect(slotsOfAll(pieces, column)).toEqual(rowsIn(runs).map((row) => rows[row]!));
          }
        }
      }
    },
  );

  test('selected rows are read even if the decoder has no readIndices', () => {
    const column = columnOf(PhysicalType.INT32);
    const rleDictionary = standardEncodings.resolve(RLE_DICTIONARY, column);
    const withoutIndices = defineEncoding({
      ...rleDictionary,
      decoder: (bytes, context) => {
        const decoder = rleDictionary.decoder(bytes, context);
        return {
          get remaining() {
            return decoder.remaining;
          },
          read: (n) => decoder.read(n),
          readInto: (target, n) => decoder.readInto(target, n),
          skip: (n) => decoder.skip(n),
        };
      },
    });
    const encodings = standardEncodings.replace(withoutIndices);
    const entries = valuesOf(column, [10, 11, 12, 13]);
    const indices = Array.from({ length: count }, (_, row) => (row * 7) % 4);
    const pages = [
      buildDictionaryPage({ column, values: entries }),
      buildDataPage({ column, encoding: RLE_DICTIONARY, values: indicesOf(entries, indices) }),
    ];
    for (const flat of [false, true]) {
      const pieces = readRuns(column, pages, every(3, 9), 5000, {
        decodeDictionaries: flat,
        encodings,
        rowCount: count,
        form,
      });
      expect(slotsOfAll(pieces, column)).toEqual(rowsIn(every(3, 9)).map((row) => 10 + indices[row]!));
      expect(pieces[0]?.values.layout).toBe(flat ? 'fixed' : 'dictionary');
    }
  });

  test('a request that reaches its memory limit inside a run of selected rows ends after a complete row', () => {
    const column = columnOf(PhysicalType.INT64);
    const page = buildDataPage({
      column,
      encoding: PLAIN,
      values: valuesOf(
        column,
        Array.from({ length: count }, (_, row) => BigInt(row)),
      ),
    });
    const { header, body } = readPageFrame(page, 0);
    const sequence = sequenceOf(column, { slotCount: count });
    const reader = createRowReader({ column });
    const runs = every(5, 5);
    const memory = { targetBytes: 8 * 123, mostBytes: 8 * 123 };
    const start = { selection: selectionIn(form, Float64Array.from(runs.flat())), row: 5 };
    reader.begin(5, { skip: true });
    reader.supply(sequence.accept(header, body)!);
    expect(reader.fill()).toBe(true);
    reader.begin(3000, { within: start, memory });
    expect(reader.fill()).toBe(true);
    expect([reader.rows, reader.passed, reader.isCut]).toEqual([123, 120, true]);
    expect(slotsOfAll(reader.finish(), column)).toEqual(rowsIn(runs).slice(0, 123).map(BigInt));
    reader.begin(10, { within: { ...start, row: 5 + 123 + 120 }, memory });
    expect(reader.fill()).toBe(true);
    expect(slotsOfAll(reader.finish(), column)).toEqual(rowsIn(runs).slice(123, 133).map(BigInt));
  });
});

describe('requests with limited memory', () => {
  const column = columnOf(PhysicalType.BYTE_ARRAY, [0, 0]);
  const count = 512;
  const entry = 'x'.repeat(2 ** 13);

  /**
   * Reads rows of a page of long values. Returns the reader, the bytes of the largest array that was allocated, and the
   * slots.
   */
  function readLong(values: readonly string[], rows: number, targetBytes: number, encoding: number = DELTA_BYTE_ARRAY) {
    let largest = 0;
    const kernels = {
      ...javascriptKernels,
      allocate: (byteLength: number): Uint8Array => {
        largest = Math.max(largest, byteLength);
        return new Uint8Array(byteLength);
      },
    };
    const page = buildDataPage({ version: 1, column, encoding, values: valuesOf(column, values) });
    const { header, body } = readPageFrame(page, 0);
    const reader = createRowReader({ column, kernels });
    reader.supply(sequenceOf(column, { slotCount: values.length }).accept(header, body)!);
    reader.begin(rows, { memory: { targetBytes, mostBytes: 2 ** 28 } });
    expect(reader.fill()).toBe(true);
    return { reader, largest, slots: slotsOfAll(reader.finish(), column) };
  }

  test.each([PLAIN, DELTA_BYTE_ARRAY])(
    'a request with limited memory allocates no array far above its target size (encoding %i)',
    (encoding) => {
      const target = 2 ** 19;
      const { reader, largest, slots } = readLong(Array(count).fill(entry), count, target, encoding);
      expect(reader.isCut).toBe(true);
      expect(largest).toBeLessThan(2 * target + 2 ** 12);
      expect(slots).toEqual(Array(reader.rows).fill(entry));
      expect(reader.rows).toBeGreaterThan(8);
    },
  );

  test('a request with limited memory reads a single value that is larger than its target size', () => {
    const long = 'y'.repeat(2 ** 21);
    const { reader, slots } = readLong([long, 'z', 'z'], 3, 1000);
    expect(reader.rows).toBe(1);
    expect(slots).toEqual([long]);
  });
});
