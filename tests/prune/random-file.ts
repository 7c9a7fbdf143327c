/**
 * Files of random rows, written with random options.
 */

import { defineSchema, type FieldDefinition, type Schema } from '@marquetry/schema';
import { memorySink, writeParquet } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { columns, type NaturalLists, type NaturalRow, pick, type Random, randomRows } from './natural.js';

/** Names of the columns for which the file also has a list column whose elements have the same type. */
export const listed: readonly string[] = ['i32', 's', 'd', 'i64'];

export interface RandomFile {
  readonly bytes: Uint8Array;
  readonly rows: readonly NaturalRow[];
  readonly lists: readonly NaturalLists[];
}

export async function randomFile(random: Random, count: number): Promise<RandomFile> {
  const rows = randomRows(random, count);
  const lists = rows.map((_, i): NaturalLists => {
    const entries = listed.map((name) => {
      if (random() < 0.1) return [name, undefined] as const;
      const length = Math.floor(random() * 4);
      return [name, Array.from({ length }, (_each, k) => rows[(i + k * 7) % rows.length]?.[name])] as const;
    });
    return Object.fromEntries(entries);
  });
  const byName = new Map(columns.map((column) => [column.name, column]));
  const definitions = Object.fromEntries(columns.map(({ name, definition }) => [name, definition]));
  const listFields = Object.fromEntries(
    listed.map((name): [string, FieldDefinition] => [
      name,
      { list: definitions[name] as FieldDefinition, optional: true },
    ]),
  );
  const schema: Schema = defineSchema({ n: 'INT32', ...definitions, lists: { fields: listFields } });
  const stored = rows.map((row, n) => {
    const record: Record<string, unknown> = { n };
    for (const { name, toRow } of columns) {
      const value = row[name];
      record[name] = value === undefined ? null : toRow(value);
    }
    record['lists'] = Object.fromEntries(
      listed.map((name) => [
        name,
        lists[n]?.[name]?.map((value) => (value === undefined ? null : byName.get(name)?.toRow(value))) ?? null,
      ]),
    );
    return record;
  });
  const filters = columns.filter(({ hasFilter, name }) => hasFilter === true && name !== 'flag');
  const sink = memorySink();
  await writeParquet(sink, stored, {
    schema,
    codec: pick(random, [0, 1, 6]),
    codecs: standardCodecs,
    rowGroupRows: pick(random, [count, Math.ceil(count / 2), Math.ceil(count / 5)]),
    pageRows: pick(random, [7, 20, 100, 1000]),
    pageIndex: random() < 0.75,
    pageVersion: pick(random, [1, 2] as const),
    ...(random() < 0.5 && {
      columns: Object.fromEntries(filters.map(({ name }) => [name.replaceAll('.', '\\.'), { bloomFilter: true }])),
    }),
  });
  return { bytes: sink.bytes, rows, lists };
}
