// The questions (filtered reads to measure), their files, and the floors: the figures that they must reach.
export const q6 = {
  l_shipdate: { ge: '1994-01-01', lt: '1995-01-01' },
  l_discount: { ge: '0.05', le: '0.07' },
  l_quantity: { lt: '24' },
};
const day = (text) => new Date(`${text}T00:00:00Z`);
const q6Filter = {
  l_shipdate: { $gte: day('1994-01-01'), $lt: day('1995-01-01') },
  l_discount: { $gte: 0.05, $lte: 0.07 },
  l_quantity: { $lt: 24 },
};
const three = ['l_orderkey', 'l_quantity', 'l_extendedprice'];
export const two = ['l_extendedprice', 'l_discount'];

/**
 * Filtered reads of the table lineitem. `floor` limits the number of bytes read, either to a constant or to a multiple
 * of the ideal number, and the number of rounds (groups of concurrent reads). `wall` is the maximum elapsed time, as a
 * multiple of the time of the fastest peer. `sum` names the columns that peers sum up instead of returning rows.
 */
export const questions = [
  {
    name: 'one key in a file sorted by key',
    by: 'l_orderkey',
    where: { l_orderkey: 300000 },
    filter: { l_orderkey: { $eq: 300000n } },
    columns: three,
    floor: { bytes: 130_000, rounds: 3 },
    wall: 1,
  },
  {
    name: 'one key in an unsorted file',
    by: 'l_shipdate',
    where: { l_orderkey: 300000 },
    filter: { l_orderkey: { $eq: 300000n } },
    columns: three,
    use: { bloom: false },
    floor: { ideal: 1.3 },
    wall: 1,
  },
  {
    name: 'one key, found with a Bloom filter',
    by: 'l_shipdate',
    where: { l_partkey: 'rare' },
    columns: two,
    floor: { bytes: 2_300_000 },
    wall: 1,
  },
  {
    name: 'TPC-H Q6 on a file sorted by date',
    by: 'l_shipdate',
    where: q6,
    filter: q6Filter,
    columns: two,
    floor: { ideal: 1.2 },
  },
  {
    name: 'TPC-H Q6 on an unsorted file',
    by: 'l_orderkey',
    where: q6,
    filter: q6Filter,
    columns: two,
    floor: { ideal: 1.02 },
    wall: 2,
  },
];

/** Returns a part number (a value of `l_partkey`) that occurs in only one row group of the file. */
export async function rarePart(file) {
  const groups = new Map();
  for await (const { rowGroup, values } of file.columnPieces('l_partkey', { decodeDictionaries: true })) {
    for (const value of values.data)
      groups.set(value, groups.has(value) && groups.get(value) !== rowGroup ? -1 : rowGroup);
  }
  return Number([...groups].find(([, group]) => group === 1)[0]);
}

/** Returns the predicate (`where`) of a question. Replaces the placeholder `'rare'` with a part number of the file. */
export const whereOf = async ({ where }, file) =>
  where.l_partkey === 'rare' ? { l_partkey: await rarePart(file) } : where;
