/**
 * Random values of every Thrift type for property tests.
 */

import fc from 'fast-check';
import type { Struct, Value } from './apache.js';

const scalars: Record<string, fc.Arbitrary<Value>> = {
  bool: fc.record({ type: fc.constant('bool' as const), value: fc.boolean() }),
  i8: fc.record({ type: fc.constant('i8' as const), value: fc.integer({ min: -128, max: 127 }) }),
  i16: fc.record({ type: fc.constant('i16' as const), value: fc.integer({ min: -0x8000, max: 0x7fff }) }),
  i32: fc.record({
    type: fc.constant('i32' as const),
    value: fc.oneof(fc.integer(), fc.integer({ min: -70, max: 70 })),
  }),
  i64: fc.record({
    type: fc.constant('i64' as const),
    value: fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.maxSafeInteger().map(BigInt),
      fc.integer().map(BigInt),
    ),
  }),
  double: fc.record({
    type: fc.constant('double' as const),
    // Apache's library for Node writes -0 as 0, so reader.test.ts tests -0 and NaN instead.
    value: fc.double({ noNaN: true }).map((value) => (value === 0 ? 0 : value)),
  }),
  binary: fc.record({
    type: fc.constant('binary' as const),
    value: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 20 }),
  }),
};

const names = [...Object.keys(scalars), 'list', 'set', 'map', 'struct'];

function valuesNamed(name: string, depth: number): fc.Arbitrary<Value> {
  const scalar = scalars[name];
  if (scalar !== undefined) return scalar;
  if (name === 'struct') return structs(depth - 1);
  const inner = fc.constantFrom(...(depth > 0 ? names : Object.keys(scalars)));
  if (name === 'map') {
    return fc.tuple(inner, inner).chain(([keys, elements]) =>
      fc
        .array(fc.tuple(valuesNamed(keys, depth - 1), valuesNamed(elements, depth - 1)), { maxLength: 3 })
        // The types of keys and values are not stored for an empty map.
        .map((entries): Value => {
          const empty = entries.length === 0;
          return { type: 'map', keys: empty ? 'none' : keys, elements: empty ? 'none' : elements, entries };
        }),
    );
  }
  return inner.chain((elements) =>
    fc
      .array(valuesNamed(elements, depth - 1), { maxLength: 18 })
      .map((values): Value => ({ type: name as 'list' | 'set', elements, values })),
  );
}

/** Generates structs up to `depth` levels deep, with field ids in any order, in the short and the long form. */
export function structs(depth: number): fc.Arbitrary<Struct> {
  const id = fc.oneof(
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: -0x8000, max: 0x7fff }),
    fc.constantFrom(32767, -16384, 0),
  );
  const field = fc
    .constantFrom(...(depth > 0 ? names : Object.keys(scalars)))
    .chain((name) => fc.record({ id, value: valuesNamed(name, depth) }));
  return fc.array(field, { maxLength: 6 }).map((fields): Struct => ({ type: 'struct', fields }));
}
