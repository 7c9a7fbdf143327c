import {
  createLimits,
  defaultLimits,
  isParquetError,
  type Limits,
  limitError,
  requireLimits,
  serverLimits,
} from '@marquetry/core';
import { errorOf } from '@marquetry/test-support/errors.js';
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

test.each<unknown>([undefined, -1, Number.NaN, 'many'])('createLimits rejects the value %s', async (memoryBytes) => {
  const error = await errorOf(() => createLimits({ memoryBytes: memoryBytes as number }));
  expect(error.code).toBe('INVALID_ARGUMENT');
  expect(error.message).toBe(
    `the limit memoryBytes must be at least 0, got ${memoryBytes}: set it with createLimits({ memoryBytes: ... })`,
  );
});

test('requireLimits rejects an object that lacks limits, and accepts infinite limits', async () => {
  const error = await errorOf(() => requireLimits({ memoryBytes: 1000 } as Limits));
  expect(error.code).toBe('INVALID_ARGUMENT');
  expect(() => requireLimits(createLimits({ memoryBytes: Number.POSITIVE_INFINITY }))).not.toThrow();
});

test('no limit of serverLimits exceeds the default', () => {
  expect(Object.keys(serverLimits)).toEqual(Object.keys(defaultLimits));
  for (const [name, limit] of Object.entries(serverLimits)) {
    expect([name, limit <= defaultLimits[name as keyof typeof defaultLimits]]).toEqual([name, true]);
  }
  expect(serverLimits.memoryBytes).toBe(64 * 2 ** 20);
});
