// Replaces `describe`, `test` and `it` for the tests of mutants: they only collect the tests, so that the thread can run any of them at
// any time, and more than once. `expect` is that of Vitest.
import { format } from 'node:util';
import { expect } from 'vitest';

export { expect };

/** The tests collected so far, as `{ id, name, file, line, run }`. The thread sets `file` before it imports one. */
export const collected = { file: '', tests: [] };
const suites = [];
const counts = new Map();

/** The line of the test file from which `describe` or `test` was called, from 0. */
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

/** Inserts the values of a table row into a title: `%s` and the like in order, `$name` by property. */
function titleOf(title, row) {
  const placeholders = title.match(/%[sdifjoO]/g)?.length ?? 0;
  const filled = format(title, ...row.slice(0, placeholders));
  return filled.replace(/\$(\w+)/g, (whole, key) =>
    row[0] !== null && typeof row[0] === 'object' && key in row[0] ? String(row[0][key]) : whole,
  );
}

/** `each` of `one`, which takes a title and a function. */
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
