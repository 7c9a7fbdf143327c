/**
 * The test pages of one cell of the encoding matrix: values of every kind with every pattern of nulls, written by our
 * writer or by the reference encoders, and read with `page`.
 */
import {
  type ColumnType,
  createColumnBuffer,
  type DictionaryValues,
  type DirectValues,
  EncodingId,
  type LeafColumn,
  type Nulls,
  noNulls,
  PageType,
  type Values,
} from '@marquetry/core';
import { levelWidth } from '@marquetry/levels';
import { writePageHeader } from '@marquetry/metadata';
import { openDictionaryPage, openPage, readPageFrame, writeDataPage, writeDictionaryPage } from '@marquetry/page';
import { createRandom, type SampleValues, sameValues, sampleValues } from '@marquetry/test-kit';
import { join } from '@marquetry/test-support/hex.js';
import { everyEncoding } from './legal.js';
import { itemsOf, referenceBytes, referenceIndices } from './reference.js';
import { packBits } from './reference-bits.js';

export type PageVersion = 1 | 2;

/** The levels of a page: `definition` and `repetition` have one level per slot (a value or a null). */
interface Shape {
  readonly name: string;
  readonly levels: readonly [number, number];
  readonly definition: readonly number[];
  readonly repetition: readonly number[];
}

const slots = 203;
const shapeOf = (name: string, levels: readonly [number, number], definition: (i: number) => number): Shape => ({
  name,
  levels,
  definition: Array.from({ length: slots }, (_, i) => definition(i)),
  repetition: Array.from({ length: slots }, (_, i) => (levels[1] > 0 && i % 4 > 1 ? 1 : 0)),
});

/**
 * The patterns of nulls: a required column; an optional column without nulls, with nulls, and with nulls only; optional values in an
 * optional list.
 */
const shapes: readonly Shape[] = [
  shapeOf('required', [0, 0], () => 0),
  shapeOf('without nulls', [1, 0], () => 1),
  shapeOf('with nulls', [1, 0], (i) => (i % 5 === 2 || (i > 60 && i < 90) ? 0 : 1)),
  shapeOf('only nulls', [1, 0], () => 0),
  shapeOf('in lists', [3, 1], (i) => (i % 4 === 0 ? i % 3 : 3 - (i % 7 === 1 ? 1 : 0))),
];

const sampleKinds: readonly SampleValues[] = ['edges', 'random', 'constant', 'ascending'];
const dictionarySize = 37;

/** The values and levels that a page is expected to have. */
export interface PageContent {
  readonly name: string;
  readonly column: LeafColumn;
  readonly shape: Shape;
  readonly values: DirectValues | DictionaryValues;
}

/** Returns the contents of a page for each kind of values with each pattern of nulls. */
export function contentsOf(type: ColumnType, usesDictionary: boolean): PageContent[] {
  const random = createRandom(5);
  return sampleKinds.flatMap((kind) =>
    shapes.map((shape) => {
      const [maxDefinitionLevel, maxRepetitionLevel] = shape.levels;
      const length = shape.definition.filter((level) => level === maxDefinitionLevel).length;
      const column = { ...type, maxDefinitionLevel, maxRepetitionLevel };
      const name = `${kind} values, ${shape.name}`;
      if (!usesDictionary) return { name, column, shape, values: sampleValues(type, kind, length, random) };
      const dictionary = sampleValues(type, kind, dictionarySize, random);
      const indices = Int32Array.from({ length }, (_, i) => (i % 50 < 20 ? i % 3 : random(dictionarySize)));
      return { name, column, shape, values: { layout: 'dictionary', type: type.type, length, indices, dictionary } };
    }),
  );
}

/** The chunk's dictionary page, if it has one, and the data page. */
interface Pages {
  readonly dictionary?: Uint8Array | undefined;
  readonly data: Uint8Array;
}

