/** Generates random Arrow types with values. */
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  LargeBinary,
  LargeUtf8,
  List,
  Map_,
  Null,
  Struct,
  TimeMicrosecond,
  TimestampNanosecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';
import fc from 'fast-check';

/** An Arrow type, and random entries that a builder of this type accepts. */
export interface Kind {
  readonly type: DataType;
  readonly entry: fc.Arbitrary<unknown>;
}

const bytes = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length });
const int = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const text = fc.string({ unit: 'grapheme', maxLength: 5 });

/**
 * Creates the types of columns that are not nested. Each use creates a new type: two columns with the same Dictionary
 * type would have the same dictionary.
 */
const leaves: readonly (() => Kind)[] = [
  () => ({ type: new Bool(), entry: fc.boolean() }),
  () => ({ type: new Int8(), entry: int(-128, 127) }),
  () => ({ type: new Int16(), entry: int(-32768, 32767) }),
  () => ({ type: new Int32(), entry: int(-(2 ** 31), 2 ** 31 - 1) }),
  () => ({ type: new Int64(), entry: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }),
  () => ({ type: new Uint8(), entry: int(0, 255) }),
  () => ({ type: new Uint16(), entry: int(0, 65535) }),
  () => ({ type: new Uint32(), entry: int(0, 2 ** 32 - 1) }),
  () => ({ type: new Uint64(), entry: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
  () => ({ type: new Float32(), entry: fc.float() }),
  () => ({ type: new Float64(), entry: fc.double() }),
  () => ({ type: new Utf8(), entry: text }),
  () => ({ type: new LargeUtf8(), entry: text }),
  () => ({ type: new Binary(), entry: fc.uint8Array({ maxLength: 4 }) }),
  () => ({ type: new LargeBinary(), entry: fc.uint8Array({ maxLength: 4 }) }),
  () => ({ type: new FixedSizeBinary(3), entry: bytes(3) }),
  () => ({
    type: new Decimal(2, 38, 128),
    entry: int(-(2 ** 31), 2 ** 31 - 1).map((n) => Uint32Array.of(n, n >> 31, n >> 31, n >> 31)),
  }),
  () => ({
    type: new Decimal(2, 9, 128),
    entry: int(-999_999_999, 999_999_999).map((n) => Uint32Array.of(n, n >> 31, n >> 31, n >> 31)),
  }),
  () => ({ type: new DateDay(), entry: int(-100_000, 100_000).map((day) => new Date(day * 86_400_000)) }),
  () => ({ type: new TimeMicrosecond(), entry: fc.bigInt({ min: 0n, max: 86_399_999_999n }) }),
  () => ({ type: new TimestampNanosecond('UTC'), entry: int(0, 2 ** 31).map((ms) => ms) }),
  () => ({ type: new Dictionary(new Utf8(), new Int8()), entry: fc.constantFrom('a', 'b', '', 'long enough') }),
  () => ({ type: new Dictionary(new Int64(), new Uint16()), entry: fc.constantFrom(1n, -1n, 2n ** 60n) }),
  () => ({ type: new Null(), entry: fc.constant(null) }),
];

const field = (name: string, { type }: Kind): Field => new Field(name, type, true);
const optional = ({ entry }: Kind): fc.Arbitrary<unknown> => fc.option(entry, { freq: 4 });

export function kind(depth: number): fc.Arbitrary<Kind> {
  const leaf = fc.constantFrom(...leaves).map((make) => make());
  if (depth === 0) return leaf;
  const inner = kind(depth - 1);
  const list = inner.map(
    (child): Kind => ({ type: new List(field('element', child)), entry: fc.array(optional(child), { maxLength: 3 }) }),
  );
  const fixed = inner.map(
    (child): Kind => ({
      type: new FixedSizeList(2, field('element', child)),
      entry: fc.array(optional(child), { minLength: 2, maxLength: 2 }),
    }),
  );
  const struct = fc.tuple(inner, inner).map(
    ([a, b]): Kind => ({
      type: new Struct([field('a', a), field('b', b)]),
      entry: fc.record({ a: optional(a), b: optional(b) }),
    }),
  );
  const map = inner.map((value): Kind => {
    const entries = new Struct([new Field('key', new Int32(), false), field('value', value)]);
    return {
      type: new Map_(new Field('entries', entries as never, false)),
      entry: fc.array(fc.tuple(int(0, 9), optional(value)), { maxLength: 3 }).map((pairs) => new Map(pairs)),
    };
  });
  return fc.oneof(leaf, list, fixed, struct, map);
}
