import { describe, expect, test } from 'vitest';
import { describeBytes, showBytes } from '../src/bytes-text.js';
import { exactPath, identifier, literal } from '../src/duckdb/sql-text.js';
import { agrees } from '../src/figures.js';
import { showFigure, withPoint } from '../src/show.js';
import { byteText, grouped } from '../src/terminal/numbers.js';
import { formatTable } from '../src/terminal/table.js';

describe('comparison of figures from Marquetry and DuckDB', () => {
  test('two integers, or two counts, agree only if their text is the same', () => {
    expect(agrees('9007199254740993', '9007199254740993', 'exact')).toBe(true);
    expect(agrees('9007199254740993', '9007199254740992', 'exact')).toBe(false);
    expect(agrees(undefined, '0', 'exact')).toBe(false);
    expect(agrees(undefined, undefined, 'exact')).toBe(true);
  });

  test('two floats agree if they are the same number, and two sums of floats if their relative difference is at most 1e-9', () => {
    expect(agrees('2', '2.0', 'number')).toBe(true);
    expect(agrees('0', '-0.0', 'number')).toBe(true);
    expect(agrees('1', '1.0000000000000002', 'number')).toBe(false);
    expect(agrees('1', '1.0000000009', 'sum')).toBe(true);
    expect(agrees('1', '1.000000002', 'sum')).toBe(false);
    expect(agrees('Infinity', '-Infinity', 'sum')).toBe(false);
  });
});

describe('byte strings shown as text', () => {
  test('short byte strings are shown in full, and different long byte strings are shown as different text', () => {
    expect(describeBytes(Uint8Array.of(0, 255))).toBe('00FF');
    const long = new Uint8Array(65);
    const other = new Uint8Array(65);
    other[64] = 1;
    expect(describeBytes(long)).toMatch(/^(00){32}\.\.\.65:[0-9a-f]{32}$/);
    expect(describeBytes(long)).not.toBe(describeBytes(other));
  });

  test('byte strings of printable text are shown as text', () => {
    expect(showBytes('', 10)).toBe('""');
    expect(showBytes('C3A9', 10)).toBe('"é"');
    expect(showBytes('00FF', 10)).toBe('0x00ff');
    expect(showBytes(describeBytes(new TextEncoder().encode('a'.repeat(70))), 10)).toBe('"aaaaaaaa…');
  });
});

describe('values formatted for the terminal', () => {
  const micros = { kind: 'integer', isSigned: true, shape: 'timestamp', unit: 'MICROS' } as const;

  test('timestamps before and after 1970 are shown as date and time', () => {
    expect(showFigure('min', '-1', micros)).toBe('1969-12-31 23:59:59.999999');
    expect(showFigure('max', '1000000', micros)).toBe('1970-01-01 00:00:01');
    expect(showFigure('max', '120500000', { ...micros, shape: 'time' })).toBe('00:02:00.5');
    expect(showFigure('max', '9223372036854775807', micros)).toBe('9223372036854775807');
  });

  test('dates, decimals, booleans and counts are shown in readable form', () => {
    expect(showFigure('min', '-1', { ...micros, shape: 'date' })).toBe('1969-12-31');
    expect(showFigure('sum', '-5', { kind: 'decimal', scale: 2 })).toBe('-0.05');
    expect(withPoint('12345', 2)).toBe('123.45');
    expect(showFigure('max', '1', { kind: 'boolean' })).toBe('true');
    expect(showFigure('values', '3000000', { kind: 'bytes' })).toBe('3,000,000');
    expect(showFigure('min', undefined, micros)).toBe('-');
  });

  test('numbers have thousands separators, and sizes have units', () => {
    expect(grouped('-1234567')).toBe('-1,234,567');
    expect(byteText(999)).toBe('999 B');
    expect(byteText(13_493_022)).toBe('13.5 MB');
    expect(byteText(999_999)).toBe('1.0 MB');
  });

  test('table columns are aligned', () => {
    const lines = formatTable(
      [{ title: 'a' }, { title: 'b', align: 'right' }],
      [
        ['long', '1'],
        ['x', '100'],
      ],
    );
    expect(lines).toEqual(['  a       b', '  long    1', '  x     100']);
  });
});

test('column names and paths are quoted for SQL', () => {
  expect(identifier('a "b"')).toBe('"a ""b"""');
  expect(literal("it's")).toBe("'it''s'");
  expect(exactPath('/x [1]/*?.parquet')).toBe('/x [[]1]/[*][?].parquet');
});
