import { parseWhere } from '@marquetry/prune';
import { expect, test } from 'vitest';

const of = (path: string, test: unknown): unknown => ({ path, test });

test.each([
  ['delay > 60', of('delay', { gt: 60 })],
  ['delay>=-1.5e2', of('delay', { ge: -150 })],
  ["origin = 'O''Hare'", of('origin', { eq: "O'Hare" })],
  ['a == true', of('a', { eq: true })],
  ['a <> 1', of('a', { ne: 1 })],
  ["origin in ('SEA', 'PDX')", of('origin', { in: ['SEA', 'PDX'] })],
  ['a IN ()', of('a', { in: [] })],
  ['a not in (1)', { not: of('a', { in: [1] }) }],
  ['a is null', of('a', { isNull: true })],
  ['a IS NOT NULL', of('a', { isNull: false })],
  ['a is nan', of('a', { isNaN: true })],
  ["name like 'Se%'", of('name', { startsWith: 'Se' })],
  ['tags contains 5', of('tags', { contains: 5 })],
  ['a between 1 and 3', of('a', { ge: 1, le: 3 })],
  ["raw = X'00ff'", of('raw', { eq: Uint8Array.of(0, 255) })],
  ['"odd name"."x.y" = 1', of('odd name.x\\.y', { eq: 1 })],
  ['place.lat < 1', of('place.lat', { lt: 1 })],
  ['id = 9007199254740993', of('id', { eq: '9007199254740993' })],
  ['a = 1 and b = 2 or c = 3', { or: [{ and: [of('a', { eq: 1 }), of('b', { eq: 2 })] }, of('c', { eq: 3 })] }],
  ['a = 1 and (b = 2 or c = 3)', { and: [of('a', { eq: 1 }), { or: [of('b', { eq: 2 }), of('c', { eq: 3 })] }] }],
  ['not not a = 1', of('a', { eq: 1 })],
  ['not (a = 1)', { not: of('a', { eq: 1 }) }],
  ['größe = 1', of('größe', { eq: 1 })],
])('parseWhere parses %s', (text, where) => {
  expect(parseWhere(text)).toEqual(where);
});

test.each([
  ['', 'at its end (character 1): expected the name of a column'],
  ['delay', 'at its end (character 6): expected an operator'],
  ['delay > ', "expected a number, 'text', X'hex', true or false"],
  ['delay = null', 'for null, write "is null" or "is not null"'],
  ["origin = 'SEA", "' is not closed"],
  ['a = 1 b = 2', 'near "b = 2" (character 7): expected "and", "or" or the end'],
  ["a like '%x'", 'expected a pattern that ends with %'],
  ["raw = X'0'", 'expected an even number of hex digits'],
  ['a = 1 and', 'expected the name of a column'],
  ['a ; 1', 'unexpected ;'],
  ['(a = 1', 'expected )'],
  [`${'('.repeat(200)}a = 1`, 'has more than 100 nested levels'],
])('parseWhere rejects %s, and the error states what is wrong', (text, message) => {
  expect(() => parseWhere(text)).toThrow(message);
});
