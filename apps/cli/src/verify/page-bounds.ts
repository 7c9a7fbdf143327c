/** Computes the minimum and maximum of a page's values, in every sort order for which the file states bounds. */
import type { Values } from '@marquetry/core';
import { type Bounds, dictionaryBounds, joinBounds, noBounds, type ValueOrder } from '@marquetry/logical';

/**
 * The actual bounds of a page, one pair per sort order. There may be several orders, because the order of the
 * deprecated statistics may differ from that of the column index.
 */
export interface PageBounds {
  /** Updates the bounds with more values of the page. */
  add(values: Values): void;
  /** Returns the page's bounds in the sort order `order`, which must have been passed to {@link createPageBounds}. */
  in(order: ValueOrder): Bounds;
}

export function createPageBounds(orders: Iterable<ValueOrder>): PageBounds {
  const bounds = new Map<ValueOrder['kind'], Bounds>();
  const distinct = new Map([...orders].map((order) => [order.kind, order]));
  return {
    add(values) {
      for (const order of distinct.values()) {
        const more =
          values.layout === 'dictionary'
            ? dictionaryBounds(order, values, 0, values.length)
            : order.scan(values, 0, values.length);
        bounds.set(order.kind, joinBounds(order, bounds.get(order.kind) ?? noBounds, more));
      }
    },
    in: ({ kind }) => bounds.get(kind) ?? noBounds,
  };
}
