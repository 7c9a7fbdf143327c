import { type Encoding, fixedValues } from '@marquetry/core';
import { checkValues, conformance, createRandom, sameValues, sampleValues } from '@marquetry/test-kit';
import { describe, expect, test } from 'vitest';
import { indexMutants } from './index-mutants.js';
import { decoding, mutants } from './mutants.js';
import { sound } from './sound-encoding.js';
import { soundIndices } from './sound-indices.js';

const int32 = { type: 1, width: 4 } as const;

const caseOf = (name: string): string => name.slice(name.lastIndexOf(': ') + 2);

/**
 * Returns the names of the failing cases, without the labels of their pages. If `only` is given, runs only the case
 * with that name, until it fails for a page.
 */
function failures(
  encoding: Encoding,
  options: Parameters<typeof conformance>[1] = { columns: [int32] },
  only?: string,
): string[] {
  const names = new Set<string>();
  for (const { name, run } of conformance(encoding, options)) {
    if (only !== undefined && caseOf(name) !== only) continue;
    try {
      run();
    } catch {
      names.add(caseOf(name));
      if (only !== undefined) break;
    }
  }
  return [...names].sort();
}

test('correct encodings pass all conformance cases', () => {
  expect(failures(sound, { columns: [int32], others: [soundIndices] })).toEqual([]);
  expect(failures(soundIndices, { columns: [int32], others: [sound] })).toEqual([]);
  expect(failures(decoding(() => ({})))).toEqual([]);
});

describe('each conformance case for encodings can fail', () => {
  const casesOf = (encoding: Encoding): string[] =>
    conformance(encoding, { columns: [int32] }).map(({ name }) => caseOf(name));

  test('there is a faulty encoding for each conformance case', () => {
    const cases = new Set([...casesOf(sound), ...casesOf(soundIndices)]);
    expect([...cases].sort()).toEqual([...Object.keys(mutants), ...Object.keys(indexMutants)].sort());
  });

  test.each([...Object.entries(mutants), ...Object.entries(indexMutants)])(
    'a faulty encoding fails the case "%s"',
    (name, mutant) => {
      expect(failures(mutant, { columns: [int32] }, name)).toEqual([name]);
    },
  );

  test('an encoder that is wrong only for values read from a page fails the case that converts values to it and back', () => {
    const name = 'values that were read can be converted to OTHER and back';
    const { 'values that were read can be written again': wrong } = mutants;
    expect(failures(wrong!, { columns: [int32], others: [{ ...sound, name: 'OTHER' }] }, name)).toEqual([name]);
  });
});

test('the conformance suite detects a decoder that reads beyond the given bytes', () => {
  const wrong: Encoding = {
    ...sound,
    decoder: (bytes, context) => sound.decoder(new Uint8Array(bytes.buffer, bytes.byteOffset), context),
  };
  expect(failures(wrong)).toContain(
    'truncated bytes yield a ParquetError, or the same values if no missing byte is needed',
  );
});

test('`endsByItself: false` omits the conformance case with junk after the values', () => {
  const { 'junk after the values is not read': whole } = mutants;
  expect(failures(whole!)).toEqual(['junk after the values is not read']);
  expect(failures(whole!, { columns: [int32], endsByItself: false })).toEqual([]);
});

test('the conformance suite tests an encoding without an encoder with the given pages', () => {
  const { encoder: _, ...readOnly } = sound;
  expect(() => conformance(readOnly)).toThrow('no page');
  const bytes = Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0);
  const page = { label: 'two', column: int32, bytes, values: fixedValues(int32, bytes, 0, 2) };
  expect(failures(readOnly, { pages: [page] })).toEqual([]);
  const other = { ...page, values: fixedValues(int32, bytes.slice().reverse(), 0, 2) };
  expect(failures(readOnly, { pages: [other] })).toContain('one read returns all values');
});

test('sampleValues returns the same values for the same seed', () => {
  const [a, b, c] = [1, 1, 2].map((seed) => sampleValues(int32, 'random', 50, createRandom(seed)));
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
});

test('sameValues compares bytes, so that -0 differs from 0', () => {
  const zero = { layout: 'fixed', type: 4, width: 4, length: 1, data: Float32Array.of(0) } as const;
  const negative = { ...zero, data: Float32Array.of(-0) } as const;
  expect(() => sameValues(zero, zero)).not.toThrow();
  expect(() => sameValues(zero, negative)).toThrow('value 0 must be [0 0 0 128], got [0 0 0 0]');
});

test('checkValues throws for malformed values', () => {
  const column = { type: 0, width: 0 } as const;
  const bits = { layout: 'bits', type: 0, length: 3, data: Uint8Array.of(0x0f) } as const;
  expect(() => checkValues(bits, column, 3)).toThrow('bit 3');
  expect(() => checkValues(bits, column, 4)).toThrow('4 values were requested, got 3');
});
