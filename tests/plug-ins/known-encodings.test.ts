/**
 * Compares the table of encodings in `core` with the packages that it names.
 */
import { type Encoding, knownEncodings } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { expect, test } from 'vitest';

test.each(knownEncodings().filter((known) => known.package !== undefined))(
  '$name is the export $export of $package',
  async (known) => {
    const module = (await import(known.package ?? '')) as Record<string, Encoding>;
    const encoding = module[known.export ?? ''];
    expect([encoding?.id, encoding?.name]).toEqual([known.id, known.name]);
  },
);

test('standardEncodings has all encodings that are not deprecated, and PLAIN_DICTIONARY for reading', () => {
  const current = knownEncodings().filter(
    ({ standing, name }) => standing === 'current' || name === 'PLAIN_DICTIONARY',
  );
  expect([...standardEncodings].map(({ id }) => id).sort()).toEqual(current.map(({ id }) => id));
});
