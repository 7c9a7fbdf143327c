/** Tests `openDataset` with `where` and `columns`, and typed column addresses of a dataset. */
import { createDataset, type DatasetMember } from '@marquetry/dataset';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';

const opened: string[] = [];

/** Returns the members of a dataset, one per path. Opening a member adds its path to `opened`. */
async function membersOf(files: Readonly<Record<string, readonly object[]>>): Promise<DatasetMember[]> {
  opened.length = 0;
  const members: DatasetMember[] = [];
  for (const [path, rows] of Object.entries(files)) {
    const sink = memorySink();
    await writeParquet(sink, rows as Record<string, unknown>[]);
    members.push({
      path,
      open: async () => {
        opened.push(path);
        return openParquet(sink.bytes);
      },
    });
  }
  return members;
}

const years = {
  'year=2020/a.parquet': [{ id: 1n, only: 'x' }],
  'year=2021/a.parquet': [{ id: 2n }, { id: 3n }],
  'year=2021/b.parquet': [{ id: 4n }],
};

test('`where` skips files by their partition, without reading their footers', async () => {
  const dataset = await createDataset(await membersOf(years), { where: { year: 2021, id: { gt: 2 } } });
  expect(opened).toEqual(['year=2021/a.parquet', 'year=2021/b.parquet']);
  expect(dataset.schema.leaves.map(({ name }) => name)).toEqual(['id', 'year']);
  expect(dataset.files.map(({ isLeftOut }) => isLeftOut)).toEqual([true, false, false]);
  // The predicate excludes one file by its partition. It is not applied to the rows of the other files.
  expect(await dataset.count()).toBe(3);
  expect(await dataset.count({ where: { id: { gt: 2 } } })).toBe(2);
  expect([await dataset.countIn(0), await dataset.countIn(1), await dataset.countIn(2)]).toEqual([0, 2, 1]);
  expect((await dataset.plan()).map(({ by }) => by)).toEqual(['partition', undefined, undefined]);
  expect((await dataset.topRows({ orderBy: 'id', limit: 1 }))[0]).toEqual({ file: 1, row: 0 });
  expect(opened).not.toContain('year=2020/a.parquet');
  await expect(dataset.countIn(3)).rejects.toThrow('`index` must be below 3');
});

test.each([
  [{ not: { year: 2021 } }, [false, true, true]],
  [{ or: [{ year: 2020 }, { id: 4 }] }, [false, false, false]],
  [{ and: [{ year: { in: [2021] } }, { nosuch: 1 }] }, [true, false, false]],
  [{ year: 1999 }, [true, true, true]],
  [
    { columns: ['year'], test: (_: unknown, rows: number, bits: Uint8Array) => bits.fill(rows > 0 ? 0 : 0) },
    [true, true, true],
  ],
])('`where: %j` leaves out the files %j', async (where, expected) => {
  const { files } = await createDataset(await membersOf(years), { where: where as never });
  expect(files.map(({ isLeftOut }) => isLeftOut)).toEqual(expected);
});

test('comparing a partition column with a literal of the wrong type throws INVALID_ARGUMENT', async () => {
  const members = await membersOf(years);
  await expect(createDataset(members, { where: { year: 'x' } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('openDataset with `columns` merges the types of only those columns', async () => {
  const members = await membersOf({ 'a.parquet': [{ id: 1n, x: 'text' }], 'b.parquet': [{ id: 2n, x: true }] });
  await expect(createDataset(members)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  const dataset = await createDataset(members, { columns: ['id'] });
  expect(dataset.schema.leaves.map(({ name }) => name)).toEqual(['id']);
  expect(await dataset.count({ where: { id: { gt: 1 } } })).toBe(1);
});

test('for a file of a dataset, `chunk` and `openPages` accept a column as a path or as a schema leaf', async () => {
  const members = await membersOf({
    'k=1/a.parquet': [{ first: 'a', id: 1n }],
    'k=1/b.parquet': [{ id: 2n, last: true }],
  });
  const { schema, open } = await createDataset(members);
  const [first, id, last, k] = schema.leaves;
  const b = await open(1);
  for (const column of [id!, 'id']) {
    expect(b.chunk({ rowGroup: 0, column }).metaData.pathInSchema).toEqual(['id']);
    let rows = 0;
    for await (const page of b.openPages({ rowGroup: 0, column })) rows += page.data?.page.valueCount ?? 0;
    expect(rows).toBe(1);
  }
  expect(b.chunk({ rowGroup: 0, column: last! }).metaData.pathInSchema).toEqual(['last']);
  for (const column of [first!, k!, 'first', 'k']) {
    expect(() => b.chunk({ rowGroup: 0, column })).toThrow('the file does not have this column of the dataset');
  }
});
