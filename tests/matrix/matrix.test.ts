/**
 * Reads and writes every encoding x physical type x page version: combinations that the format allows work, and all others are rejected.
 * `npx vitest run tests/matrix -u` writes the results to docs/encoding-matrix.md.
 */
import { type ColumnType, defaultLimits, EncodingId, isParquetError, nameOf, PhysicalType } from '@marquetry/core';
import { openPage, readPageFrame, writeDataPage } from '@marquetry/page';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';
import { columnsOf, everyEncoding, isLegal, legalTypes } from './legal.js';
import { type Cell, matrixTable, type Outcome, type Row } from './matrix-table.js';
import {
  contentsOf,
  dataPage,
  expectPages,
  nullsOf,
  type PageContent,
  type PageVersion,
  referencePages,
  withClaimedDictionary,
  writePages,
} from './pages.js';
import { itemsOf, referenceBytes, referenceIndices } from './reference.js';

const types: readonly PhysicalType[] = Object.values(PhysicalType);
const versions: readonly PageVersion[] = [1, 2];

/** Returns the common outcome if all outcomes are the same, otherwise the first fault. */
function outcomeOf<T extends { readonly name: string }>(items: readonly T[], attempt: (item: T) => void): Outcome {
  const outcomes = items.map((item): Outcome => {
    try {
      attempt(item);
      return 'right';
    } catch (error) {
      if (isParquetError(error) && error.code === 'UNSUPPORTED') return 'UNSUPPORTED';
      return `${item.name}: ${String(error)}`;
    }
  });
  const [first = 'no case ran'] = outcomes;
  return outcomes.every((outcome) => outcome === first)
    ? first
    : (outcomes.find((each) => each !== 'right') as Outcome);
}

/** The test contents of each column, created once because every encoding and both page versions use them. */
const made = new Map<string, readonly PageContent[]>();

function contents(type: PhysicalType, usesDictionary: boolean): readonly PageContent[] {
  const key = `${type} ${usesDictionary}`;
  const before = made.get(key);
  if (before !== undefined) return before;
  const found = columnsOf(type).flatMap((column) => contentsOf(column, usesDictionary));
  made.set(key, found);
  return found;
}

function usesDictionary(encoding: number): boolean {
  return everyEncoding.find(encoding)?.usesDictionary === true;
}

function valuesCell(encoding: number, version: PageVersion, type: PhysicalType): Cell {
  if (!isLegal(encoding, type)) return refusedCell(encoding, version, type);
  const pages = contents(type, usesDictionary(encoding));
  return {
    type,
    read: outcomeOf(pages, (content) => expectPages(referencePages(encoding, version, content), content, encoding)),
    write: outcomeOf(pages, (content) => expectPages(writePages(encoding, version, content), content, encoding)),
  };
}

/** Tries to write and read pages that the format does not allow. Returns `UNSUPPORTED` if every attempt is rejected with this code. */
function refusedCell(encoding: number, version: PageVersion, type: PhysicalType): Cell {
  const pages = contents(type, false);
  return {
    type,
    read: outcomeOf(pages, ({ column, shape, values, ...content }) => {
      const bytes = dataPage(encoding, version, { ...content, column, shape, values }, new Uint8Array(64));
      openPage({ ...readPageFrame(bytes, 0), column, encodings: everyEncoding }).values();
    }),
    write: outcomeOf(pages, ({ column, values }) => {
      const leaf = leafOf({ name: 'c', type, repetitionType: 0, ...typeLengthOf(column) });
      writeChunk(leaf, values, undefined, { encodings: everyEncoding, encoding, pageVersion: version });
    }),
  };
}

function typeLengthOf({ type, width }: ColumnType): { typeLength?: number } {
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? { typeLength: width } : {};
}

function indicesCell(width: number, version: PageVersion, type: PhysicalType): Cell {
  const encoding = EncodingId.RLE_DICTIONARY;
  const pages = contents(type, true);
  return {
    type,
    read: outcomeOf(pages, (content) =>
      expectPages(referencePages(encoding, version, content, width), content, encoding),
    ),
    write: outcomeOf(pages, (content) => {
      const { dictionary } = writePages(encoding, version, content);
      const { column, values } = withClaimedDictionary(content, 2 ** (width - 1) + 1);
      const encoder = everyEncoding.resolve(encoding, column).encoder?.(column);
      encoder?.write(values, 0, values.length);
      const encoded = encoder?.finish() ?? new Uint8Array(0);
      // A page without values has no dictionary to pass to the encoder.
      if (values.length > 0 && encoded[0] !== width) throw new Error(`the encoder wrote ${encoded[0]}-bit indices`);
      expectPages({ dictionary, data: writtenPage(content, encoding, version, encoded) }, content, encoding);
    }),
  };
}

