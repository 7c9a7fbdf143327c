/**
 * Sums up the values of a column, a page at a time.
 */
import { type FlatValues, PhysicalType } from '@marquetry/core';
import type { LeafNode } from 'marquetry';
import type { Figures } from '../figures.js';
import { type Meaning, meaningOf } from '../meaning.js';
import { bigintAggregate } from './bigints.js';
import { booleanAggregate } from './booleans.js';
import { bytesAggregate } from './bytes.js';
import { floatAggregate } from './floats.js';
import { integerAggregate } from './integers.js';

export interface Aggregate {
  /** Adds values; with `counts`, value `i` that many times, and not at all where it is 0. */
  add(values: FlatValues, counts?: Float64Array): void;
  /** Minimum, maximum, and sum or distinct count; none where there was no value. */
  finish(): Figures;
}

/** An aggregate for the values of a column. */
export function createAggregate(leaf: LeafNode): Aggregate {
  const meaning: Meaning = meaningOf(leaf);
  switch (meaning.kind) {
    case 'boolean':
      return booleanAggregate();
    case 'float':
      return floatAggregate();
    case 'bytes':
      return bytesAggregate();
    case 'integer':
      return leaf.type === PhysicalType.INT96 ? bigintAggregate() : integerAggregate(meaning.isSigned);
    case 'decimal': {
      const isInteger = leaf.type === PhysicalType.INT32 || leaf.type === PhysicalType.INT64;
      return isInteger ? integerAggregate(true) : bigintAggregate();
    }
  }
}
