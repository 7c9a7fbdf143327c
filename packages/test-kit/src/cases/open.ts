/** Opens a decoder for a sample page. */
import { createLimits, type Encoding, type Limits, type ValueDecoder } from '@marquetry/core';
import type { SamplePage } from '../sample-pages.js';

export function openPage(encoding: Encoding, page: SamplePage, bytes: Uint8Array, limits: Limits): ValueDecoder {
  const { column, values, dictionary } = page;
  const context = { column, valueCount: values.length, limits };
  return encoding.decoder(bytes, dictionary === undefined ? context : { ...context, dictionary });
}

/** Limits that are large enough for every sample page, but too small for damaged pages to allocate gigabytes. */
export const limits: Limits = createLimits({ decodedBytes: 2 ** 22 });
