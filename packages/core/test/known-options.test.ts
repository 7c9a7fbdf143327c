import { createLimits, nearestName, requireKnownOptions } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';

const known = { columns: true, limit: true, rowGroups: true } as const;

test('nearestName returns the name with the fewest differing letters, or undefined if more than a third differ', () => {
  expect(nearestName('SNAPY', ['ZSTD', 'SNAPPY', 'GZIP'])).toBe('SNAPPY');
  expect(nearestName('ZTSD', ['ZSTD', 'SNAPPY'])).toBe('ZSTD');
  expect(nearestName('LZMA', ['ZSTD', 'SNAPPY'])).toBeUndefined();
  expect(nearestName('', ['a'])).toBeUndefined();
});

describe('unknown options', () => {
  test('requireKnownOptions accepts options that are known, undefined or absent', () => {
    expect(requireKnownOptions('rows', { columns: [], limit: undefined, other: undefined }, known)).toBeUndefined();
    expect(requireKnownOptions('rows', undefined, known)).toBeUndefined();
  });

  test.each([
    ['colums', 'did you mean `columns`?'],
    ['Limit', 'did you mean `limit`?'],
    ['rowgroup', 'did you mean `rowGroups`?'],
    ['select', 'its options are columns, limit, rowGroups'],
    ['toString', 'its options are columns, limit, rowGroups'],
    ['x'.repeat(1e6), 'its options are columns, limit, rowGroups'],
  ])('requireKnownOptions rejects %.20s', (name, cure) => {
    const error = thrownBy(() => requireKnownOptions('rows', { [name]: 1 }, known));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', `\`rows\` has no option \`${name}\`: ${cure}`]);
  });

  test('createLimits rejects an option that is not the name of a limit', () => {
    const error = thrownBy(() => createLimits({ memoryByte: 1 } as never));
    expect(error.reason).toBe('`createLimits` has no option `memoryByte`: did you mean `memoryBytes`?');
    expect(createLimits({ memoryBytes: 1 }).memoryBytes).toBe(1);
  });
});
