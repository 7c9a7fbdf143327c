/** Writes a file with levels of 1, 3 and 4 bits, which can be encoded with RLE or BIT_PACKED. */
import type { Nulls } from '@marquetry/core';
import { createParquetWriter, defineSchema, memorySink, type ParquetWriterOptions } from 'marquetry';

/** Number of rows. It is not a multiple of 8, so that the last group of packed levels is incomplete. */
export const levelFileRows = 1003;

const schema = defineSchema({
  id: 'INT32',
  flat: { type: 'INT32', optional: true },
  lists: { optional: true, list: { optional: true, list: { type: 'INT32', optional: true } } },
  deep: wrapped(8),
});

/** Returns the definition of an INT32 column nested in `depth` optional groups. */
function wrapped(depth: number): Parameters<typeof defineSchema>[0][string] {
  if (depth === 0) return { type: 'INT32', optional: true };
  return { optional: true, fields: { g: wrapped(depth - 1) } };
}

/** Repetition and definition levels of a list of lists. There is one row for each possible combination of empty, null and filled lists. */
const listRows: readonly (readonly (readonly [repetition: number, definition: number])[])[] = [
  [[0, 0]], // null
  [[0, 1]], // []
  [[0, 2]], // [null]
  [[0, 3]], // [[]]
  [
    [0, 4],
    [2, 5],
  ], // [[null, v]]
  [
    [0, 5],
    [1, 5],
    [2, 5],
    [1, 3],
  ], // [[v], [v, v], []]
];

function levelsOf(
  slots: readonly (readonly [number, number])[],
  maximum: number,
): { nulls: Nulls; values: Int32Array } {
  const definition = Uint8Array.from(slots, ([, level]) => level);
  const repetition = Uint8Array.from(slots, ([level]) => level);
  const valueCount = definition.filter((level) => level === maximum).length;
  const nullCount = slots.length - valueCount;
  const nulls: Nulls = { kind: 'levels', definition, nullCount, ...(maximum === 5 ? { repetition } : {}) };
  return { nulls, values: Int32Array.from({ length: valueCount }, (_, i) => i) };
}

/** Writes the file in pages of about 300 rows, and returns its bytes. */
export async function writeLevelFile(options: Partial<ParquetWriterOptions>): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { pageRows: 300, ...options, schema });
  const rows = Array.from({ length: levelFileRows }, (_, i) => i);
  await writer.write({
    id: Int32Array.from(rows),
    flat: rows.map((i) => ((i * 7) % 11 < 4 || i > 990 ? null : i)),
    'lists.list.element.list.element': levelsOf(
      rows.flatMap((i) => listRows[(i * 5 + (i >> 4)) % 6] ?? []),
      5,
    ),
    'deep.g.g.g.g.g.g.g.g': levelsOf(
      rows.map((i) => [0, (i * i) % 10]),
      9,
    ),
  });
  await writer.finish();
  return sink.bytes;
}
