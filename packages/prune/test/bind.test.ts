import { bindWhere, leavesIn, type Where } from '@marquetry/prune';
import { defineSchema } from '@marquetry/schema';
import { expect, test } from 'vitest';

const schema = defineSchema({
  delay: { type: 'INT64', optional: true },
  small: 'INT8',
  ratio: { type: 'DOUBLE', optional: true },
  price: { type: 'DECIMAL', precision: 9, scale: 2 },
  day: { type: 'DATE', fieldId: 7 },
  origin: 'STRING',
  gap: 'INTERVAL',
  and: 'INT32',
  place: { optional: true, fields: { lat: 'DOUBLE', names: { list: { type: 'STRING', optional: true } } } },
  tags: { list: { type: 'STRING', optional: true }, optional: true },
  items: { list: { fields: { price: 'DOUBLE' } } },
  props: { map: ['STRING', { type: 'INT32', optional: true }], optional: true },
});

test.each<[string, unknown, string]>([
  ['an unknown column', { nope: 1 }, 'there is no column nope: use one of delay, small'],
  [
    'an unknown field of a struct',
    { 'place.lon': 1 },
    'column place.lon does not exist; the columns in place are place.lat',
  ],
  ['an unknown operator', { delay: { gte: 1 } }, '`gte` is not an operator; the operators are eq, ne, lt'],
  ['a test without an operator', { delay: {} }, 'a condition needs an operator'],
  ['null', { delay: null }, 'null matches nothing: use `{ isNull: true }` (column delay)'],
  ['null in a test', { delay: { eq: null } }, '`eq: null` matches nothing: use `isNull: true` (column delay)'],
  ['undefined', { delay: { gt: undefined } }, '`gt` needs a value to compare with, got undefined'],
  ['text for an integer', { delay: 'late' }, '"late" cannot be compared with INT64 values (column delay)'],
  ['a number for text', { origin: 5 }, 'the number 5 cannot be compared with STRING values (column origin)'],
  [
    'text that is not a valid date',
    { day: '2020-13-01' },
    '"2020-13-01" cannot be compared with DATE values (column day)',
  ],
  ['half of a surrogate pair', { origin: '\ud800' }, 'cannot be compared with STRING values'],
  ['an order comparison of a type without an order', { gap: { lt: new Uint8Array(12) } }, '`lt` needs an order'],
  ['isNaN on an integer column', { delay: { isNaN: true } }, '`isNaN` is for FLOAT, DOUBLE and FLOAT16'],
  ['isNull that is not a boolean', { delay: { isNull: 1 } }, '`isNull` must be true or false, got 1'],
  [
    'startsWith on an integer column',
    { delay: { startsWith: '1' } },
    '`startsWith` requires a text or byte array column',
  ],
  ['in without an array', { delay: { in: 5 } }, '`in` needs an array, got 5'],
  ['a comparison with a list', { tags: { eq: 'a' } }, '`eq` cannot compare a list: use `contains` or `isNull`'],
  ['a comparison with a struct', { place: { eq: 1 } }, '`eq` cannot compare a struct: name one of its fields'],
  ['a comparison inside a list', { 'items.price': { gt: 1 } }, 'write `contains: { gt: ... }`'],
  [
    'contains on a text column',
    { origin: { contains: 'a' } },
    '`contains` is for lists and maps; for text use `startsWith`',
  ],
  [
    'and without an array',
    { and: 1 },
    "`and` needs an array of predicates, got 1; for a column with that name, write { path: 'and'",
  ],
  ['an array', [{ delay: 1 }], '`where` must be an object such as'],
  ['text', 'delay > 1', '`where` must be an object such as { delay: { gt: 60 } }, got "delay > 1"'],
  ['an unknown field id', { fieldId: 9, test: 1 }, '0 columns have the field id 9'],
  ['text that is not base64', { origin: { base64: '*' } }, '`base64` must be valid base64, got "*"'],
])('bindWhere rejects %s with an error that names the cause', (_, where, message) => {
  expect(() => bindWhere(schema, where as Where)).toThrow(message);
});

test('bindWhere rejects predicates that are nested too deeply, instead of overflowing the stack', () => {
  let where: Where = { delay: 1 };
  for (let i = 0; i < 100_000; i++) where = { not: where };
  expect(() => bindWhere(schema, where)).toThrow('a predicate has more than 200 nested levels');
});

test.each<[string, Where, readonly string[]]>([
  ['a field id', { fieldId: 7, test: '2024-01-31' }, ['day']],
  ['a path in an array', { path: ['and'], test: 1 }, ['and']],
  ['a struct, whose first column is read', { place: { isNull: true } }, ['place.lat']],
  ['elements of a list', { tags: { contains: 'a' } }, ['tags.list.element']],
  ['elements of a list, by their full path', { 'tags.list.element': { contains: 'a' } }, ['tags.list.element']],
  ['a field of the structs in a list', { 'items.price': { contains: { gt: 1 } } }, ['items.list.element.price']],
  ['values of a map', { props: { contains: 1 } }, ['props.key_value.value']],
  ['keys of a map', { 'props.key': { contains: 'a' } }, ['props.key_value.key']],
  ['both sides of an or', { or: [{ delay: 1 }, { origin: 'SEA' }] }, ['delay', 'origin']],
])('a predicate can name %s', (_, where, paths) => {
  expect(leavesIn(bindWhere(schema, where)).map(({ path }) => path.join('.'))).toEqual(paths);
});

test('bindWhere returns a constant for an empty `or` (false), an empty object (true) and a predicate that is always false', () => {
  expect(bindWhere(schema, { or: [] })).toEqual({ kind: 'constant', value: false });
  expect(bindWhere(schema, {})).toEqual({ kind: 'constant', value: true });
  expect(bindWhere(schema, { and: [{ delay: 1 }, { or: [] }] })).toEqual({ kind: 'constant', value: false });
});
