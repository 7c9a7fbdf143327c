import { createColumnBuffer, PhysicalType, type Values } from '@marquetry/core';
import { encodeRuns } from '@marquetry/rle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rleDictionary } from '../src/index.js';
import { contextOf, dictionaryOf, list } from './support.js';

const types = Object.entries(PhysicalType);

describe.each(types)('a dictionary of %s', (_, type) => {
  const lengths = fc.integer({ min: 1, max: 300 });
  const picks = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 40 })), { maxLength: 30 });
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(60)), { maxLength: 20 });

  it('dictionary-encoded values are read back unchanged: all at once, in parts, after skips, and into a buffer', () => {
    fc.assert(
      fc.property(lengths, picks, steps, fc.integer({ min: 1, max: 13 }), (length, repeats, chunks, typeLength) => {
        const dictionary = dictionaryOf(type, length, typeLength);
        const indices = Int32Array.from(repeats.flatMap(([at, n]) => new Array<number>(n).fill(at % length)));
        const values: Values = { layout: 'dictionary', type, length: indices.length, indices, dictionary };
        const context = contextOf(dictionary, indices.length);
        const encoder = rleDictionary.encoder?.(context.column);
        if (encoder === undefined) throw new Error('no encoder');
        encoder.write(values, 0, indices.length >> 1);
        encoder.write(values, indices.length >> 1, indices.length);
        const bound = encoder.byteLength;
        const bytes = encoder.finish();
        expect(bytes.length).toBeLessThanOrEqual(bound);

        const entries = list(values);
        const decoder = rleDictionary.decoder(bytes, context);
        const target = createColumnBuffer(context.column);
        const appended: string[] = [];
        let at = 0;
        for (const [kind, step] of [...chunks, [2, indices.length] as const]) {
          const n = Math.min(step, indices.length - at);
          if (kind === 0) expect(list(decoder.read(n))).toEqual(entries.slice(at, at + n));
          else if (kind === 1) decoder.skip(n);
          else if (kind === 2) {
            decoder.readInto(target, n);
            appended.push(...entries.slice(at, at + n));
          } else {
            const some = new Int32Array(n);
            decoder.readIndices(some, 0, n);
            expect(some).toEqual(indices.subarray(at, at + n));
          }
          at += n;
        }
        expect(decoder.remaining).toBe(0);
        expect(list(target.values)).toEqual(appended);
      }),
      { numRuns: 150 },
    );
  });

  it('dictionary-encoded values are read into a buffer in several batches', () => {
    const dictionary = dictionaryOf(type, 100);
    const indices = Int32Array.from({ length: 10_000 }, (_, i) => (i * 37) % 100);
    const runs = encodeRuns(indices, 0, indices.length, 7);
    const context = contextOf(dictionary, indices.length);
    const target = createColumnBuffer(context.column);
    rleDictionary.decoder(Uint8Array.of(7, ...runs), context).readInto(target, indices.length);
    expect(list(target.values)).toEqual(
      list({ layout: 'dictionary', type, length: indices.length, indices, dictionary }),
    );
  });
});
