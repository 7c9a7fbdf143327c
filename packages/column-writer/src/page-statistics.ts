/** Collects the statistics of each page while the page is written: bounds, null counts, sizes, and counts of levels. */
import { type DictionaryValues, type LeafColumn, type Nulls, PhysicalType, type Values } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { type Bounds, dictionaryBounds, noBounds, type ValueOrder } from '@marquetry/logical';
import { byteArrayBytes } from './plain-bytes.js';

export interface PageStatistics {
  readonly slotCount: number;
  readonly nullCount: number;
  readonly bounds: Bounds;
  /** Number of bytes of BYTE_ARRAY values, excluding their length prefixes; undefined for other types. */
  readonly byteArrayBytes: number | undefined;
  /** How often each level occurs in the page; undefined if it can be derived from the slot and null counts. */
  readonly repetitionLevels: readonly number[] | undefined;
  readonly definitionLevels: readonly number[] | undefined;
}

/** The slots and values of a page. The values are `values[from, to)`. */
export interface PageContent {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
  readonly nulls: Nulls;
  readonly slotCount: number;
}

/**
 * Collects the statistics of a page.
 * @param order The order that determines the bounds; undefined to omit the bounds.
 * @param entries The values of the page as dictionary indices, if finding the bounds among dictionary entries is
 * faster.
 */
export function measurePage(
  column: LeafColumn,
  { values, from, to, nulls, slotCount }: PageContent,
  order: ValueOrder | undefined,
  entries: DictionaryValues | undefined,
): PageStatistics {
  const { maxDefinitionLevel, maxRepetitionLevel } = column;
  return {
    slotCount,
    nullCount: slotCount - (to - from),
    bounds:
      order === undefined
        ? noBounds
        : entries === undefined
          ? boundsOf(order, values, from, to)
          : dictionaryBounds(order, entries, 0, entries.length),
    byteArrayBytes: column.type === PhysicalType.BYTE_ARRAY ? byteArrayBytes(values, from, to) : undefined,
    // parquet.thrift, `SizeStatistics`: a histogram adds little if the maximum definition level is at most 1, or the
    // maximum repetition level is 0.
    repetitionLevels:
      maxRepetitionLevel > 0 ? histogram(nulls, 'repetition', maxRepetitionLevel, slotCount) : undefined,
    definitionLevels:
      maxDefinitionLevel > 1 ? histogram(nulls, 'definition', maxDefinitionLevel, slotCount) : undefined,
  };
}

function boundsOf(order: ValueOrder, values: Values, from: number, to: number): Bounds {
  return values.layout === 'dictionary' ? dictionaryBounds(order, values, from, to) : order.scan(values, from, to);
}

function histogram(nulls: Nulls, kind: 'repetition' | 'definition', maxLevel: number, slotCount: number): number[] {
  const counts = new Array<number>(maxLevel + 1).fill(0);
  const levels = nulls.kind === 'levels' ? nulls[kind] : undefined;
  if (levels === undefined) {
    // If there are no levels, no slot is null and every slot starts a row.
    counts[kind === 'definition' ? maxLevel : 0] = slotCount;
    return counts;
  }
  // Each pass counts one level, four slots at a time. The last level needs no pass, because all remaining slots have
  // it. This is fast because few columns have more than four levels.
  let left = slotCount;
  for (let level = 0; level < maxLevel; level++) {
    counts[level] = countEqual(levels, level, 0, slotCount);
    left -= counts[level] as number;
  }
  counts[maxLevel] = left;
  return counts;
}
