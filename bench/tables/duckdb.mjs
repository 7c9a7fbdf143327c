// Runs DuckDB on one thread, in memory.
import { DuckDBInstance } from '@duckdb/node-api';

export async function connect(threads = 1) {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    preserve_insertion_order: 'true',
  });
  return instance.connect();
}

export const version = async (connection) => (await connection.runAndReadAll('SELECT version()')).getRows()[0][0];

/** Quotes text as a SQL literal. */
export const literal = (text) => `'${text.replaceAll("'", "''")}'`;

/** Quotes a name as a SQL identifier. */
export const identifier = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns SQL for the number that a value adds to the sum of its column: the length of a byte array, the days of a date, the unscaled
 * integer of a decimal.
 */
function numberOf(name, type) {
  const column = identifier(name);
  const decimal = /^DECIMAL\(\d+,(\d+)\)$/.exec(type);
  if (decimal !== null) return `${column} * ${10 ** Number(decimal[1])}`;
  if (type === 'VARCHAR' || type === 'BLOB') return `octet_length(${column}::BLOB)`;
  if (type === 'DATE') return `(${column} - DATE '1970-01-01')`;
  if (type === 'BOOLEAN') return `${column}::INTEGER`;
  if (/^TIMESTAMP_S$/.test(type)) return `epoch(${column})`;
  if (/^TIMESTAMP_MS$/.test(type)) return `epoch_ms(${column})`;
  if (/^TIMESTAMP_NS$/.test(type)) return `epoch_ns(${column})`;
  if (type.startsWith('TIMESTAMP')) return `epoch_us(${column})`;
  return column;
}

/** Returns the columns of a file with DuckDB's types. */
export async function describe(connection, path) {
  const found = await connection.runAndReadAll(`DESCRIBE FROM read_parquet(${literal(path)})`);
  return found.getRows().map(([name, type]) => ({ name, type }));
}

/** Returns SQL for the number of values in each leaf, and for their sum. */
export async function leafExpressions(connection, path, leaves) {
  if (leaves !== undefined) return leaves;
  const columns = await describe(connection, path);
  return columns.map(({ name, type }) => [`count(${identifier(name)})`, `sum(${numberOf(name, type)})`]);
}

/** Returns the number of values in each leaf and their sum, as read by DuckDB. */
export async function leafSums(connection, path, leaves) {
  const expressions = (await leafExpressions(connection, path, leaves)).flat();
  const numbers = [];
  // Use several queries, because DuckDB computes thousands of expressions faster in several queries than in one.
  for (let i = 0; i < expressions.length; i += 400) {
    const some = expressions.slice(i, i + 400).map((sql) => `coalesce(${sql}, 0)::DOUBLE`);
    const result = await connection.runAndReadAll(`SELECT ${some.join(',')} FROM read_parquet(${literal(path)})`);
    numbers.push(...result.getRows()[0]);
  }
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({ count: numbers[2 * i], sum: numbers[2 * i + 1] }));
}

/** Returns a query that decodes a whole file and returns one row, which is the smallest result that depends on every value. */
export async function aggregate(connection, path, leaves) {
  const cheap = ({ name, type }) => {
    const column = identifier(name);
    if (type === 'VARCHAR') return `sum(strlen(${column}))`;
    if (type === 'BLOB') return `sum(octet_length(${column}))`;
    if (type === 'BOOLEAN') return `count_if(${column})`;
    return /^(DATE|TIME)/.test(type) ? `max(${column})` : `sum(${column})`;
  };
  const expressions = leaves === undefined ? (await describe(connection, path)).map(cheap) : leaves.flat();
  return `SELECT count(*), ${expressions.join(',')} FROM read_parquet(${literal(path)})`;
}
