import { isParquetError, ParquetError, withPlace } from '@marquetry/core';
import { expect, test, vi } from 'vitest';

test('isParquetError, unlike instanceof, recognizes errors that another copy of the package threw', async () => {
  vi.resetModules();
  const copy = await import('@marquetry/core');
  expect(copy.ParquetError).not.toBe(ParquetError);
  const error = new copy.ParquetError('CORRUPT', 'odd bytes', { offset: 3 });
  expect(error).not.toBeInstanceOf(ParquetError);
  expect(isParquetError(error)).toBe(true);
  expect(copy.isParquetError(new ParquetError('LIMIT', 'too much'))).toBe(true);
  expect(withPlace(error, { page: 2 })).toMatchObject({ code: 'CORRUPT', at: { offset: 3, page: 2 } });
});

test('isParquetError is false for values that are not a ParquetError', () => {
  const others = [undefined, null, 'CORRUPT', new Error('CORRUPT'), { code: 'CORRUPT', name: 'ParquetError' }];
  expect(others.filter(isParquetError)).toEqual([]);
});

test('the message of a ParquetError is the reason followed by the location in words', () => {
  const at = { offset: 7, part: 'page body', page: 1, column: 'a.b', rowGroup: 0, fileOffset: 400 };
  const error = new ParquetError('TRUNCATED', 'bytes end', at);
  expect(error.reason).toBe('bytes end');
  expect(error.message).toBe('bytes end (column a.b, row group 0, page 1, page body, byte 7, file offset 400)');
  expect(new ParquetError('TRUNCATED', 'bytes end').message).toBe('bytes end');
  expect(error).toBeInstanceOf(Error);
  expect(`${error}`).toMatch(/^ParquetError: bytes end/);
});

test('withPlace adds location members, and keeps those that are already set', () => {
  const inner = new ParquetError('CORRUPT', 'odd', { offset: 5, page: 1 });
  const outer = withPlace(inner, { page: 9, column: 'x' }) as ParquetError;
  expect(outer.at).toEqual({ offset: 5, page: 1, column: 'x' });
  expect(outer.message).toBe('odd (column x, page 1, byte 5)');
  expect(outer.cause).toBe(inner);
  expect((withPlace(outer, { rowGroup: 2 }) as ParquetError).cause).toBe(inner);
});

test('withPlace keeps the `cure` property of an error', () => {
  const inner = new ParquetError('UNSUPPORTED', 'encrypted', {}, { cure: 'keys' });
  expect((withPlace(inner, { page: 9 }) as ParquetError).cure).toBe('keys');
  expect(new ParquetError('CORRUPT', 'odd').cure).toBeUndefined();
});

test('withPlace returns other errors unchanged', () => {
  const abort = new DOMException('stop', 'AbortError');
  expect(withPlace(abort, { page: 1 })).toBe(abort);
});
