import { encryption } from '@marquetry/encryption';
import { expect, test } from 'vitest';

test('encryption says its name', () => {
  expect(encryption).toBe('encryption');
});
