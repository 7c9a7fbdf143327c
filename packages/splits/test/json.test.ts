import { isParquetError } from '@marquetry/core';
import { expect, test } from 'vitest';
import { canonicalJson, contentId } from '../src/json.js';

test('equal values have the same canonical JSON', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true, gone: undefined })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(contentId({ a: 1, b: 2 })).toBe(contentId({ b: 2, a: 1 }));
  expect(contentId({ a: 1, b: 2 })).not.toBe(contentId({ a: 2, b: 1 }));
  expect(contentId('abc')).toBe('6cc43f858fbb763301637b5af970e2a46b46f461f27e5a0f41e009c59b827b25');
});

test('canonicalJson rejects values that JSON cannot represent', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(1100)}${']'.repeat(1100)}`);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, { a: Symbol('b') }, deep]) {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  }
  try {
    canonicalJson({ a: 1n });
  } catch (error) {
    expect(isParquetError(error) && error.reason).toBe(
      'the value must be representable as JSON, but it contains a bigint',
    );
  }
});
