/**
 * Columns of random values, and predicates over them that plain JavaScript evaluates, without any code of the packages under test.
 */

import type { Test, Where, WhereLiteral } from '@marquetry/prune';
import type { ColumnDefinition, FieldDefinition } from '@marquetry/schema';

/** Returns a generator of numbers from 0 to 1; the same seed generates the same numbers (mulberry32). */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const between = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));

/** A logical value (such as a number or text), which can be compared with other values of its column. */
type Natural = boolean | number | bigint | string | Uint8Array;

export interface NaturalColumn {
  readonly name: string;
  readonly definition: FieldDefinition;
  /** Returns a random value. The smaller `spread` is, the fewer distinct values there are. */
  draw(random: Random, spread: number): Natural;
  /**
   * Returns a negative number if `a` is less than `b`, 0 if they are equal, otherwise a positive number; `undefined` if one of them is NaN.
   */
  compare(a: Natural, b: Natural): number | undefined;
  /** Returns the value in the form in which rows are written. */
  toRow(value: Natural): unknown;
  /** Returns the value in one of the forms that predicates accept. */
  toLiteral(value: Natural, random: Random): WhereLiteral;
  readonly hasPrefixes?: boolean;
  readonly isFloat?: boolean;
  readonly hasFilter?: boolean;
}

const plainOrder = (a: Natural, b: Natural): number | undefined => (a < b ? -1 : a > b ? 1 : a >= b ? 0 : undefined);

const encoder = new TextEncoder();
function byteOrder(a: Natural, b: Natural): number {
  const x = typeof a === 'string' ? encoder.encode(a) : (a as Uint8Array);
  const y = typeof b === 'string' ? encoder.encode(b) : (b as Uint8Array);
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return (x[i] as number) - (y[i] as number);
  }
  return x.length - y.length;
}

const same = (value: Natural): unknown => value;
const optional = (definition: ColumnDefinition): FieldDefinition => ({ ...definition, optional: true });
const asNumberOrText = (value: Natural, random: Random): WhereLiteral =>
  random() < 0.5 ? BigInt(value as number | bigint) : String(value);

function integers(
  name: string,
  type: 'INT8' | 'INT32' | 'UINT8' | 'UINT32',
  least: number,
  most: number,
): NaturalColumn {
  return {
    name,
    definition: optional({ type }),
    draw: (random, spread) =>
      random() < 0.02
        ? pick(random, [least, most])
        : Math.max(least, Math.min(most, between(random, least < 0 ? -spread : 0, spread))),
    compare: plainOrder,
    toRow: same,
    toLiteral: (value, random) => (random() < 0.7 ? (value as number) : asNumberOrText(value, random)),
    hasFilter: true,
  };
}

function longs(name: string, type: 'INT64' | 'UINT64', least: bigint, most: bigint): NaturalColumn {
  return {
    name,
    definition: optional({ type }),
    draw: (random, spread) => {
      if (random() < 0.02) return pick(random, [least, most]);
      const value = BigInt(between(random, 0, spread)) * 4_294_967_297n;
      return least < 0n && random() < 0.5 ? -value : value;
    },
    compare: plainOrder,
    toRow: same,
    toLiteral: asNumberOrText,
    hasFilter: true,
  };
}