function levelsCell(levelEncoding: number, version: PageVersion, type: PhysicalType): Cell {
  const encoding = EncodingId.PLAIN;
  const pages = contents(type, false);
  const encodedOf = ({ column, values }: PageContent): Uint8Array => referenceBytes(encoding, column, itemsOf(values));
  return {
    type,
    read: outcomeOf(pages, (content) => {
      expectPages({ data: dataPage(encoding, version, content, encodedOf(content), levelEncoding) }, content, encoding);
    }),
    write: outcomeOf(pages, (content) => {
      const data = writtenPage(content, encoding, version, encodedOf(content), levelEncoding);
      expectPages({ data }, content, encoding);
    }),
  };
}

function writtenPage(
  { column, shape }: PageContent,
  encoding: number,
  version: PageVersion,
  values: Uint8Array,
  levelEncoding: number = EncodingId.RLE,
): Uint8Array {
  const { length } = shape.definition;
  const rowCount = shape.repetition.filter((level) => level === 0).length;
  const nulls = nullsOf(shape);
  return writeDataPage({ version, column, encoding, values, slotCount: length, rowCount, nulls, levelEncoding }).bytes;
}

const widths = [25, 26, 27, 28, 29, 30, 31, 32];

/** A row of the table whose cells have not been tested yet. */
interface Trial extends Omit<Row, 'cells'> {
  readonly expected: (type: PhysicalType) => Outcome;
  readonly cellOf: (type: PhysicalType) => Cell;
}

const works = (): Outcome => 'right';
const trials: readonly Trial[] = [
  ...Object.values(EncodingId).flatMap((id) =>
    versions.map(
      (version): Trial => ({
        group: 'values',
        name: `${nameOf(EncodingId, id)} (${id})`,
        version,
        expected: (type) => (isLegal(id, type) ? 'right' : 'UNSUPPORTED'),
        cellOf: (type) => valuesCell(id, version, type),
      }),
    ),
  ),
  ...widths.flatMap((width) =>
    versions.map((version): Trial => {
      const name = `RLE_DICTIONARY (8), ${width}-bit indices`;
      return { group: 'indices', name, version, expected: works, cellOf: (type) => indicesCell(width, version, type) };
    }),
  ),
  ...[
    { id: EncodingId.RLE, of: versions },
    { id: EncodingId.BIT_PACKED, of: [1] as const },
  ].flatMap(({ id, of }) =>
    of.map((version): Trial => {
      const name = `levels, ${nameOf(EncodingId, id)} (${id})`;
      return { group: 'levels', name, version, expected: works, cellOf: (type) => levelsCell(id, version, type) };
    }),
  ),
];

const rows: Row[] = [];

describe('each cell of the encoding matrix has the stated result', () => {
  test.each(trials)(
    'the encoding matrix states the right result for $name in v$version pages',
    ({ group, name, version, expected, cellOf }) => {
      const cells = types.map(cellOf);
      rows.push({ group, name, version, cells });
      expect(cells).toEqual(types.map((type) => ({ type, read: expected(type), write: expected(type) })));
    },
  );
});

test.each(widths)(
  'a dictionary index of %i bits is read as an unsigned number, and rejected if it is beyond the dictionary',
  (width) => {
    const column = { type: PhysicalType.BOOLEAN, width: 0, maxDefinitionLevel: 0, maxRepetitionLevel: 0 };
    const largest = 2 ** Math.min(width, 31) - 1;
    const bytes = referenceIndices([0, largest, 1, largest - 1], width);
    const decoder = (length: number) =>
      everyEncoding.resolve(EncodingId.RLE_DICTIONARY, column).decoder(bytes, {
        column,
        valueCount: 4,
        // The test does not look up entries, so only the dictionary's length matters.
        dictionary: { layout: 'bits', type: PhysicalType.BOOLEAN, length, data: new Uint8Array(0) },
        limits: defaultLimits,
      });
    expect(decoder(largest + 1).read(4)).toMatchObject({ indices: Int32Array.of(0, largest, 1, largest - 1) });
    expect(thrownBy(() => decoder(largest).read(4))).toMatchObject({ code: 'CORRUPT' });
  },
);

test('the plug-ins support exactly the types that the format allows', () => {
  for (const encoding of everyEncoding) {
    const supported = types.filter((type) => columnsOf(type).every((column) => encoding.supports(column)));
    expect([encoding.name, supported]).toEqual([encoding.name, legalTypes[encoding.id]]);
  }
});

test('docs/encoding-matrix.md is up to date', async () => {
  expect(rows).toHaveLength(trials.length);
  await expect(matrixTable(rows)).toMatchFileSnapshot('../../docs/encoding-matrix.md');
});