/** Writes the pages with our own writer. @throws ParquetError UNSUPPORTED if the encoding does not support the column. */
export function writePages(encoding: number, version: PageVersion, content: PageContent): Pages {
  const { column, shape, values } = content;
  // The encodings with ids 2 and 8 have the same bytes; the plug-in for id 2, which is deprecated, only decodes.
  const writing = encoding === EncodingId.PLAIN_DICTIONARY ? EncodingId.RLE_DICTIONARY : encoding;
  const encoder = everyEncoding.resolve(writing, column).encoder?.(column);
  if (encoder === undefined) throw new Error(`encoding ${encoding} does not write`);
  encoder.write(values, 0, values.length);
  const { bytes } = writeDataPage({
    version,
    column,
    encoding,
    values: encoder.finish(),
    slotCount: slots,
    rowCount: shape.repetition.filter((level) => level === 0).length,
    nulls: nullsOf(shape),
  });
  if (values.layout !== 'dictionary') return { data: bytes };
  const pageEncoding = encoding === EncodingId.PLAIN_DICTIONARY ? encoding : EncodingId.PLAIN;
  const { dictionary } = values;
  const page = writeDictionaryPage({ column, dictionary, encodings: everyEncoding, encoding: pageEncoding });
  return { dictionary: page.bytes, data: bytes };
}

/** Writes the pages with the reference encoders. `width` is the bit width of dictionary indices. */
export function referencePages(encoding: number, version: PageVersion, content: PageContent, width = 6): Pages {
  const { column, values } = content;
  if (values.layout !== 'dictionary') {
    return { data: dataPage(encoding, version, content, referenceBytes(encoding, column, itemsOf(values))) };
  }
  const entries = referenceBytes(EncodingId.PLAIN, column, itemsOf(values.dictionary));
  const dictionaryPageHeader = {
    numValues: values.dictionary.length,
    encoding: encoding === EncodingId.PLAIN_DICTIONARY ? encoding : EncodingId.PLAIN,
  };
  const sizes = { uncompressedPageSize: entries.length, compressedPageSize: entries.length };
  const header = writePageHeader({ type: PageType.DICTIONARY_PAGE, ...sizes, dictionaryPageHeader });
  const data = dataPage(encoding, version, content, referenceIndices([...values.indices], width));
  return { dictionary: join(header, entries), data };
}

/**
 * Returns a data page of encoded values. Levels in RLE are bit-packed runs; BIT_PACKED levels in v1 pages are the same
 * bits without a run header.
 */
export function dataPage(
  encoding: number,
  version: PageVersion,
  { column, shape, values }: PageContent,
  encoded: Uint8Array,
  levelEncoding: number = EncodingId.RLE,
): Uint8Array {
  const definition = levelBytes(shape.definition, column.maxDefinitionLevel, version, levelEncoding);
  const repetition = levelBytes(shape.repetition, column.maxRepetitionLevel, version, levelEncoding);
  const body = join(repetition, definition, encoded);
  const sizes = { uncompressedPageSize: body.length, compressedPageSize: body.length };
  const shared = { numValues: slots, encoding };
  if (version === 1) {
    const dataPageHeader = {
      ...shared,
      definitionLevelEncoding: levelEncoding,
      repetitionLevelEncoding: levelEncoding,
    };
    return join(writePageHeader({ type: PageType.DATA_PAGE, ...sizes, dataPageHeader }), body);
  }
  const dataPageHeaderV2 = {
    ...shared,
    numNulls: slots - values.length,
    numRows: shape.repetition.filter((level) => level === 0).length,
    definitionLevelsByteLength: definition.length,
    repetitionLevelsByteLength: repetition.length,
    isCompressed: false,
  };
  return join(writePageHeader({ type: PageType.DATA_PAGE_V2, ...sizes, dataPageHeaderV2 }), body);
}

