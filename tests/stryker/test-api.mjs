// Replaces `describe`, `test` and `it` for the tests of mutants: they only collect the tests, so that the thread can run any of them at
// any time, and more than once. `expect` is Vitest's own.
import { format } from 'node:util';
import { expect } from 'vitest';

export { expect };

/** The tests collected so far, as `{ id, name, file, line, run }`. The thread sets `file` before it imports a test file. */
export const collected = { file: '', tests: [] };
const suites = [];
const counts = new Map();

/** Returns the line of the test file, counted from 0, from which `describe` or `test` was called. */
function callLine() {
  const frame = new Error().stack?.split('\n').find((line) => line.includes(collected.file)) ?? '';
  return Number(/:(\d+):\d+\)?$/.exec(frame)?.[1] ?? 1) - 1;
}

function add(title, ...rest) {
  const name = [...suites, title].join(' > ');
  const seen = counts.get(`${collected.file}#${name}`) ?? 0;
  counts.set(`${collected.file}#${name}`, seen + 1);
  const unique = seen === 0 ? name : `${name} (${seen + 1})`;
  const run = rest.find((argument) => typeof argument === 'function');
  const { file, tests } = collected;
  tests.push({ id: `${file}#${unique}`, name: unique, file, line: callLine(), run });
}

/** Inserts the values of a table row into a title: placeholders such as `%s` in order, and `$name` by property. */
function titleOf(title, row) {
  const placeholders = title.match(/%[sdifjoO]/g)?.length ?? 0;
  const filled = format(title, ...row.slice(0, placeholders));
  return filled.replace(/\$(\w+)/g, (whole, key) =>
    row[0] !== null && typeof row[0] === 'object' && key in row[0] ? String(row[0][key]) : whole,
  );
}

/** Returns the `each` method for `one`, which is `test` or `describe`. */
function each(one) {
  return (table) =>
    (title, ...rest) => {
      const run = rest.find((argument) => typeof argument === 'function');
      for (const entry of table) {
        const row = Array.isArray(entry) ? entry : [entry];
        one(titleOf(title, row), () => run(...row));
      }
    };
}

export function describe(title, ...rest) {
  suites.push(title);
  rest.find((argument) => typeof argument === 'function')();
  suites.pop();
}

export const test = Object.assign((...given) => add(...given), { each: each(add) });
/** @alias */
export const it = test;
describe.each = each(describe);
