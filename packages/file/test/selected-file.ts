/** Writes a file with columns of every kind, and computes its expected rows, for tests that read selected rows. */
import { createCodecRegistry, EncodingId, type Nulls, type Values } from '@marquetry/core';
import { type FileWriterOptions, memorySink, type TypedColumn } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { snappy, standardEncodings, zstd } from '@marquetry/test-support/standard.js';
import { slotsOf, valuesOf } from '@marquetry/test-support/values.js';

const { PLAIN, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT, DELTA_BYTE_ARRAY } = EncodingId;

/** The number of rows in each row group. The first row group is so large that reads skip some of its pages. */
export const groupRows: readonly number[] = [2600, 1, 500];
export const totalRows = 3101;

const schema = createSchema([
  { name: 'schema', numChildren: 8 },
  { name: 'number', type: 2, repetitionType: 1 },
  { name: 'name', type: 6, repetitionType: 1 },
  { name: 'text', type: 6, repetitionType: 0 },
  { name: 'flag', type: 0, repetitionType: 1 },
  { name: 'ratio', type: 5, repetitionType: 0 },
  { name: 'id', type: 7, typeLength: 40, repetitionType: 0 },
  { name: 'pair', numChildren: 1, repetitionType: 1 },
  { name: 'part', type: 1, repetitionType: 1 },
  { name: 'lists', numChildren: 1, repetitionType: 1 },
  { name: 'list', numChildren: 1, repetitionType: 2 },
  { name: 'element', type: 6, repetitionType: 1 },
]);

/** A slot of a row: definition level, repetition level, and the value if it is not null. */
type Slot = readonly [definition: number, repetition: number, value?: number | bigint | boolean | string];

const slotsOfRow: Record<string, (row: number) => readonly Slot[]> = {
  number: (row) => [row % 7 === 0 ? [0, 0] : [1, 0, BigInt(row) * 1_000_003n]],
  // The last values are distinct, so that the writer falls back from the dictionary inside the chunk.
  name: (row) => [
    row % 5 === 1 ? [0, 0] : [1, 0, row % 2600 < 1300 ? `name ${row % 97}` : `only ${row} ${'y'.repeat(80)}`],
  ],
  text: (row) => [[0, 0, `a text of some length, number ${row}, ${'x'.repeat(row % 40)}`]],
  flag: (row) => [row % 3 === 0 ? [0, 0] : [1, 0, row % 2 === 0]],
  ratio: (row) => [[0, 0, row / 7]],
  id: (row) => [[0, 0, String(row).padStart(40, '0')]],
  pair: (row) => [row % 4 === 0 ? [row % 8 === 0 ? 0 : 1, 0] : [2, 0, row]],
  lists: (row) => {
    if (row % 6 === 0) return [[row % 12 === 0 ? 0 : 1, 0]];
    return Array.from({ length: row % 6 }, (_, i): Slot => {
      const repetition = i === 0 ? 0 : 1;
      return (row + i) % 5 === 0
        ? [2, repetition]
        : [3, repetition, row % 2600 < 800 ? `${(row * i) % 50}` : `element ${row * i} of a list`];
    });
  },
};

/** Returns a row of a column as a string, so that rows can be compared. */
const textOf = (slots: readonly Slot[]): string =>
  slots.map(([definition, repetition, value = '-']) => `${repetition}${definition}${value}`).join('|');

function inputOf(leaf: LeafNode, from: number, to: number): { values: Values; nulls: Nulls; slotCount: number } {
  const slots = Array.from({ length: to - from }, (_, i) => slotsOfRow[leaf.path[0]!]!(from + i)).flat();
  const values = valuesOf(
    leaf,
    slots.flatMap(([, , value]) => (value === undefined ? [] : [value])),
  );
  const nullCount = slots.length - values.length;
  const slotCount = slots.length;
  if (leaf.maxDefinitionLevel === 0) return { values, nulls: { kind: 'none', nullCount: 0 }, slotCount };
  const definition = Uint8Array.from(slots, ([level]) => level);
  if (leaf.maxRepetitionLevel > 0) {
    const repetition = Uint8Array.from(slots, ([, level]) => level);
    return { values, nulls: { kind: 'levels', definition, repetition, nullCount }, slotCount };
  }
  return { values, nulls: { kind: 'levels', definition, nullCount }, slotCount };
}

/** Writes the file with the given options. */
export async function selectedFile(options: Partial<FileWriterOptions> = {}): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    schema,
    encodings: standardEncodings,
    codecs: createCodecRegistry([snappy, zstd]),
    pageRows: 200,
    columns: {
      number: { encoding: PLAIN, dictionary: false },
      name: { dictionary: { maxBytes: 2000 }, encoding: PLAIN },
      'lists.list.element': { dictionary: { maxBytes: 2000 }, encoding: PLAIN },
      text: { encoding: DELTA_BYTE_ARRAY, dictionary: false },
      ratio: { encoding: BYTE_STREAM_SPLIT, dictionary: false },
      'pair.part': { encoding: DELTA_BINARY_PACKED, dictionary: false },
    },
    ...options,
  } as FileWriterOptions);
  let row = 0;
  for (const rows of groupRows) {
    const columns = schema.leaves.map((leaf) => [leaf.path.join('.'), inputOf(leaf, row, row + rows)] as const);
    await writer.write(Object.fromEntries(columns));
    await writer.endRowGroup();
    row += rows;
  }
  await writer.finish();
  return sink.bytes;
}

/** Returns the rows of a batch's column as strings. */
export function rowsOf(column: TypedColumn): string[] {
  const { leaf, nulls } = column;
  const rows: Slot[][] = [];
  for (const [i, value] of slotsOf(column, leaf.maxDefinitionLevel).entries()) {
    const definition = nulls.kind === 'levels' ? nulls.definition[i]! : value === null ? 0 : leaf.maxDefinitionLevel;
    const repetition = nulls.kind === 'levels' ? (nulls.repetition?.[i] ?? 0) : 0;
    const slot: Slot = value === null ? [definition, repetition] : [definition, repetition, value];
    if (repetition === 0) rows.push([slot]);
    else rows.at(-1)!.push(slot);
  }
  return rows.map(textOf);
}

/** All rows of each column as strings, by column name. */
const texts = new Map(
  Object.entries(slotsOfRow).map(([name, ofRow]) => [
    name,
    Array.from({ length: totalRows }, (_, row) => textOf(ofRow(row))),
  ]),
);

/** Returns the expected strings for the given rows of a column. */
export function expectedRows(name: string, rows: readonly number[]): string[] {
  const all = texts.get(name)!;
  return rows.map((row) => all[row]!);
}
