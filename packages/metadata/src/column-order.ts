/** The sort order of a column's bounds (parquet.thrift `ColumnOrder`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { structField } from './fields.js';
import { putEmptyStruct } from './put.js';
import { parseEmptyStruct, parseUnion, parseUnknownMember, type UnknownMember } from './union.js';

/**
 * The order of values that a column's bounds are based on. If it is `unknown`, `minValue` and `maxValue` have no
 * meaning.
 */
export type ColumnOrder =
  | { readonly kind: 'TYPE_ORDER' | 'IEEE_754_TOTAL_ORDER' | 'INT96_TIMESTAMP_ORDER' }
  | UnknownMember;

export function parseColumnOrder(reader: CompactReader): ColumnOrder {
  return parseUnion(reader, 'ColumnOrder', (member) => {
    const kind = kindOf(member.fieldId);
    if (kind === undefined) return parseUnknownMember(member);
    structField(member, `ColumnOrder.${kind}`, parseEmptyStruct);
    return { kind };
  });
}

export function putColumnOrder(writer: CompactWriter, order: ColumnOrder): void {
  const outer = writer.beginStruct();
  putEmptyStruct(writer, idOf(order));
  writer.endStruct(outer);
}

function kindOf(id: number): Exclude<ColumnOrder['kind'], 'unknown'> | undefined {
  switch (id) {
    case 1:
      return 'TYPE_ORDER';
    case 2:
      return 'IEEE_754_TOTAL_ORDER';
    case 3:
      return 'INT96_TIMESTAMP_ORDER';
    default:
      return undefined;
  }
}

function idOf(order: ColumnOrder): number {
  switch (order.kind) {
    case 'TYPE_ORDER':
      return 1;
    case 'IEEE_754_TOTAL_ORDER':
      return 2;
    case 'INT96_TIMESTAMP_ORDER':
      return 3;
    case 'unknown':
      return order.id;
  }
}
