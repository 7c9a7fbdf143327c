/**
 * Generates random predicates on the values of variants. A second implementation, which uses no code of the library,
 * decides whether a value matches.
 */
import type { Where, WhereLiteral } from '@marquetry/prune';
import type { Variant } from '@marquetry/variant';
import { below, type Random } from '../../packages/variant/test/random-variant.js';

/** The result of a predicate: true, false, or `undefined` for unknown, as in SQL. */
export type Truth = boolean | undefined;

/** A predicate on one path, and a function that decides whether a value passes it. */
export interface JudgedTest {
  readonly where: Where;
  readonly judge: (value: Variant | null) => Truth;
}

const texts = ['', 'x', 'comedy', 'd', 'Straße'];

function randomLiteral(random: Random): number | string | boolean {
  const choice = below(random, 8);
  if (choice < 4) return [0, 1, -1, 0.5, -0.5, 100, 2 ** 31, -1000][below(random, 8)] as number;
  if (choice < 7) return texts[below(random, texts.length)] as string;
  return random() < 0.5;
}

const order = { eq: [0], ne: [-1, 1], lt: [-1], le: [-1, 0], gt: [1], ge: [0, 1] } as const;
type Relation = keyof typeof order;

/** Compares a value with a literal. Returns -1, 0 or 1; null if one is NaN; `undefined` if the kinds cannot be compared. */
function compared(value: Variant, literal: WhereLiteral): number | null | undefined {
  if (typeof literal === 'boolean') {
    return value.kind === 'boolean' ? Number(value.asBoolean()) - Number(literal) : undefined;
  }
  if (typeof literal === 'string') {
    if (value.kind !== 'string' && value.kind !== 'binary') return undefined;
    const bytes = value.kind === 'string' ? Buffer.from(value.asString()) : Buffer.from(value.asBytes());
    return Buffer.compare(bytes, Buffer.from(literal));
  }
  const number = Number(literal);
  switch (value.kind) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'date':
    case 'float':
    case 'double': {
      const own = value.asNumber();
      return Number.isNaN(own) ? null : Number(own > number) - Number(own < number);
    }
    case 'int64':
    case 'time':
    case 'timestamp':
    case 'timestampNtz':
    case 'timestampNanos':
    case 'timestampNtzNanos': {
      const own = value.asBigint();
      return Number(own > number) - Number(own < number);
    }
    case 'decimal4':
    case 'decimal8':
    case 'decimal16': {
      // Decimals and literals are doubled, which makes them integers, because literals are multiples of 0.5.
      const { unscaled, scale } = value.asDecimal();
      const own = 2n * unscaled;
      const other = BigInt(2 * number) * 10n ** BigInt(scale);
      return Number(own > other) - Number(own < other);
    }
    default:
      return undefined;
  }
}

function relationOf(relation: Relation, literal: WhereLiteral): JudgedTest['judge'] {
  return (value) => {
    if (value === null) return undefined;
    const sign = compared(value, literal);
    if (sign === undefined) return undefined;
    if (sign === null) return relation === 'ne';
    return (order[relation] as readonly number[]).includes(sign);
  };
}

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

export const and = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;

/** Returns a random predicate on the values at a path. A JSON null and a missing value both count as null. */
export function randomTest(random: Random, path: string): JudgedTest {
  const test: Record<string, unknown> = {};
  const judges: JudgedTest['judge'][] = [];
  for (let i = 1 + below(random, 2); i > 0; i--) {
    const choice = below(random, 10);
    if (choice === 0) {
      const isNull = random() < 0.5;
      if ('isNull' in test) continue;
      test['isNull'] = isNull;
      judges.push((value) => (value === null || value.kind === 'null') === isNull);
    } else if (choice === 1) {
      if ('in' in test) continue;
      const literals = [randomLiteral(random), randomLiteral(random), randomLiteral(random)];
      test['in'] = literals;
      judges.push((value) => {
        const truths = literals.map((literal) => relationOf('eq', literal)(value));
        return truths.includes(true) ? true : truths.includes(false) ? false : undefined;
      });
    } else {
      const relation = (Object.keys(order) as Relation[])[below(random, 6)] as Relation;
      if (relation in test) continue;
      const literal = randomLiteral(random);
      test[relation] = literal;
      judges.push(relationOf(relation, literal));
    }
  }
  const judge: JudgedTest['judge'] = (value) => and(judges.map((each) => each(value)));
  const where: Where = { path, test };
  return random() < 0.3 ? { where: { not: where }, judge: (value) => not(judge(value)) } : { where, judge };
}
