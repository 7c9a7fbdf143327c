import type { Codec } from '@marquetry/core';
import { codecConformance } from '@marquetry/test-kit';
import { describe, expect, test } from 'vitest';
import { codecMutants, soundCodec } from './codec-mutants.js';

const caseOf = (name: string): string => name.slice(name.lastIndexOf(': ') + 2);

async function failures(
  codec: Codec,
  options: Parameters<typeof codecConformance>[1] = {},
  only?: string,
): Promise<string[]> {
  const names = new Set<string>();
  for (const { name, run } of codecConformance(codec, options)) {
    if (only !== undefined && caseOf(name) !== only) continue;
    await run().catch(() => names.add(caseOf(name)));
  }
  return [...names].sort();
}

test('a correct codec passes all conformance cases', async () => {
  expect(await failures(soundCodec)).toEqual([]);
});

describe('each conformance case for codecs can fail', () => {
  test('there is a faulty codec for each conformance case', () => {
    const cases = new Set(codecConformance(soundCodec).map(({ name }) => caseOf(name)));
    expect([...cases].sort()).toEqual(Object.keys(codecMutants).sort());
  });

  test.each(Object.entries(codecMutants))('a faulty codec fails the case "%s"', async (name, mutant) => {
    expect(await failures(mutant, {}, name)).toEqual([name]);
  });
});

test('the conformance suite detects a codec that writes bytes outside the page', async () => {
  const wrong: Codec = {
    ...soundCodec,
    decompress: (packed, into) => {
      soundCodec.decompress(packed, into);
      new Uint8Array(into.buffer)[into.byteOffset + into.length] = 0;
    },
  };
  expect(await failures(wrong)).toContain('compressed bytes decompress to the original bytes');
});

test('the conformance suite prepares a codec without `compress`, and tests it with the given pages', async () => {
  let prepared = false;
  const readOnly: Codec = {
    contract: 1,
    id: 301,
    name: 'READ_ONLY',
    prepare: async () => {
      prepared = true;
    },
    decompress: (packed, into) => {
      if (!prepared) throw new Error('not prepared');
      soundCodec.decompress(packed, into);
    },
  };
  expect(() => codecConformance(readOnly)).toThrow('no page');
  const page = { label: 'two runs', packed: Uint8Array.of(0x53, 2, 7, 1, 8), raw: Uint8Array.of(7, 7, 8) };
  expect(await failures(readOnly, { pages: [page] })).toEqual([]);
  expect(await failures(readOnly, { pages: [{ ...page, raw: Uint8Array.of(7, 8, 8) }] })).toContain(
    'compressed bytes decompress to the original bytes',
  );
});
