/**
 * The bounds of a page's values, in every order in which something states bounds of them.
 */
import type { Values } from '@marquetry/core';
import { type Bounds, dictionaryBounds, joinBounds, noBounds, type ValueOrder } from '@marquetry/logical';

/** Actual bounds by order: deprecated statistics may have another order than the column index. */
export interface PageBounds {
  /** Takes more values of the page into account. */
  add(values: Values): void;
  /** @param order one of those that {@link createPageBounds} was given. */
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
