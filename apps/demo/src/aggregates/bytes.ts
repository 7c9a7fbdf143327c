/** Aggregates byte strings: minimum and maximum, compared as unsigned bytes, and the number of distinct values. */
import { createHash } from 'node:crypto';
import type { DirectValues } from '@marquetry/core';
import { compareBytes } from '@marquetry/logical';
import { describeBytes } from '../bytes-text.js';
import type { Figures } from '../figures.js';
import type { Aggregate } from './aggregate.js';
import { byteStrings } from './byte-strings.js';

/** Distinct strings are counted up to this limit, because a Set holds at most 2^24 entries. */
const maxDistinct = 10_000_000;
/** Strings of more bytes than this are represented by their SHA-256 hash, to save memory. */
const longBytes = 256;

export function bytesAggregate(): Aggregate {
  let min: Uint8Array | undefined;
  let max: Uint8Array | undefined;
  let distinct: Set<string> | undefined = new Set();
  // Latin-1 maps each byte to its own character, so that different bytes become different text.
  const latin1 = new TextDecoder('latin1');
  const keyOf = (bytes: Uint8Array): string =>
    bytes.length <= longBytes ? latin1.decode(bytes) : `sha256 ${createHash('sha256').update(bytes).digest('hex')}`;

  return {
    add: (values: DirectValues, counts?: Float64Array) => {
      const bytesAt = byteStrings(values);
      for (let i = 0; i < values.length; i++) {
        if (counts !== undefined && counts[i] === 0) continue;
        const bytes = bytesAt(i);
        if (min === undefined || compareBytes(bytes, min) < 0) min = bytes.slice();
        if (max === undefined || compareBytes(bytes, max) > 0) max = bytes.slice();
        distinct?.add(keyOf(bytes));
        if (distinct !== undefined && distinct.size > maxDistinct) distinct = undefined;
      }
    },
    finish: (): Figures => {
      if (min === undefined || max === undefined) return {};
      const extremes = { min: describeBytes(min), max: describeBytes(max) };
      return distinct === undefined ? extremes : { ...extremes, distinct: `${distinct.size}` };
    },
  };
}
