/** Conformance cases for encodings that store dictionary indices. */
import { type DirectValues, type Encoding, isParquetError, sliceValues } from '@marquetry/core';
import type { ConformanceCase } from '../conformance-case.js';
import type { SamplePage } from '../sample-pages.js';
import { expectCode } from './arguments.js';
import { limits, openPage } from './open.js';

export function dictionaryCases(encoding: Encoding, page: SamplePage): ConformanceCase[] {
  const { column, values, dictionary, bytes } = page;
  if (!encoding.usesDictionary || dictionary === undefined) {
    return [
      {
        name: 'read returns values, not dictionary indices',
        run: () => {
          const { layout } = openPage(encoding, page, bytes, limits).read(values.length);
          if (layout === 'dictionary') throw new Error('usesDictionary is false, but read returned indices');
        },
      },
    ];
  }
  const withDictionary = (other: DirectValues): SamplePage => ({ ...page, dictionary: other });
  return [
    {
      name: 'read returns indices into the given dictionary',
      run: () => {
        const actual = openPage(encoding, page, bytes, limits).read(values.length);
        if (actual.layout !== 'dictionary')
          throw new Error(`values must have layout 'dictionary', got '${actual.layout}'`);
        if (actual.dictionary !== dictionary)
          throw new Error('values must refer to the given dictionary, but refer to another one');
      },
    },
    {
      name: 'a missing dictionary throws a ParquetError',
      run: () => {
        if (values.length === 0) return;
        const context = { column, valueCount: values.length, limits };
        let gave = true;
        try {
          encoding.decoder(bytes, context).read(values.length);
        } catch (error) {
          gave = false;
          if (!isParquetError(error)) throw error;
        }
        if (gave) throw new Error('read returned values although no dictionary was given');
      },
    },
    {
      name: 'an index beyond the dictionary throws CORRUPT',
      run: () => {
        if (values.layout !== 'dictionary' || values.length === 0) return;
        const largest = values.indices.reduce((a, b) => Math.max(a, b));
        const shorter = withDictionary(sliceValues(dictionary, 0, largest));
        expectCode('CORRUPT', 'read', () => openPage(encoding, shorter, bytes, limits).read(values.length));
      },
    },
  ];
}
