import { fileMap } from '@marquetry/inspect';
import { expect, test } from 'vitest';

test('exports fileMap', () => {
  expect(fileMap).toBeTypeOf('function');
});
