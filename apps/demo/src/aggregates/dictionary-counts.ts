/**
 * Aggregates dictionary columns without decoding them: counts the indices per entry, then adds each entry once.
 */
import type { DictionaryValues, DirectValues } from '@marquetry/core';
import type { Aggregate } from './aggregate.js';

export interface DictionaryCounts {
  add(values: DictionaryValues): void;
  /** Adds the entries of the current dictionary to the aggregate, each as often as it was used. */
  flush(): void;
}

export function createDictionaryCounts(aggregate: Aggregate): DictionaryCounts {
  let dictionary: DirectValues | undefined;
  let counts = new Float64Array(0);
  const flush = (): void => {
    if (dictionary !== undefined) aggregate.add(dictionary, counts);
    dictionary = undefined;
  };
  return {
    add: (values) => {
      if (values.dictionary !== dictionary) {
        flush();
        dictionary = values.dictionary;
        counts = new Float64Array(dictionary.length);
      }
      const { indices, length } = values;
      for (let i = 0; i < length; i++) counts[indices[i] as number] = (counts[indices[i] as number] as number) + 1;
    },
    flush,
  };
}
