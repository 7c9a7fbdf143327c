import { createRegistry, type Limits } from '@marquetry/core';
import { bytesSource, openFile } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { expect, test } from 'vitest';

test('openFile rejects limits that are not complete, because missing limits would not be enforced', async () => {
  const limits = { memoryBytes: 2 ** 26 } as Limits;
  const options = { encodings: createRegistry([]), limits };
  const error = await errorOf(() => openFile(bytesSource(new Uint8Array(100)), options));
  expect(error.code).toBe('INVALID_ARGUMENT');
  expect(error.message).toContain('must be at least 0, got undefined: set it with createLimits(');
});
