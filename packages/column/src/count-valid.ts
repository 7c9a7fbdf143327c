/**
 * Counts slots that have a value.
 */
import { countBits } from '@marquetry/bit-io';
import type { Nulls } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';

/** Returns the number of slots in `[from, to)` that have a value. */
export function countValid(nulls: Nulls, from: number, to: number, maxDefinitionLevel: number): number {
  switch (nulls.kind) {
    case 'none':
      return to - from;
    case 'bitmap':
      return countBits(nulls.bits, from, to);
    case 'levels': {
      const { definition, nullCount } = nulls;
      if (from === 0 && to === definition.length) return to - nullCount;
      return countEqual(definition, maxDefinitionLevel, from, to);
    }
  }
}
