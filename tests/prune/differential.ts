/** Compares the rows that a filtered read returns with the rows that pass the predicate in plain JavaScript. */
import { openParquet } from 'marquetry';
import { type NaturalPredicate, pick, randomOf, randomPredicate } from './natural.js';
import { listed, randomFile } from './random-file.js';

const metadata = ['statistics', 'bloom', 'dictionary', 'columnIndex'] as const;

export interface Difference {
  readonly seed: number;
  readonly where: unknown;
  readonly expected: readonly number[];
  readonly found: readonly number[];
}

/**
 * Tests `predicates` random predicates on one random file, and returns the predicates for which the library returns other rows than plain
 * JavaScript.
 */
export async function differences(seed: number, predicates: number): Promise<readonly Difference[]> {
  const random = randomOf(seed);
  const { bytes, rows, lists } = await randomFile(random, pick(random, [1, 30, 200, 700]));
  const file = await openParquet(bytes);
  const found: Difference[] = [];
  for (let i = 0; i < predicates; i++) {
    const predicate: NaturalPredicate = randomPredicate(random, rows, listed, pick(random, [0, 1, 2, 3]));
    const use = Object.fromEntries(metadata.map((name) => [name, random() < 0.7]));
    const expected = rows.flatMap((row, n) => (predicate.holds(row, lists[n] ?? {}) === true ? [n] : []));
    const numbers: number[] = [];
    const limit = random() < 0.2 ? pick(random, [0, 1, 10]) : undefined;
    const offset = random() < 0.2 ? pick(random, [1, 20]) : 0;
    const columns = pick(random, [['n'], ['n', 's', 'lists.i32'], undefined]);
    for await (const row of file.rows({
      where: predicate.where,
      use,
      offset,
      ...(limit !== undefined && { limit }),
      ...(columns !== undefined && { columns }),
    })) {
      numbers.push(row['n'] as number);
    }
    const wanted = expected.slice(offset, limit === undefined ? undefined : offset + limit);
    if (numbers.length !== wanted.length || numbers.some((n, k) => n !== wanted[k])) {
      found.push({ seed, where: predicate.where, expected: wanted, found: numbers });
    }
  }
  return found;
}
