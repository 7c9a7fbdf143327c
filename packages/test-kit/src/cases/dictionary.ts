/**
 * Encodings whose values are indices.
 */
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
        name: 'values are flat',
        run: () => {
          const { layout } = openPage(encoding, page, bytes, limits).read(values.length);
          if (layout === 'dictionary') throw new Error('usesDictionary is false, but indices came');
        },
      },
    ];
  }
  const withDictionary = (other: DirectValues): SamplePage => ({ ...page, dictionary: other });
  return [
    {
      name: 'values are indices into the dictionary given',
      run: () => {
        const actual = openPage(encoding, page, bytes, limits).read(values.length);
        if (actual.layout !== 'dictionary') throw new Error(`values have the layout ${actual.layout}`);
        if (actual.dictionary !== dictionary) throw new Error('values have another dictionary');
      },
    },
    {
      name: 'no dictionary is a ParquetError',
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
        if (gave) throw new Error('values came without a dictionary');
      },
    },
    {
      name: 'an index beyond the dictionary is CORRUPT',
      run: () => {
        if (values.layout !== 'dictionary' || values.length === 0) return;
        const largest = values.indices.reduce((a, b) => Math.max(a, b));
        const shorter = withDictionary(sliceValues(dictionary, 0, largest));
        expectCode('CORRUPT', 'read', () => openPage(encoding, shorter, bytes, limits).read(values.length));
      },
    },
  ];
}
