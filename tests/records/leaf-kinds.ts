/**
 * Every kind of column, with generators of random values in the default form of rows, and the text to which values from
 * DuckDB and pyarrow are converted for comparison.
 */
import type { ColumnDefinition, ColumnTypeName, ColumnTypeOptions } from '@marquetry/schema';
import fc from 'fast-check';
import { bytesAsText, decimalText, floatText, nanosText } from '../interop/slots.js';

type Judge = 'DuckDB' | 'pyarrow';

export interface LeafKind {
  readonly definition: ColumnDefinition;
  /** Generates values over the whole range of the type. */
  readonly values: fc.Arbitrary<unknown>;
  /** Generates values that DuckDB and pyarrow support. The default is `values`. */
  readonly judged?: fc.Arbitrary<unknown>;
  /**
   * For each reader (DuckDB or pyarrow) that deviates from the format for this type, an explanation of the deviation.
   */
  readonly excused?: Partial<Record<Judge, string>>;
  /** Returns the text of a value that is not null, in the form of slots.ts. */
  text(value: never): string;
}

const bytes = (
  length: { minLength: number; maxLength: number } = { minLength: 0, maxLength: 20 },
): fc.Arbitrary<Uint8Array> =>
  fc.oneof(fc.uint8Array(length), fc.constantFrom(...[1, 2, 3].map((n) => new Uint8Array(length.minLength).fill(n))));
const strings = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'a', '\ufefftext', 'é'.repeat(30), '😀', 'nul\0'),
);
const bits = (count: number): fc.Arbitrary<bigint> =>
  fc.bigInt({ min: -(2n ** BigInt(count - 1)), max: 2n ** BigInt(count - 1) - 1n });
const unsigned = (count: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: 2n ** BigInt(count) - 1n });
const ints = (count: number): fc.Arbitrary<number> => bits(count).map(Number);
const uints = (count: number): fc.Arbitrary<number> => unsigned(count).map(Number);
const hex = (value: string): string => bytesAsText(new TextEncoder().encode(value));
/** Strings without a byte order mark, because DuckDB's API for JavaScript drops it. */
const withoutMark = strings.filter((text) => !text.startsWith('\ufeff'));
const printable = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/\p{Surrogate}/u.test(text));

function leaf(
  type: ColumnTypeName,
  values: fc.Arbitrary<unknown>,
  text: (value: never) => string,
  more: Partial<LeafKind> & { readonly options?: ColumnTypeOptions } = {},
): LeafKind {
  const { options, ...rest } = more;
  return { definition: { type, ...options }, values, text, ...rest };
}

