/**
 * A decoder of a sample page.
 */
import { createLimits, type Encoding, type Limits, type ValueDecoder } from '@marquetry/core';
import type { SamplePage } from '../sample-pages.js';

export function openPage(encoding: Encoding, page: SamplePage, bytes: Uint8Array, limits: Limits): ValueDecoder {
  const { column, values, dictionary } = page;
  const context = { column, valueCount: values.length, limits };
  return encoding.decoder(bytes, dictionary === undefined ? context : { ...context, dictionary });
}

/** Room for every sample page, and no more: damaged pages must not take gigabytes. */
export const limits: Limits = createLimits({ decodedBytes: 2 ** 22 });
