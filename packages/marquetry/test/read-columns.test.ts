import { errorOf } from '@marquetry/test-support/errors.js';
import { createLimits, defineSchema, memorySink, openParquet, readColumns, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';

const schema = defineSchema({
  n: { type: 'INT64', optional: true },
  u: 'UINT32',
  x: { type: 'DOUBLE', optional: true },
  half: { type: 'FLOAT16', optional: true },
  flag: { type: 'BOOLEAN', optional: true },
  name: { type: 'STRING', optional: true },
  raw: { type: 'BYTE_ARRAY', optional: true },
});
const count = 1000;
const rows = Array.from({ length: count }, (_, i) => ({
  n: i % 3 === 0 ? null : BigInt(i),
  u: 4_000_000_000 + i,
  x: i % 5 === 0 ? null : i / 4,
  half: i % 7 === 0 ? null : (i % 64) / 2,
  flag: i % 11 === 0 ? null : i % 2 === 0,
  name: i % 13 === 0 ? null : `n${i % 10}`,
  raw: i % 17 === 0 ? null : Uint8Array.of(i & 255, 1),
}));

async function written(): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema, rowGroupRows: 300 });
  return sink.bytes;
}

test('readColumns returns one entry per row, and a `validity` that marks null entries', async () => {
  const columns = await readColumns(await written());
  expect(Object.keys(columns)).toEqual(['n', 'u', 'x', 'half', 'flag', 'name', 'raw']);
  const { n, u, x, half, flag, name, raw } = columns;
  expect(
    [n?.values, u?.values, x?.values, half?.values, flag?.values].map((values) => values?.constructor.name),
  ).toEqual(['BigInt64Array', 'Uint32Array', 'Float64Array', 'Float32Array', 'Uint8Array']);
  expect(u?.validity).toBeUndefined();
  for (const [key, column] of Object.entries(columns)) {
    const nulls = rows.filter((row) => row[key as keyof typeof row] === null).length;
    expect([key, column.rowCount, column.nullCount]).toEqual([key, count, nulls]);
  }
  for (const [i, row] of rows.entries()) {
    const valid = (column: typeof n): boolean =>
      column?.validity === undefined || (((column.validity[i >> 3] as number) >> (i & 7)) & 1) === 1;
    expect([valid(n), valid(x), valid(flag), valid(raw)]).toEqual(
      [row.n, row.x, row.flag, row.raw].map((v) => v !== null),
    );
    expect([n?.values[i], u?.values[i], x?.values[i], half?.values[i], flag?.values[i], name?.values[i]]).toEqual([
      row.n ?? 0n,
      row.u,
      row.x ?? 0,
      row.half ?? 0,
      Number(row.flag ?? 0),
      row.name,
    ]);
    const bytes = (raw?.values as Uint8Array | undefined)?.subarray(raw?.offsets?.[i], raw?.offsets?.[i + 1]);
    expect(Array.from(bytes ?? [9])).toEqual(Array.from(row.raw ?? []));
  }
});

test('readColumns reads only the columns in `columns`, and only the rows that match `where`', async () => {
  const { n } = await readColumns<{ n: BigInt64Array }>(await written(), {
    columns: ['n'],
    where: { n: { ge: 990n } },
  });
  expect([...n.values]).toEqual([991n, 992n, 994n, 995n, 997n, 998n]);
});

test('readColumns rejects repeated columns, columns that exceed limits.resultBytes, and unknown options', async () => {
  const sink = memorySink();
  await writeParquet(sink, [{ id: 1n, tags: ['a'] }]);
  const repeated = await errorOf(() => readColumns(sink.bytes));
  expect([repeated.code, repeated.at.column]).toEqual(['UNSUPPORTED', 'tags.list.element']);
  expect([...(await readColumns<{ id: BigInt64Array }>(sink.bytes, { columns: ['id'] })).id.values]).toEqual([1n]);
  const bytes = await written();
  const large = await errorOf(() => readColumns(bytes, { limits: createLimits({ resultBytes: 5000 }) }));
  expect(large.code).toBe('LIMIT');
  const typo = await errorOf(() => readColumns(bytes, { colums: ['n'] } as never));
  expect(typo.reason).toContain('did you mean `columns`?');
  expect((await openParquet(bytes)).rowCount).toBe(count);
});
