import { defineSchema, fieldsOf } from '@marquetry/schema';
import { createVariantStorage, shredded, shreddingOf, toVariant, typedVariant } from '@marquetry/variant';
import { expect, test } from 'vitest';

test('shreddingOf chooses the most frequent type at each path, and ignores nulls', () => {
  const sample = [
    { id: 1n, user: { name: 'a', tags: ['x', 'y'] }, price: typedVariant('decimal8', '1.50'), mixed: 1 },
    { id: 2n, user: null, price: typedVariant('decimal8', '2.50'), mixed: 'text' },
    { id: null, user: { name: 'b', tags: [] }, price: null, mixed: 'more' },
    'not an object',
  ];
  expect(shreddingOf(sample)).toEqual({
    fields: {
      id: 'INT64',
      mixed: 'STRING',
      price: { type: 'DECIMAL', precision: 18, scale: 2 },
      user: { fields: { name: 'STRING', tags: { list: 'STRING' } } },
    },
  });
});

test('shreddingOf does not shred rare fields, or fields beyond `maxFields`', () => {
  const sample = Array.from({ length: 100 }, (_, i) => ({ a: i, b: i % 2 === 0 ? i : undefined, [`only ${i}`]: 1 }));
  expect(shreddingOf(sample)).toEqual({ fields: { a: 'INT32', b: 'INT32' } });
  expect(shreddingOf(sample, { maxFields: 1 })).toEqual({ fields: { a: 'INT32' } });
  expect(shreddingOf(sample, { minShare: 0.6 })).toEqual({ fields: { a: 'INT32' } });
});

test('shreddingOf chooses VARIANT for a field with only nulls, and for objects deeper than `maxDepth`', () => {
  expect(shreddingOf([{ a: null, b: { c: { d: 1 } } }], { maxDepth: 2 })).toEqual({
    fields: { a: 'VARIANT', b: { fields: { c: 'VARIANT' } } },
  });
});

test('shreddingOf returns undefined for a sample without primitive values', () => {
  expect([[], [null], [{}], [[]], [[null]]].map((sample) => shreddingOf(sample))).toEqual(new Array(5).fill(undefined));
});

test('shreddingOf finds a column type for every kind', () => {
  const values = [
    ...[true, 1, 2n, 0.5, 'x', Uint8Array.of(1), new Date(0)].map((value) => toVariant(value)),
    ...[typedVariant('int8', 1), typedVariant('int16', 1), typedVariant('float', 0.5), typedVariant('date', 1)],
    ...[typedVariant('time', 1), typedVariant('timestampNtz', 1), typedVariant('timestampNanos', 1)],
    ...[typedVariant('timestampNtzNanos', 1), typedVariant('uuid', new Uint8Array(16))],
    ...[typedVariant('decimal4', '1.5'), typedVariant('decimal8', '1.5'), typedVariant('decimal16', '1.5')],
  ];
  for (const value of values) {
    const shred = shreddingOf([value]);
    const [field] = fieldsOf(defineSchema({ v: shredded(shred ?? 'VARIANT') }));
    if (field?.kind !== 'variant') throw new Error(`a ${field?.kind}`);
    expect(createVariantStorage(field)(value), value.kind).toMatchObject({ value: null });
  }
});
