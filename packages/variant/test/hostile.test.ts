import { isParquetError } from '@marquetry/core';
import { openVariant, toJson, toValue, toVariant, type Variant } from '@marquetry/variant';
import { expect, test } from 'vitest';
import { below, randomOf, randomVariant } from './random-variant.js';

/** Calls every member of a variant. The test fails if a member throws anything but a ParquetError. */
function outcome(metadata: Uint8Array, value: Uint8Array): string {
  try {
    const variant = openVariant(metadata, value);
    walk(variant);
    toJson(variant);
    for (const values of ['plain', 'lossless', 'json'] as const) toValue(variant, { values });
    return 'read';
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
}

function walk(variant: Variant): void {
  for (const name of variant.names()) if (variant.get(name) === undefined) throw new Error(`${name} is not found`);
  for (let i = 0; i < Math.min(variant.length, 10); i++) variant.at(i)?.kind;
  for (const [, field] of variant.entries()) walk(field);
  for (const element of variant) walk(element);
}

test('every truncation of a variant throws an error, and every changed byte yields an error or a value', () => {
  const random = randomOf(1);
  const seen: Record<string, number> = {};
  for (let i = 0; i < 60; i++) {
    const { metadata, value } = randomVariant(random, 3);
    if (value.length > 400) continue;
    for (let end = 0; end < value.length; end++) {
      expect(outcome(metadata, value.subarray(0, end))).not.toBe('read');
    }
    for (let k = 0; k < 40; k++) {
      const changed = [new Uint8Array(metadata), new Uint8Array(value)] as const;
      const target = changed[below(random, 2)] as Uint8Array;
      const at = below(random, target.length);
      target[at] = below(random, 256);
      const found = outcome(...changed);
      seen[found] = (seen[found] ?? 0) + 1;
    }
  }
  expect(Object.keys(seen).sort()).toEqual(expect.arrayContaining(['CORRUPT', 'TRUNCATED', 'read']));
});

test('500 nested arrays can be read, and 502 throw LIMIT', () => {
  const nested = (depth: number): Uint8Array => {
    let value = Uint8Array.of(0);
    for (let i = 0; i < depth; i++) {
      // The offsets have 2 bytes each.
      value = Uint8Array.of(0x07, 1, 0, 0, value.length & 255, value.length >> 8, ...value);
    }
    return value;
  };
  const metadata = Uint8Array.of(1, 0, 0);
  expect(outcome(metadata, nested(500))).toBe('read');
  expect(outcome(metadata, nested(502))).toBe('LIMIT');
});

test('encoding an object that contains itself throws INVALID_ARGUMENT', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  expect(() => toVariant(cyclic)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});

test('an object with overlapping fields is rejected as CORRUPT, before the same bytes are decoded a second time', () => {
  // Both fields of each level refer to the same bytes, which makes 2^40 paths in a few hundred bytes.
  let value = Uint8Array.of(0);
  for (let i = 0; i < 40; i++) {
    value = Uint8Array.of(0x06, 2, 0, 1, 0, 0, 0, 0, value.length & 255, value.length >> 8, ...value);
  }
  expect(outcome(Uint8Array.of(0x11, 2, 0, 1, 2, 97, 98), value)).toBe('CORRUPT');
});
