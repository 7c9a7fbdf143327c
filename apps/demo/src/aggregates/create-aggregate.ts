/**
 * Aggregates the values of a column page by page.
 */
import { PhysicalType } from '@marquetry/core';
import type { LeafNode } from 'marquetry';
import { type Meaning, meaningOf } from '../meaning.js';
import type { Aggregate } from './aggregate.js';
import { bigintAggregate } from './bigints.js';
import { booleanAggregate } from './booleans.js';
import { bytesAggregate } from './bytes.js';
import { floatAggregate } from './floats.js';
import { integerAggregate } from './integers.js';

/** Creates the aggregate for the values of a column. */
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
