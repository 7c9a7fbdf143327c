// The tables to measure: SQL that computes each column from hashes of the row number, so that it is the same on every machine.

const hashed = (seed, of = 'i') => `(hash(${of} * 1000003 + ${seed}) >> 1)`;
const below = (seed, limit, of = 'i') => `(${hashed(seed, of)} % ${limit})`;
/** Returns SQL for a number from 0 up to, but not including, 1. */
const fraction = (seed, of = 'i') => `(${hashed(seed, of)}::DOUBLE / 9223372036854775808.0)`;
const pick = (seed, words) =>
  `([${words.map((word) => `'${word}'`).join(',')}])[1 + ${below(seed, words.length)}::INT]`;
/** Returns SQL that is null in three of ten rows, and `value` in the others. */
const sometimes = (seed, value) => `CASE WHEN ${below(seed, 10)} >= 3 THEN ${value} END`;

const vocabulary = (
  'carefully quickly furiously final special regular express pending ironic even bold silent unusual deposits requests ' +
  'accounts packages instructions theodolites foxes pinto beans dependencies platelets ideas asymptotes courts dolphins ' +
  'sleep haggle nag wake cajole use boost detect along across after among the about above according to'
).split(' ');
const towns = Array.from({ length: 200 }, (_, i) => `city_${vocabulary[i % vocabulary.length]}_${i}`);
const modes = ['AIR', 'FOB', 'MAIL', 'RAIL', 'REG AIR', 'SHIP', 'TRUCK'];
const hosts = ['www.example.com', 'shop.example.org', 'news.example.net', 'cdn.example.io'];
const money = (cents) => `(${cents}::DECIMAL(17,2) / 100)::DECIMAL(15,2)`;

/** Returns `count` columns of hashed values. The types INT32, DOUBLE, INT64 and short strings alternate. */
function mixedColumns(count, firstSeed) {
  const kinds = [
    (seed) => `${below(seed, 1000)}::INTEGER`,
    (seed) => fraction(seed),
    (seed) => `${hashed(seed)}::BIGINT`,
    (seed) => `'v' || ${below(seed, 100)}`,
  ];
  return Array.from({ length: count }, (_, c) => `${kinds[c % 4](firstSeed + c)} AS c${c}`).join(',');
}

/**
 * Returns `count` columns of computed values. The types INT32, DOUBLE, INT64 and short strings alternate. The values
 * are not hashes, because DuckDB takes minutes to compute hashes for thousands of columns.
 */
function countedColumns(count) {
  const kinds = [
    (c) => `((i * ${c + 7} + ${c}) % 1000)::INTEGER`,
    (c) => `(i * ${c + 1}) / 7.0`,
    (c) => `(i * 1000003 * ${c + 1})::BIGINT`,
    (c) => `'v' || ((i + ${c}) % 100)`,
  ];
  return Array.from({ length: count }, (_, c) => `${kinds[c % 4](c)} AS c${c}`).join(',');
}

const lineitem = `(i // 4 + 1)::BIGINT AS l_orderkey, (1 + ${below(30, 200000)})::BIGINT AS l_partkey,
  (1 + ${below(31, 10000)})::BIGINT AS l_suppkey, (1 + i % 4)::INTEGER AS l_linenumber,
  (1 + ${below(32, 50)})::DECIMAL(15,2) AS l_quantity, ${money(`(90000 + ${below(33, 10000000)})`)} AS l_extendedprice,
  ${money(below(34, 11))} AS l_discount, ${money(below(35, 9))} AS l_tax,
  ${pick(36, ['A', 'N', 'R'])} AS l_returnflag, ${pick(37, ['F', 'O'])} AS l_linestatus,
  DATE '1992-01-01' + ${below(38, 2500)}::INTEGER AS l_shipdate,
  DATE '1992-01-01' + ${below(39, 2500)}::INTEGER AS l_commitdate,
  DATE '1992-01-03' + ${below(40, 2500)}::INTEGER AS l_receiptdate,
  ${pick(41, ['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN'])} AS l_shipinstruct,
  ${pick(42, modes)} AS l_shipmode,
  ${[43, 44, 45, 46].map((seed) => pick(seed, vocabulary)).join(` || ' ' || `)} AS l_comment`;

