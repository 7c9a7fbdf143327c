import { createLimits, defaultLimits, isParquetError, limitError, serverLimits } from '@marquetry/core';
import { expect, test } from 'vitest';

test('a LIMIT error names the limit, its value and how to raise it', () => {
  const limits = createLimits({ pageBytes: 200 });
  const error = limitError('pageBytes', limits, 'a page of 300 bytes', { page: 2 });
  expect(isParquetError(error)).toBe(true);
  expect(error.code).toBe('LIMIT');
  expect(error.message).toBe(
    'a page of 300 bytes exceeds the limit pageBytes = 200: raise it with createLimits({ pageBytes: ... }) (page 2)',
  );
});

test('createLimits changes the given limits and keeps the other defaults', () => {
  expect(createLimits({ schemaDepth: 3 })).toEqual({ ...defaultLimits, schemaDepth: 3 });
});

test('no limit of serverLimits exceeds the default', () => {
  expect(Object.keys(serverLimits)).toEqual(Object.keys(defaultLimits));
  for (const [name, limit] of Object.entries(serverLimits)) {
    expect([name, limit <= defaultLimits[name as keyof typeof defaultLimits]]).toEqual([name, true]);
  }
  expect(serverLimits.memoryBytes).toBe(64 * 2 ** 20);
});
