/**
 * Encodings of dictionary indices with one error each, keyed by the name of the conformance case that must detect it.
 */
import type { DictionaryValues, Encoding, Values } from '@marquetry/core';
import { decoding } from './mutants.js';
import { soundIndices } from './sound-indices.js';

export const indexMutants: Readonly<Record<string, Encoding>> = {
  'read returns indices into the given dictionary': decoding(
    (decoder) => ({
      read: (count): Values => {
        const values = decoder.read(count) as DictionaryValues;
        return { ...values, dictionary: { ...values.dictionary } };
      },
    }),
    soundIndices,
  ),
  'a missing dictionary throws a ParquetError': {
    ...soundIndices,
    decoder: (bytes, context) => {
      if (context.dictionary === undefined) throw new TypeError('undefined');
      return soundIndices.decoder(bytes, context);
    },
  },
  'an index beyond the dictionary throws CORRUPT': {
    ...soundIndices,
    decoder: (bytes, context) => {
      const last = Math.max((context.dictionary?.length ?? 0) - 1, 0);
      // All indices of the sample pages are below 256, so the upper byte is 0.
      const clamped = bytes.map((byte, i) => (i & 1 ? 0 : Math.min(byte, last)));
      return soundIndices.decoder(clamped, context);
    },
  },
};
