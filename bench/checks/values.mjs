// Checks values before anything is timed, because the speed of a wrong result means nothing. DuckDB computes the expected values.
import { measureInProcess } from '../process.mjs';
import { connect, describe, identifier, leafSums, literal } from '../tables/duckdb.mjs';

const isClose = (a, b) => a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
const inOrder = (sums) => [...sums].sort((a, b) => a.count - b.count || a.sum - b.sum);
const known = new Map();

async function expectedSums({ path, leaves }) {
  if (!known.has(path)) known.set(path, inOrder(await leafSums(await connect(), path, leaves)));
  return known.get(path);
}

/**
 * Throws unless Marquetry and DuckDB read the same number of values with the same sum from each leaf of a file. The
 * task names the form to read, such as rows.
 */
export async function checkReading(task, source, options) {
  const { sums, error } = await measureInProcess('checks/child.mjs', task, options);
  const name = `${source.path}, ${task.form}, ${task.kernels}`;
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  const expected = await expectedSums(source);
  const actual = inOrder(sums);
  const wrong = expected.findIndex(
    ({ count, sum }, i) => actual[i] === undefined || actual[i].count !== count || !isClose(actual[i].sum, sum),
  );
  if (wrong !== -1 || actual.length !== expected.length) {
    const show = (found) => JSON.stringify(found[wrong] ?? found.length);
    throw new Error(`${name}: read ${show(actual)}, but DuckDB read ${show(expected)}`);
  }
}

/**
 * Returns SQL for a column of the input, converted to the type of the written column: some writers write dates as
 * numbers of days, decimals as integers, and maps as lists of keys and values.
 */
function asWritten({ name, type }, writtenType) {
  const column = `a.${identifier(name)}`;
  // Some writers write a map without its annotation, as a list of keys and values.
  if (type.startsWith('MAP') && !writtenType.startsWith('MAP')) return `map_entries(${column})`;
  if (writtenType === 'INTEGER' && type === 'DATE') return `(${column} - DATE '1970-01-01')`;
  const decimal = /^DECIMAL\(\d+,(\d+)\)$/.exec(type);
  if (writtenType === 'BIGINT' && decimal !== null) return `(${column} * ${10 ** Number(decimal[1])})::BIGINT`;
  return column;
}

/** Throws unless a written file has the same rows as the input, in the same order. */
export async function checkWriting(name, input, written, rowCount) {
  const connection = await connect(2);
  const columns = await describe(connection, input);
  const types = new Map((await describe(connection, written)).map(({ name, type }) => [name, type]));
  const same = columns.map((column) => {
    const writtenType = types.get(column.name);
    return `${asWritten(column, writtenType)} IS NOT DISTINCT FROM b.${identifier(column.name)}`;
  });
  const rows = `(FROM read_parquet(${literal(input)})) a POSITIONAL JOIN (FROM read_parquet(${literal(written)})) b`;
  const equal = await connection.runAndReadAll(`SELECT count(*), count_if(${same.join(' AND ')}) FROM ${rows}`);
  const [all, right] = equal.getRows()[0].map(Number);
  if (all !== rowCount || right !== rowCount) {
    throw new Error(`${name} wrote ${all} rows, of which ${right} are correct, from ${rowCount} rows of input`);
  }
}
