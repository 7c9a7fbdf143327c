/** The page from which rows are being read. */
import type { DirectValues, LeafColumn, ValueDecoder } from '@marquetry/core';
import type { DataPage } from '@marquetry/page';
import { countValid } from './count-valid.js';

/** A page whose rows are being read. `slot` is the next slot to read. */
export interface CurrentPage {
  readonly page: DataPage;
  readonly dictionary: DirectValues | undefined;
  slot: number;
  /** The decoder of the page; undefined until the first value is read. */
  decoder: ValueDecoder | undefined;
  /** The slot whose value the decoder returns next. */
  decoderSlot: number;
}

/**
 * Returns the page's decoder, positioned at the first value at or after slot `from`. The caller must then read all
 * values before slot `to`.
 */
export function decoderAt(source: CurrentPage, from: number, to: number, column: LeafColumn): ValueDecoder {
  // A decoder cannot go back. If slots must be read again because their values did not fit in memory, a new decoder is
  // created.
  if (source.decoder === undefined || source.decoderSlot > from) {
    source.decoder = source.page.values();
    source.decoderSlot = 0;
  }
  const { decoder, decoderSlot } = source;
  if (decoderSlot < from) decoder.skip(countValid(source.page.nulls, decoderSlot, from, column.maxDefinitionLevel));
  source.decoderSlot = to;
  return decoder;
}