function levelBytes(levels: readonly number[], maxLevel: number, version: PageVersion, encoding: number): Uint8Array {
  if (maxLevel === 0) return new Uint8Array(0);
  const width = levelWidth(maxLevel);
  if (encoding === EncodingId.BIT_PACKED) {
    const bits = levels.map((level) => level.toString(2).padStart(width, '0')).join('');
    return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  }
  const runs = referenceIndices(levels, width).subarray(1);
  return version === 2 ? runs : join(packBits([BigInt(runs.length)], 32), runs);
}

/**
 * Reads the values of a page in three ways: all at once, appended to other values, and only the second half.
 * @throws errors from the reader, or an Error that names the first value or null that differs.
 */
export function expectPages({ dictionary: dictionaryPage, data }: Pages, content: PageContent, encoding: number): void {
  const { column, shape, values } = content;
  const dictionary =
    dictionaryPage && openDictionaryPage({ ...readPageFrame(dictionaryPage, 0), column, encodings: everyEncoding });
  const page = openPage({ ...readPageFrame(data, 0), column, encodings: everyEncoding, dictionary });
  if (page.encoding !== encoding) throw new Error(`the page states encoding ${page.encoding}`);
  if (page.valueCount !== values.length || page.slotCount !== slots) throw new Error(`${page.valueCount} values`);
  expectLevels(page.nulls, shape);
  const whole = page.values().read(values.length);
  expectSame(whole, values, 0);
  const buffer = createColumnBuffer(column);
  page.readInto(buffer);
  expectSame(buffer.values, values, 0);
  const half = values.length >> 1;
  const cursor = page.values();
  cursor.skip(half);
  expectSame(cursor.read(values.length - half), values, half);
}

function expectSame(actual: Values, expected: Values, from: number): void {
  if (actual.length !== expected.length - from) throw new Error(`${actual.length} values`);
  sameValues(actual, expected, from);
}

function expectLevels(nulls: Nulls, shape: Shape): void {
  const [maxDefinition, maxRepetition] = shape.levels;
  const isNull = shape.definition.map((level) => level < maxDefinition);
  if (nulls.nullCount !== isNull.filter(Boolean).length) throw new Error(`${nulls.nullCount} nulls`);
  for (let i = 0; i < slots; i++) {
    const definition = nulls.kind === 'levels' ? nulls.definition[i] : undefined;
    if (definition !== undefined && definition !== shape.definition[i])
      throw new Error(`definition level of slot ${i}`);
    const bit = nulls.kind === 'bitmap' ? ((nulls.bits[i >> 3] as number) >> (i & 7)) & 1 : undefined;
    if (bit !== undefined && bit === Number(isNull[i])) throw new Error(`validity of slot ${i}`);
    const repetition = nulls.kind === 'levels' ? nulls.repetition?.[i] : undefined;
    if (maxRepetition > 0 && repetition !== shape.repetition[i]) throw new Error(`repetition level of slot ${i}`);
  }
}

export function nullsOf(shape: Shape): Nulls {
  const [maxDefinition, maxRepetition] = shape.levels;
  const nullCount = shape.definition.filter((level) => level < maxDefinition).length;
  if (maxRepetition > 0) {
    const [definition, repetition] = [shape.definition, shape.repetition].map((levels) => Uint8Array.from(levels));
    return { kind: 'levels', definition: definition as Uint8Array, repetition: repetition as Uint8Array, nullCount };
  }
  if (maxDefinition === 0) return noNulls;
  return { kind: 'bitmap', bits: packBits(shape.definition.map(BigInt), 1), nullCount };
}

/**
 * Returns the values of `content` with a dictionary that claims to have `length` entries. Encoders compute the bit width of indices from
 * this length.
 */
export function withClaimedDictionary(content: PageContent, length: number): PageContent {
  const { values } = content;
  if (values.layout !== 'dictionary') throw new Error('no dictionary');
  return { ...content, values: { ...values, dictionary: { ...values.dictionary, length } as DirectValues } };
}