function halfOf(bitsOf: number): number {
  const exponent = (bitsOf >> 10) & 31;
  const fraction = bitsOf & 1023;
  const sign = bitsOf >> 15 === 0 ? 1 : -1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function decimal(
  precision: number,
  scale: number,
  physicalType: 'INT32' | 'INT64' | 'FIXED_LEN_BYTE_ARRAY' | 'BYTE_ARRAY',
  excused: LeafKind['excused'] = {},
): LeafKind {
  const limit = 10n ** BigInt(precision) - 1n;
  const shown = (value: bigint): string => {
    const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    return `${value < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`}`;
  };
  const text = (value: string): string => decimalText(BigInt(value.replace('.', '')), scale);
  const options = { precision, scale, physicalType };
  return leaf('DECIMAL', fc.bigInt({ min: -limit, max: limit }).map(shown), text, { options, excused });
}

const parts = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;
type Unit = keyof typeof parts;
const nanos = (value: bigint | number, unit: Unit): string => nanosText((BigInt(value) * 1_000_000_000n) / parts[unit]);

function time(unit: Unit): LeafKind {
  const day = 86_400n * parts[unit];
  const inDay = fc.bigInt({ min: 0n, max: day - 1n });
  const asNumber = (values: fc.Arbitrary<bigint>): fc.Arbitrary<unknown> =>
    unit === 'MILLIS' ? values.map(Number) : values;
  const excused = unit === 'NANOS' ? { DuckDB: 'has only microseconds for times' } : {};
  return leaf('TIME', asNumber(unit === 'MILLIS' ? bits(32) : bits(64)), (value) => nanos(value, unit), {
    options: { unit },
    judged: asNumber(inDay),
    excused,
  });
}

function timestamp(unit: Unit, isAdjustedToUTC: boolean): LeafKind {
  // The years are 1700 to 2200, because 64-bit nanoseconds since 1970 end in 2262.
  const seconds = fc.bigInt({ min: -8_520_336_000n, max: 7_258_118_400n });
  const judged = fc.tuple(seconds, fc.bigInt({ min: 0n, max: parts[unit] - 1n })).map(([s, p]) => s * parts[unit] + p);
  const excused = unit === 'NANOS' && isAdjustedToUTC ? { DuckDB: 'has only microseconds for instants' } : {};
  return leaf('TIMESTAMP', bits(64), (value) => nanos(value, unit), {
    options: { unit, isAdjustedToUTC },
    judged,
    excused,
  });
}

interface Parts {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}
const intervalText = ({ months, days, milliseconds }: Parts): string => {
  const view = new DataView(new ArrayBuffer(12));
  for (const [i, part] of [months, days, milliseconds].entries()) view.setUint32(4 * i, part, true);
  return bytesAsText(new Uint8Array(view.buffer));
};
const interval = (part: fc.Arbitrary<number>): fc.Arbitrary<Parts> =>
  fc.record({ months: part, days: part, milliseconds: part }, { noNullPrototype: true });

const uuids = fc.uuid();
const text = (type: 'STRING' | 'ENUM' | 'JSON'): LeafKind =>
  type === 'JSON'
    ? leaf(type, strings, hex, {
        judged: fc
          .jsonValue()
          .map((value) => JSON.stringify(value))
          .filter((json) => !/\p{Surrogate}/u.test(json)),
      })
    : leaf(type, strings, hex, { judged: type === 'ENUM' ? printable : withoutMark });

export const leafKinds: readonly LeafKind[] = [
  leaf('BOOLEAN', fc.boolean(), String),
  leaf('INT32', ints(32), String),
  leaf('INT64', bits(64), String),
  leaf(
    'INT96',
    fc.bigInt({ min: -(2n ** 31n) * 86_400_000_000_000n, max: 2n ** 30n * 86_400_000_000_000n }),
    nanosText,
    {
      judged: fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
      excused: { DuckDB: 'has only microseconds for INT96 timestamps' },
    },
  ),
  leaf('FLOAT', fc.float(), floatText),
  leaf('DOUBLE', fc.double(), floatText),
  leaf('BYTE_ARRAY', bytes(), bytesAsText),
  leaf('FIXED_LEN_BYTE_ARRAY', bytes({ minLength: 5, maxLength: 5 }), bytesAsText, { options: { typeLength: 5 } }),
  text('STRING'),
  text('ENUM'),
  text('JSON'),
  leaf('BSON', bytes(), bytesAsText, { excused: { DuckDB: 'rejects its converted type' } }),
  leaf('UUID', uuids, (value: string) => `x${value.replaceAll('-', '')}`),
  leaf('FLOAT16', uints(16).map(halfOf), floatText),
  leaf('DATE', ints(32), String, { judged: fc.integer({ min: -100_000, max: 100_000 }) }),
  leaf('INT8', ints(8), String),
  leaf('INT16', ints(16), String),
  leaf('UINT8', uints(8), String),
  leaf('UINT16', uints(16), String),
  leaf('UINT32', uints(32), String),
  leaf('UINT64', unsigned(64), String),
  decimal(9, 2, 'INT32'),
  decimal(18, 18, 'INT64'),
  decimal(38, 10, 'FIXED_LEN_BYTE_ARRAY'),
  decimal(60, 0, 'FIXED_LEN_BYTE_ARRAY', { DuckDB: 'has decimals of up to 38 digits; wider ones are DOUBLE' }),
  decimal(20, 3, 'BYTE_ARRAY'),
  ...(['MILLIS', 'MICROS', 'NANOS'] as const).flatMap((unit) => [
    time(unit),
    timestamp(unit, true),
    timestamp(unit, false),
  ]),
  leaf('INTERVAL', interval(uints(32)), intervalText, { judged: interval(uints(31)) }),
  leaf('GEOMETRY', bytes(), bytesAsText, { excused: { DuckDB: 'parses geometries' } }),
  leaf('GEOGRAPHY', bytes(), bytesAsText, { excused: { DuckDB: 'parses geometries' } }),
];

/** A column that has only nulls. */
export const unknownKind: LeafKind = leaf('UNKNOWN', fc.constant(null), String);
