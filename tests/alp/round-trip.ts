/**
 * Round trips of doubles through ALP pages, compared bit by bit, in bounded memory.
 */
import { alp } from '@marquetry/alp';
import { createColumnBuffer, defaultLimits, PhysicalType, type ValueDecoder } from '@marquetry/core';
import { createKinds, createWords, type KindName, kindNames } from './kinds.js';

export interface KindReport {
  readonly kind: KindName;
  readonly values: number;
  readonly pages: number;
  /** Size of all encoded pages together, in bytes. */
  readonly byteLength: number;
  /** Number of values whose decoded bits differ. */
  readonly wrong: number;
  readonly seconds: number;
}

export interface RoundTripOptions {
  /** Number of values of all kinds together. */
  readonly count: number;
  readonly seed?: number;
  /** A function that is called after each page. */
  readonly onPage?: (kind: KindName, done: number, count: number) => void;
}

const column = { type: PhysicalType.DOUBLE, width: 8 } as const;
/** Maximum number of values per page. */
const pageValues = 131_072;

/** Round trips `count / 5` values of each kind, in pages and vectors of random sizes. */
export function* roundTrips({ count, seed = 1, onPage }: RoundTripOptions): Generator<KindReport> {
  const kinds = createKinds(seed);
  const next = createWords(seed ^ 0x5bd1e995);
  const words = new Int32Array(2 * pageValues);
  const doubles = new Float64Array(words.buffer);
  const target = createColumnBuffer(column, { capacity: pageValues });
  if (target.layout !== 'fixed') throw new Error(target.layout);

  for (const [ordinal, kind] of kindNames.entries()) {
    const share = Math.floor(count / kindNames.length) + (ordinal < count % kindNames.length ? 1 : 0);
    const start = performance.now();
    let done = 0;
    let pages = 0;
    let byteLength = 0;
    let wrong = 0;
    while (done < share) {
      const length = Math.min(share - done, 1 + ((next() >>> 0) % pageValues));
      // Vectors often have the default size, otherwise a random one.
      const vectorSize = (next() & 3) !== 0 ? 1024 : 2 ** (3 + ((next() >>> 0) % 13));
      kinds[kind](doubles, words, length);
      const encoder = alp.encoder(column, { vectorSize });
      const data = doubles.subarray(0, length);
      encoder.write({ layout: 'fixed', type: column.type, width: 8, length, data }, 0, length);
      const bound = encoder.byteLength;
      const bytes = encoder.finish();
      if (bytes.length > bound)
        throw new Error(`the encoder wrote ${bytes.length} bytes, more than its bound of ${bound}`);

      target.clear();
      const decoder = alp.decoder(bytes, { column, valueCount: length, limits: defaultLimits });
      // Half of the pages are read in one call, the others in several calls.
      const portion = (next() & 1) === 0 ? length : 1 + ((next() >>> 0) % 5000);
      readAll(decoder, portion, (n) => decoder.readInto(target, n));
      for (let i = 0; i < 2 * length; i += 2) {
        if (target.words[i] !== words[i] || target.words[i + 1] !== words[i + 1]) wrong++;
      }
      done += length;
      pages++;
      byteLength += bytes.length;
      onPage?.(kind, done, share);
    }
    yield { kind, values: done, pages, byteLength, wrong, seconds: (performance.now() - start) / 1000 };
  }
}

function readAll(decoder: ValueDecoder, portion: number, read: (count: number) => void): void {
  while (decoder.remaining > 0) read(Math.min(portion, decoder.remaining));
}

/** Returns the line of the report for one kind of values. */
export function describeKind({ kind, values, pages, byteLength, wrong, seconds }: KindReport): string {
  const bits = ((8 * byteLength) / Math.max(values, 1)).toFixed(2);
  const outcome = wrong === 0 ? 'all bits the same' : `${wrong} WRONG`;
  return `${kind.padEnd(15)} ${values} values in ${pages} pages, ${bits} bits per value, ${seconds.toFixed(1)} s: ${outcome}`;
}