const integers = `${below(1, 1000)}::INTEGER AS i32_small,
  (1700000000000000 + i * 1000 + ${below(2, 500)}::BIGINT)::BIGINT AS i64_ts,
  (${hashed(3)}::BIGINT - 4611686018427387904)::BIGINT AS i64_rand`;

/**
 * The tables by name: the number of rows in the small and in the full version, and the columns. Nested tables have
 * `leaves`, SQL for the number and the sum of the values of each leaf column (for byte arrays, the sum of their
 * lengths).
 */
export const tables = {
  lineitem: { small: 250_000, full: 1_000_000, columns: lineitem },
  lineitem6m: { small: 250_000, full: 6_000_000, columns: lineitem },
  ints: { small: 1_500_000, full: 10_000_000, columns: integers },
  // This table is used to measure writing. It has a million rows.
  ints1m: { small: 250_000, full: 1_000_000, columns: integers },
  doubles: {
    small: 1_000_000,
    full: 5_000_000,
    columns: `${fraction(4)} AS f64_rand, round(${fraction(5)} * 100000) / 100 AS f64_price,
      (20 + 5 * sin(i / 1000.0) + ${fraction(6)} * 0.01)::FLOAT AS f32_sensor`,
  },
  fewStrings: {
    small: 1_000_000,
    full: 5_000_000,
    columns: `${pick(7, towns)} AS city, ${pick(8, modes)} AS mode, 'user_' || ${below(9, 5000)} AS usr`,
  },
  urls: {
    small: 200_000,
    full: 2_000_000,
    columns: `'https://' || ${pick(10, hosts)} || '/' || ${pick(11, vocabulary)} || '/' || ${pick(12, vocabulary)} ||
      '/' || printf('%016x', ${hashed(13)}) || '?id=' || i || '&ref=' || ${below(14, 1000000)} AS url`,
  },
  nested: {
    small: 150_000,
    full: 1_000_000,
    columns: `i::BIGINT AS id,
      list_transform(range(${below(15, 8)}::BIGINT), lambda x: (${below(16, 100000, '(i*8+x)')})::INTEGER) AS list_int,
      list_transform(range(${below(17, 4)}::BIGINT), lambda x: {
        'a': (${below(18, 1000000, '(i*4+x)')})::BIGINT, 'b': 'tag_' || ${below(19, 500, '(i*4+x)')}}) AS list_struct,
      map(list_transform(range(${below(20, 4)}::BIGINT), lambda x: 'key_' || x),
        list_transform(range(${below(20, 4)}::BIGINT), lambda x: ${fraction(21, '(i*4+x)')})) AS map_col`,
    leaves: [
      ['count(id)', 'sum(id)'],
      ['sum(len(list_int))', 'sum(list_sum(list_int))'],
      ['sum(len(list_struct))', 'sum(list_sum(list_transform(list_struct, lambda x: x.a)))'],
      ['sum(len(list_struct))', 'sum(list_sum(list_transform(list_struct, lambda x: strlen(x.b))))'],
      ['sum(cardinality(map_col))', 'sum(list_sum(list_transform(map_keys(map_col), lambda x: strlen(x))))'],
      ['sum(cardinality(map_col))', 'sum(list_sum(map_values(map_col)))'],
    ],
  },
  nullable: {
    small: 1_000_000,
    full: 5_000_000,
    columns: `${sometimes(22, `${below(23, 100000)}::INTEGER`)} AS n_i32,
      ${sometimes(24, `${hashed(25)}::BIGINT`)} AS n_i64, ${sometimes(26, fraction(27))} AS n_f64,
      ${sometimes(28, pick(29, towns))} AS n_str, ${sometimes(47, `${below(48, 8)} = 0`)} AS n_bool`,
  },
  columns1000: { small: 2048, full: 10_000, columns: mixedColumns(1000, 1000) },
  columns10000: { small: 1000, full: 1000, columns: countedColumns(10_000) },
  rowGroups: { small: 2048 * 100, full: 2_000_000, rowGroupRows: 2048, columns: mixedColumns(20, 3000) },
  // This table is used to measure reading a footer with 977 row groups of 20 columns. It does not have a small version.
  footer: { small: 2_000_000, full: 2_000_000, rowGroupRows: 2048, columns: mixedColumns(20, 3000) },
  pages: {
    small: 1_000_000,
    full: 1_000_000,
    pageRows: 100,
    columns: `(i * 1000003)::BIGINT AS id, 'v' || i AS s`,
  },
};
