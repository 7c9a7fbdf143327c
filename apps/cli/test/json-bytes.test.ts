import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { appendInteger, appendText, createByteText } from '../src/rows/byte-text.js';
import { printableRecords } from '../src/terminal/printable.js';
import { fileOf, runCli } from './run-cli.js';

const decode = ({ bytes, length }: { bytes: Uint8Array; length: number }): string =>
  new TextDecoder().decode(bytes.subarray(0, length));

describe('appendInteger and appendText', () => {
  it('appendInteger writes integers as `String` does', () => {
    for (let power = 1; power < 2 ** 31; power *= 3) {
      for (const value of [power - 1, power, power + 1, -power, 1 - power]) {
        const to = createByteText(0);
        appendInteger(to, value);
        expect(decode(to)).toBe(String(value === 0 ? 0 : value));
      }
    }
    const to = createByteText(1);
    for (const value of [9, 10, 99, 100, 2147483647, -2147483647]) appendInteger(to, value);
    expect(decode(to)).toBe('910991002147483647-2147483647');
  });

  it('appendText writes text of any length, in any script', () => {
    for (const text of ['', 'a', 'é', '😀', 'a'.repeat(1000), `${'a'.repeat(63)}é`, 'é'.repeat(100)]) {
      const to = createByteText(0);
      appendText(to, text);
      appendText(to, text);
      expect(decode(to)).toBe(text + text);
    }
  });
});

describe('JSON rows printed to a pipe (as bytes) and to a terminal (as text)', () => {
  const same = async (path: string): Promise<void> => {
    const bytes = await runCli(['cat', path]);
    // On a terminal, more characters are escaped.
    const text = await runCli(['cat', path, '--json'], { terminal: true });
    expect([bytes.code, bytes.stderr]).toEqual([text.code, text.stderr]);
    expect(printableRecords(bytes.stdout) === text.stdout).toBe(true);
  };

  const folder = fileURLToPath(new URL('../../../tests/fixtures/pyarrow/', import.meta.url));
  it('cat prints the same rows to a pipe (as bytes) and to a terminal (as text), for every fixture', async () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.parquet'));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) await same(folder + name);
  });

  it('cat prints the same rows to a pipe and to a terminal for minimum and maximum values, -0, NaN and text that needs escapes', async () => {
    const int32 = columnOf(PhysicalType.INT32, [1, 0]);
    const int64 = columnOf(PhysicalType.INT64, [1, 0]);
    const double = columnOf(PhysicalType.DOUBLE, [1, 0]);
    const text = columnOf(PhysicalType.BYTE_ARRAY, [1, 0]);
    const definition = [1, 1, 0, 1, 1, 1, 1];
    const plain = (column: typeof int32, values: Parameters<typeof valuesOf>[1]): Uint8Array =>
      buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, values), definition });
    const items = ['', 'plain', 'quote "', 'back\\slash', 'é', 'x'.repeat(100)].map((item) =>
      String.fromCharCode(...new TextEncoder().encode(item)),
    );
    const entries = valuesOf(text, items);
    const path = fileOf(
      buildFile({
        schema: [
          { name: 'schema', numChildren: 5 },
          elementOf('i "x"', int32),
          elementOf('l', int64),
          elementOf('d', double),
          elementOf('s', text, { logicalType: { kind: 'STRING' } }),
          elementOf('e', text, { logicalType: { kind: 'STRING' } }),
        ],
        rowGroups: [
          {
            columns: [
              { pages: [plain(int32, [0, -1, 2147483647, -2147483648, 10, 99])] },
              {
                pages: [
                  plain(int64, [0n, -1n, 2147483648n, -2147483648n, 9223372036854775807n, -9223372036854775808n]),
                ],
              },
              { pages: [plain(double, [0, -0, Number.NaN, 1.5, 3e9, -7])] },
              { pages: [plain(text, items)] },
              {
                pages: [
                  buildDictionaryPage({ column: text, values: entries }),
                  buildDataPage({
                    column: text,
                    encoding: EncodingId.RLE_DICTIONARY,
                    values: indicesOf(entries, [5, 4, 3, 3, 1, 0]),
                    definition,
                  }),
                ],
              },
            ],
          },
        ],
      }),
    );
    await same(path);
    expect((await runCli(['cat', path, '--limit', '2', '--columns', 'd,l'])).stdout).toBe(
      '{"d":0.0,"l":0}\n{"d":-0.0,"l":-1}\n',
    );
  });

  it('cat prints the same rows to a pipe and to a terminal for short strings, one-megabyte strings and several dictionaries', async () => {
    const text = columnOf(PhysicalType.BYTE_ARRAY, [1, 0]);
    const rows = 1500;
    const words = Array.from({ length: rows }, (_, row) => (row >= 40 && row < 46 ? 'w'.repeat(2 ** 20) : `${row}`));
    const definition = Array.from({ length: rows }, (_, row) => (row % 7 === 3 ? 0 : 1));
    const isValue = (_: unknown, row: number): boolean => definition[row] === 1;
    const group = (names: readonly string[]) => {
      const entries = valuesOf(text, names);
      const indices = Array.from({ length: rows }, (_, row) => (row * row) % names.length).filter(isValue);
      const page = { column: text, definition } as const;
      return {
        columns: [
          {
            pages: [
              buildDataPage({ ...page, encoding: EncodingId.PLAIN, values: valuesOf(text, words.filter(isValue)) }),
            ],
          },
          {
            pages: [
              buildDictionaryPage({ column: text, values: entries }),
              buildDataPage({ ...page, encoding: EncodingId.RLE_DICTIONARY, values: indicesOf(entries, indices) }),
            ],
          },
        ],
      };
    };
    const string = { logicalType: { kind: 'STRING' } } as const;
    const path = fileOf(
      buildFile({
        schema: [{ name: 'schema', numChildren: 2 }, elementOf('w', text, string), elementOf('e', text, string)],
        rowGroups: [group(['a', 'bb', 'c"c']), group(['', 'bb', 'd'.repeat(300), 'e', 'f'])],
      }),
    );
    await same(path);
    expect((await runCli(['cat', path, '--offset', '3000', '--format', 'json'])).stdout).toBe('');
    expect((await runCli(['cat', path, '--offset', '2997'])).stdout).toBe(
      '{"w":"1497","e":"f"}\n{"w":"1498","e":"f"}\n{"w":"1499","e":"bb"}\n',
    );
  });
});
