/**
 * What is counted of each page, in the pass that writes it: bounds, nulls, sizes, levels.
 */
import { type DictionaryValues, type LeafColumn, type Nulls, PhysicalType, type Values } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { type Bounds, dictionaryBounds, noBounds, type ValueOrder } from '@marquetry/logical';
import { byteArrayBytes } from './plain-bytes.js';

export interface PageStatistics {
  readonly slotCount: number;
  readonly nullCount: number;
  readonly bounds: Bounds;
  /** Bytes of BYTE_ARRAY values without lengths; undefined for other types. */
  readonly byteArrayBytes: number | undefined;
  /** How often each level occurs; undefined where counts of slots and nulls say it. */
  readonly repetitionLevels: readonly number[] | undefined;
  readonly definitionLevels: readonly number[] | undefined;
}

/** A page's slots and values. `values` from `from` to `to` are its own. */
export interface PageContent {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
  readonly nulls: Nulls;
  readonly slotCount: number;
}

/**
 * @param order Undefined: no bounds are looked for.
 * @param entries The page's values as indices, where bounds are found sooner among the entries.
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
    // parquet.thrift `SizeStatistics`: of little use where the maximum is 0, or 1 for definition levels.
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
    // Without levels, no slot is null and each is a row.
    counts[kind === 'definition' ? maxLevel : 0] = slotCount;
    return counts;
  }
  // A pass per level, four slots at a time; the last level has the slots that are left. Few columns have more than four.
  let left = slotCount;
  for (let level = 0; level < maxLevel; level++) {
    counts[level] = countEqual(levels, level, 0, slotCount);
    left -= counts[level] as number;
  }
  counts[maxLevel] = left;
  return counts;
}
