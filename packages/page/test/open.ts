/** Opens pages for the tests, from the bytes of header and body, with the standard encodings. */
import type { DirectValues, LeafColumn } from '@marquetry/core';
import { type DataPage, type OpenPageOptions, openDictionaryPage, openPage, readPageFrame } from '@marquetry/page';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { type Plain, plainOf, slotsOf } from '@marquetry/test-support/values.js';

type Options = Partial<Omit<OpenPageOptions, 'header' | 'body' | 'column'>>;

export function opened(bytes: Uint8Array, column: LeafColumn, options: Options = {}): DataPage {
  const { header, body } = readPageFrame(bytes, 0);
  return openPage({ header, body, column, encodings: standardEncodings, ...options });
}

/** Returns the values of a page as an array with one element per slot, which is null for slots without a value. */
export function slots(bytes: Uint8Array, column: LeafColumn, options: Options = {}): (Plain | null)[] {
  const { nulls, slotCount, valueCount, values } = opened(bytes, column, options);
  const dense = values().read(valueCount);
  return slotsOf({ values: dense, nulls, slotCount, spaced: false }, column.maxDefinitionLevel);
}

export function dictionaryOf(bytes: Uint8Array, column: LeafColumn, options: Options = {}): DirectValues {
  const { header, body } = readPageFrame(bytes, 0);
  return openDictionaryPage({ header, body, column, encodings: standardEncodings, ...options });
}

export function entries(bytes: Uint8Array, column: LeafColumn, options: Options = {}): Plain[] {
  return plainOf(dictionaryOf(bytes, column, options));
}
