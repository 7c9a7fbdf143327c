/** Tests row groups with more rows than a 32-bit integer can count. */
import { openParquet, serverLimits } from 'marquetry';
import { expect, test } from 'vitest';
import { hostileFiles } from './files.js';
import { filterOf } from './filters.js';

test('a filter that matches half of 2^31 rows yields the right rows at the start and after row 2^30', async () => {
  const made = hostileFiles.find(({ name }) => name === 'run-boolean-16')?.make() as Uint8Array;
  const file = await openParquet(made, { limits: serverLimits });
  expect(file.rowCount).toBe(2 ** 31);
  const rowCounts = async (rows: readonly [number, number][]): Promise<number> => {
    let count = 0;
    for await (const batch of file.columnBatches({ where: filterOf(file), rows })) {
      const columns = Object.values(batch);
      count += columns[0]?.rowCount ?? 0;
      expect(columns.every(({ rowCount }) => rowCount === columns[0]?.rowCount)).toBe(true);
    }
    return count;
  };
  expect(await rowCounts([[0, 1000]])).toBe(500);
  expect(await rowCounts([[2 ** 30, 2 ** 30 + 1000]])).toBe(500);
  expect(
    await rowCounts([
      [5, 15],
      [2 ** 31 - 1000, 2 ** 31],
    ]),
  ).toBe(505);
  const next = file.columnBatches({ where: filterOf(file) });
  expect(Object.values((await next.next()).value ?? {})[0]?.rowCount).toBeGreaterThan(0);
  await next.return();
});