function floats(name: string, type: 'FLOAT' | 'DOUBLE' | 'FLOAT16'): NaturalColumn {
  return {
    name,
    definition: optional({ type }),
    draw: (random, spread) => {
      const chance = random();
      if (chance < 0.04) return Number.NaN;
      if (chance < 0.12) return pick(random, [0, -0]);
      if (chance < 0.14) return pick(random, [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
      return between(random, -spread, spread) / 4;
    },
    compare: plainOrder,
    toRow: same,
    toLiteral: (value, random) => {
      const isWritten = Number.isFinite(value) || random() < 0.5;
      return isWritten ? (value as number) : String(value);
    },
    isFloat: true,
    hasFilter: type !== 'FLOAT16',
  };
}

const letters = ['', 'a', 'b', 'ab', 'é', 'z', '\u{10ffff}', '\u{1f600}', '\ud7ff', '\uffee', 'Z'];

function texts(name: string, definition: FieldDefinition): NaturalColumn {
  return {
    name,
    definition,
    draw: (random, spread) => {
      const length = between(random, 0, spread > 50 ? 4 : 1);
      let text = '';
      for (let i = 0; i <= length; i++) text += pick(random, letters);
      // Some texts are longer than the minimum and maximum that writers store, so these are truncated.
      return random() < 0.05 ? text + 'x'.repeat(between(random, 60, 80)) : text;
    },
    compare: byteOrder,
    toRow: same,
    toLiteral: (value) => value as string,
    hasPrefixes: true,
    hasFilter: true,
  };
}

/** Returns a column of decimals. Values are unscaled integers, so that they can be compared. */
function decimals(
  name: string,
  precision: number,
  scale: number,
  physicalType?: 'BYTE_ARRAY' | 'FIXED_LEN_BYTE_ARRAY',
): NaturalColumn {
  const text = (value: bigint): string => {
    const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    return `${value < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
  };
  return {
    name,
    definition: optional({ type: 'DECIMAL', precision, scale, ...(physicalType && { physicalType }) }),
    draw: (random, spread) =>
      BigInt(between(random, -spread, spread)) * (random() < 0.1 && precision > 12 ? 1_000_003n : 1n),
    compare: plainOrder,
    toRow: (value) => text(value as bigint),
    toLiteral: (value) => text(value as bigint),
  };
}

export const columns: readonly NaturalColumn[] = [
  integers('i8', 'INT8', -128, 127),
  integers('i32', 'INT32', -(2 ** 31), 2 ** 31 - 1),
  integers('u8', 'UINT8', 0, 255),
  integers('u32', 'UINT32', 0, 2 ** 32 - 1),
  longs('i64', 'INT64', -(2n ** 63n), 2n ** 63n - 1n),
  longs('u64', 'UINT64', 0n, 2n ** 64n - 1n),
  floats('f', 'FLOAT'),
  floats('d', 'DOUBLE'),
  floats('h', 'FLOAT16'),
  texts('s', { type: 'STRING', optional: true }),
  texts('required.text', 'STRING'),
  decimals('d9', 9, 2),
  decimals('d18', 18, 4),
  decimals('d30', 30, 5),
  decimals('db', 25, 3, 'BYTE_ARRAY'),
  {
    name: 'flag',
    definition: optional({ type: 'BOOLEAN' }),
    draw: (random, spread) => random() < (spread > 50 ? 0.5 : 0.01),
    compare: plainOrder,
    toRow: same,
    toLiteral: (value) => value as boolean,
  },
  {
    name: 'day',
    definition: optional({ type: 'DATE' }),
    draw: (random, spread) => between(random, -spread, spread),
    compare: plainOrder,
    toRow: (value) => new Date((value as number) * 86_400_000),
    toLiteral: (value, random) => {
      const date = new Date((value as number) * 86_400_000);
      return random() < 0.5 ? date : date.toISOString().slice(0, 10);
    },
    hasFilter: true,
  },
  {
    name: 'at',
    definition: optional({ type: 'TIMESTAMP', unit: 'MILLIS' }),
    draw: (random, spread) => between(random, -spread, spread) * 1000 + 1,
    compare: plainOrder,
    toRow: (value) => new Date(value as number),
    toLiteral: (value, random) =>
      random() < 0.5 ? new Date(value as number) : new Date(value as number).toISOString(),
    hasFilter: true,
  },
  {
    name: 'id',
    definition: optional({ type: 'UUID' }),
    draw: (random, spread) => `${between(random, 0, spread).toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a`,
    compare: byteOrder,
    toRow: same,
    toLiteral: same as NaturalColumn['toLiteral'],
    hasFilter: true,
  },
  {
    name: 'bytes',
    definition: optional({ type: 'BYTE_ARRAY' }),
    draw: (random, spread) =>
      Uint8Array.from({ length: between(random, 0, 3) }, () => between(random, 0, Math.min(255, spread))),
    compare: byteOrder,
    toRow: same,
    toLiteral: (value, random) =>
      random() < 0.5 ? (value as Uint8Array) : { base64: btoa(String.fromCharCode(...(value as Uint8Array))) },
    hasPrefixes: true,
    hasFilter: true,
  },
];

/** The values of a row by column name. `undefined` is null. */
export type NaturalRow = Readonly<Record<string, Natural | undefined>>;
/** The lists of a row by column name. A list and its elements may be `undefined`, which is null. */
export type NaturalLists = Readonly<Record<string, readonly (Natural | undefined)[] | undefined>>;

/** A predicate as a function of a row, and in the library's form. */
export interface NaturalPredicate {
  readonly where: Where;
  /** Returns true if the row matches the predicate. `undefined` is the unknown result of SQL's three-valued logic. */
  holds(row: NaturalRow, lists: NaturalLists): boolean | undefined;
}

type Decide = (value: Natural | undefined) => boolean | undefined;

/**
 * Returns a random comparison on one column, and a function that decides whether a value passes it. `draw` returns the
 * literals of the comparison.
 */
function randomTest(random: Random, column: NaturalColumn, draw: () => Natural): readonly [Test, Decide] {
  const literal = draw();
  const shown = column.toLiteral(literal, random);
  const order = (value: Natural): number | undefined => column.compare(value, literal);
  const known =
    (decide: (value: Natural) => boolean): Decide =>
    (value) =>
      value === undefined ? undefined : decide(value);
  const relation = (accepts: (order: number) => boolean): Decide =>
    known((value) => {
      const found = order(value);
      return found !== undefined && accepts(found);
    });
  const kinds: readonly (() => readonly [Test, Decide])[] = [
    () => [{ eq: shown }, relation((o) => o === 0)],
    () => [{ ne: shown }, known((value) => order(value) !== 0)],
    () => [{ lt: shown }, relation((o) => o < 0)],
    () => [{ le: shown }, relation((o) => o <= 0)],
    () => [{ gt: shown }, relation((o) => o > 0)],
    () => [{ ge: shown }, relation((o) => o >= 0)],
    () => {
      const holds = random() < 0.5;
      return [{ isNull: holds }, (value) => (value === undefined) === holds];
    },
    () => {
      const others = Array.from({ length: between(random, 0, 6) }, draw);
      const values = [literal, ...others];
      const isIn = (value: Natural): boolean => values.some((each) => column.compare(value, each) === 0);
      const literals = values.map((value) => column.toLiteral(value, random));
      return random() < 0.6 ? [{ in: literals }, known(isIn)] : [{ notIn: literals }, known((value) => !isIn(value))];
    },
    () => {
      const other = draw();
      const from = (value: Natural): boolean => (order(value) ?? -1) >= 0;
      const to = (value: Natural): boolean => (column.compare(value, other) ?? 1) <= 0;
      return [{ ge: shown, le: column.toLiteral(other, random) }, known((value) => from(value) && to(value))];
    },
    ...(column.isFloat === true
      ? [
          (): readonly [Test, Decide] => {
            const holds = random() < 0.5;
            return [{ isNaN: holds }, known((value) => Number.isNaN(value) === holds)];
          },
        ]
      : []),
    ...(column.hasPrefixes === true
      ? [
          (): readonly [Test, Decide] => {
            if (typeof literal === 'string') {
              const prefix = Array.from(literal)
                .slice(0, between(random, 0, 2))
                .join('');
              return [{ startsWith: prefix }, known((value) => (value as string).startsWith(prefix))];
            }
            const prefix = (literal as Uint8Array).slice(0, 1);
            const starts = (value: Natural): boolean => prefix.length === 0 || (value as Uint8Array)[0] === prefix[0];
            return [{ startsWith: prefix }, known(starts)];
          },
        ]
      : []),
  ];
  return pick(random, kinds)();
}

/** Returns a random predicate with up to `depth` levels of `and`, `or` and `not`. */
export function randomPredicate(
  random: Random,
  rows: readonly NaturalRow[],
  lists: readonly string[],
  depth: number,
  of: readonly NaturalColumn[] = columns,
): NaturalPredicate {
  const chance = random();
  if (depth > 0 && chance < 0.45) {
    const kind = random() < 0.55 ? 'and' : 'or';
    const parts = Array.from({ length: between(random, 1, 3) }, () =>
      randomPredicate(random, rows, lists, depth - 1, of),
    );
    const decides = kind === 'or';
    return {
      where: { [kind]: parts.map(({ where }) => where) } as unknown as Where,
      holds: (row, list) => {
        const found = parts.map((part) => part.holds(row, list));
        if (found.includes(decides)) return decides;
        return found.includes(undefined) ? undefined : !decides;
      },
    };
  }
  if (depth > 0 && chance < 0.6) {
    const inner = randomPredicate(random, rows, lists, depth - 1, of);
    return {
      where: { not: inner.where },
      holds: (row, list) => {
        const found = inner.holds(row, list);
        return found === undefined ? undefined : !found;
      },
    };
  }
  const column = pick(random, of);
  const draw = (): Natural => {
    // Most literals are values of the column, because random literals rarely match.
    const found = random() < 0.7 ? pick(random, rows)?.[column.name] : undefined;
    return found ?? column.draw(random, pick(random, [3, 60, 1000]));
  };
  const [test, decide] = randomTest(random, column, draw);
  if (lists.includes(column.name) && random() < 0.5) {
    return {
      where: { path: ['lists', column.name], test: { contains: test } },
      holds: (_, list) => {
        const elements = list[column.name];
        if (elements === undefined) return undefined;
        const found = elements.map(decide);
        if (found.includes(true)) return true;
        return found.includes(undefined) ? undefined : false;
      },
    };
  }
  return { where: { path: [column.name], test }, holds: (row) => decide(row[column.name]) };
}

/**
 * Returns rows of random values. Rows may be sorted by a column, may repeat equal values, or neither. Most columns have
 * nulls.
 */
export function randomRows(random: Random, count: number): readonly NaturalRow[] {
  const settings = columns.map((column) => ({
    column,
    spread: pick(random, [0, 3, 60, 1000]),
    nulls: column.definition === 'STRING' ? 0 : pick(random, [0, 0, 0.1, 0.5, 1]),
    run: pick(random, [1, 1, 10, 100]),
  }));
  const rows: Record<string, Natural | undefined>[] = Array.from({ length: count }, () => ({}));
  for (const { column, spread, nulls, run } of settings) {
    let value: Natural | undefined;
    for (const [i, row] of rows.entries()) {
      if (i % run === 0) value = random() < nulls ? undefined : column.draw(random, spread);
      row[column.name] = value;
    }
  }
  if (random() < 0.5) {
    const { name, compare } = pick(random, columns);
    rows.sort((a, b) => {
      const x = a[name];
      const y = b[name];
      return x === undefined || y === undefined
        ? Number(y === undefined) - Number(x === undefined)
        : (compare(x, y) ?? 0);
    });
  }
  return rows;
}
