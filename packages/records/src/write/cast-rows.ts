/**
 * Rows of strings, as parsers of CSV give them, to values of a schema's types.
 *
 *   column                       text                                value
 *   BOOLEAN                      true false 1 0, whatever the case   boolean
 *   integers                     digits, with a sign                 bigint
 *   FLOAT DOUBLE FLOAT16         a number, NaN, Infinity             number
 *   text and bytes               any                                 the text
 *   any other, optional          empty                               null
 *   dates, decimals, UUIDs ...   as `writeRows` takes them           the text
 */
import { isTurnDue, ParquetError, PhysicalType, yieldToEventLoop } from '@marquetry/core';
import type { LeafNode, Schema } from '@marquetry/schema';
import { openRows, type RowsInput } from './row-source.js';

type Cast = (text: string) => unknown;

/**
 * The same rows, in which each string of a column at the top level is cast to the column's type. Other values stay.
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for text that is not a value of its column. What the iterable
 *   throws.
 */
export async function* castRows(
  rows: RowsInput,
  schema: Schema,
  signal: AbortSignal | undefined,
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  const casts = schema.root.children.flatMap((node) => {
    const cast = node.kind === 'leaf' ? castOf(node) : undefined;
    return cast === undefined ? [] : [{ name: node.name, cast }];
  });
  const source = openRows(rows, signal);
  try {
    for (let row = 0; ; row++) {
      const { done, value } = await source.next();
      if (done === true) return;
      if (typeof value !== 'object' || value === null)
        throw new ParquetError('INVALID_ARGUMENT', 'a row is an object', { row });
      const copy: Record<string, unknown> = { ...value };
      for (const { name, cast } of casts) {
        const text = Object.hasOwn(copy, name) ? copy[name] : undefined;
        if (typeof text !== 'string') continue;
        const casted = cast(text);
        if (casted === undefined) throw notCast(text, row, name);
        copy[name] = casted;
      }
      yield copy;
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  } finally {
    await source.close();
  }
}

function notCast(text: string, row: number, column: string): ParquetError {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
  return new ParquetError('INVALID_ARGUMENT', `${shown} cannot be cast to the type of the column`, { row, column });
}

/** Undefined for columns that take any text as it is. */
function castOf(leaf: LeafNode): Cast | undefined {
  const cast = castOfType(leaf);
  if (leaf.type === PhysicalType.BYTE_ARRAY && leaf.annotation?.kind !== 'DECIMAL') return undefined;
  if (leaf.repetition !== 'optional') return cast;
  return (text) => (text.trim() === '' ? null : (cast?.(text) ?? (cast === undefined ? text : undefined)));
}

function castOfType({ annotation, type }: LeafNode): Cast | undefined {
  if (annotation?.kind === 'FLOAT16') return toNumber;
  if (annotation !== undefined && annotation.kind !== 'INTEGER') return undefined;
  switch (type) {
    case PhysicalType.BOOLEAN:
      return (text) => truths.get(text.trim().toLowerCase());
    case PhysicalType.INT32:
    case PhysicalType.INT64:
      return (text) => (/^\s*[+-]?\d{1,20}\s*$/.test(text) ? BigInt(text.replace(/[+\s]/g, '')) : undefined);
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return toNumber;
    default:
      return undefined;
  }
}

const truths: ReadonlyMap<string, boolean> = /* @__PURE__ */ new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function toNumber(text: string): number | undefined {
  const bare = text.trim();
  const value = Number(bare);
  return bare === '' || /^[+-]?0[xob]/i.test(bare) || (Number.isNaN(value) && bare !== 'NaN') ? undefined : value;
}
