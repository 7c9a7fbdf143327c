import { alp } from '@marquetry/alp';
import { expect, test } from 'vitest';

test('alp says its name', () => {
  expect(alp).toBe('alp');
});
